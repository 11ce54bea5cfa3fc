/**
 * Says what was listened to: follows the player's state and asks the engine, at each event of the player and never in
 * between, how far the current track was heard. Thread: main.
 *
 *   begun ──▶ stopped ──(goes on where it was)──▶ stopped, over
 *     └──────────┴──(something else begins)─────▶ over
 *
 * A seek, `play` and a pause belong to the listening; `next`, a repeat and the natural end end it. Stopping leaves it open: it
 * is over when something else begins, and goes on when the entry does where it was. So it does after a start of the daemon,
 * where what lies before the kept place counts as heard; a listening that is not taken up again then is told of no more.
 */
import type { Engine } from './engine/engine.js';
import { milliseconds, type Milliseconds } from '../units.js';
import { heardOn, heardToEnd, type Hearing, hearingOf, movedOn, totalHeard } from './hearing.js';

import type { LoadedEntry, Playback, PlayerEvent, PlayerState } from './state.js';
import type { ListeningNews } from './types.js';

interface Open {
  readonly number: number;
  readonly hearing: Hearing;
  /** On the clock of `now`; undefined before its first sound. */
  readonly begunAt: number | undefined;
  /** Before the daemon was started it had begun. */
  readonly resumed: boolean;
}

export interface ListeningParts {
  readonly engine: Pick<Engine, 'position' | 'trackClock' | 'facts'>;
  readonly tell: (news: ListeningNews) => void;
  /** Milliseconds that go on evenly, whatever the time of day does. */
  readonly now?: () => number;
}

export class Listening {
  readonly #parts: ListeningParts;
  readonly #now: () => number;
  #open: Open | undefined;
  #isStopped = false;
  #number = 0;

  constructor(parts: ListeningParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** To be called before each event takes effect, and when the course changes. */
  look(): void {
    if (this.#open === undefined || this.#isStopped) return;
    const { engine } = this.#parts;
    const { hearing } = this.#open;
    const { playId } = hearing;
    const position = engine.position();
    const course = engine.trackClock();
    this.#open = {
      ...this.#open,
      hearing: heardOn(hearing, {
        place: position?.playId === playId ? position.elapsed : undefined,
        course: course?.playId === playId ? course : undefined,
        length: engine.facts(playId)?.length,
      }),
    };
  }

  /** The rest of what is heard cannot be played. */
  endsEarly(playId: number): void {
    this.look();
    if (this.#open?.hearing.playId === playId) this.#hear({ ...this.#open.hearing, endsEarly: true });
  }

  /** To be called after each event has taken effect. */
  follow(before: PlayerState, event: PlayerEvent, after: PlayerState): void {
    const was = playOf(before.playback);
    const is = playOf(after.playback);
    if (event.type === 'restored') this.#restore(after);
    else if (was?.playId !== is?.playId) this.#change(before, event, was, is);
    this.look();
    this.begin(after.playback);
  }

  /** Tells that it sounds, once it does. */
  begin({ kind }: Playback): void {
    if (kind !== 'playing' || this.#open?.hearing.from === undefined || this.#open.begunAt !== undefined) return;
    this.#open = { ...this.#open, begunAt: this.#now() };
    this.#tell('begun');
  }

  /** The daemon ends: what is heard is stopped by that. */
  leave(): void {
    this.look();
    if (!this.#isStopped) this.#stop();
  }

  #change(before: PlayerState, event: PlayerEvent, was: LoadedEntry | undefined, is: LoadedEntry | undefined): void {
    if (this.#open !== undefined && was !== undefined && event.type === 'trackStarted') {
      this.#hear(heardToEnd(this.#open.hearing));
    }
    if (is === undefined) {
      if (event.type === 'stop') this.#stop();
      else this.#end();
    } else if (this.#open !== undefined && this.#goesOn(before, event, was, is)) {
      this.#hear(movedOn(this.#open.hearing, is.playId));
      this.#isStopped = false;
    } else {
      this.#end();
      this.#open = {
        number: ++this.#number,
        hearing: hearingOf(is.entry, is.playId),
        begunAt: undefined,
        resumed: false,
      };
    }
  }

  /** The entry is moved about in, or taken up again where it was stopped. */
  #goesOn({ resume }: PlayerState, event: PlayerEvent, was: LoadedEntry | undefined, is: LoadedEntry): boolean {
    if (this.#open?.hearing.entry !== is.entry) return false;
    if (was !== undefined) return event.type === 'play' || event.type === 'seek';
    if (event.type === 'resumeTrack') return resume?.entry === is.entry;
    if (event.type !== 'play' && event.type !== 'start') return false;
    return event.from.elapsed > 0 || event.from.offset > 0;
  }

  #stop(): void {
    this.#isStopped = true;
    this.#tell('stopped');
  }

  #end(): void {
    this.#tell('over');
    this.#open = undefined;
    this.#isStopped = false;
  }

  /** Nobody hears of it unless it goes on. */
  #restore({ resume }: PlayerState): void {
    if (resume === undefined || resume.elapsed === 0) return;
    const hearing = hearingOf(resume.entry, 0, resume.elapsed);
    this.#open = { number: ++this.#number, hearing, begunAt: undefined, resumed: true };
    this.#isStopped = true;
  }

  #hear(hearing: Hearing): void {
    if (this.#open !== undefined) this.#open = { ...this.#open, hearing };
  }

  #tell(phase: ListeningNews['phase']): void {
    if (this.#open?.begunAt === undefined) return;
    const { number, hearing, begunAt, resumed } = this.#open;
    const age: Milliseconds = milliseconds(Math.round(this.#now() - begunAt));
    const { location } = hearing.entry;
    this.#parts.tell({
      type: 'listening',
      phase,
      listening: { number, location, heard: totalHeard(hearing), length: hearing.length, age, resumed },
    });
  }
}

const playOf = (playback: Playback): LoadedEntry | undefined =>
  playback.kind === 'stopped' ? undefined : playback.current;
