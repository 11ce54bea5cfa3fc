/**
 * Says what was listened to: follows the player's state and asks the engine, at each event of the player and never in
 * between, how far the current track was played. Thread: main.
 *
 *   begun ──▶ stopped ──(goes on where it was)──▶ stopped, over
 *     └──────────┴──(something else begins)─────▶ over
 *
 * A seek, `play` and a pause belong to the listening; `next`, a repeat and the natural end end it. Stopping leaves it open: it
 * is over when something else begins, and goes on when the entry does where it was. So it does after a start of the daemon,
 * where what lies before the kept position counts as played; a listening that is not taken up again then is not reported any more.
 */
import type { Engine } from './engine/engine.js';
import { milliseconds, type Milliseconds } from '../units.js';
import { updated, playedToEnd, type PlayedTime, playedTimeOf, nextPlay, totalPlayed } from './played-time.js';

import type { LoadedEntry, Playback, MachineEvent, PlayerState } from './state.js';
import type { ListeningEvent } from './types.js';

interface Open {
  readonly number: number;
  readonly playedTime: PlayedTime;
  /** On the clock of `now`; undefined before its first sound. */
  readonly begunAt: number | undefined;
  /** Before the daemon was started it had begun. */
  readonly resumed: boolean;
}

export interface ListeningDeps {
  readonly engine: Pick<Engine, 'position' | 'trackClock' | 'facts'>;
  readonly emit: (event: ListeningEvent) => void;
  /** Milliseconds that go on evenly, whatever the time of day does. */
  readonly now?: () => number;
}

export class Listening {
  readonly #now: () => number;
  #open: Open | undefined;
  #isStopped = false;
  #number = 0;

  constructor(private readonly deps: ListeningDeps) {
    this.#now = deps.now ?? (() => performance.now());
  }

  /** To be called before each event takes effect, and when the clock changes. */
  look(): void {
    if (this.#open === undefined || this.#isStopped) return;
    const { engine } = this.deps;
    const { playedTime } = this.#open;
    const { playId } = playedTime;
    const position = engine.position();
    const clock = engine.trackClock();
    this.#open = {
      ...this.#open,
      playedTime: updated(playedTime, {
        position: position?.playId === playId ? position.elapsed : undefined,
        clock: clock?.playId === playId ? clock : undefined,
        length: engine.facts(playId)?.length,
      }),
    };
  }

  /** The rest of what is played cannot be played. */
  endsEarly(playId: number): void {
    this.look();
    if (this.#open?.playedTime.playId === playId) this.#hear({ ...this.#open.playedTime, endsEarly: true });
  }

  /** To be called after each event has taken effect. */
  follow(before: PlayerState, event: MachineEvent, after: PlayerState): void {
    const was = playOf(before.playback);
    const is = playOf(after.playback);
    if (event.type === 'restored') this.#restore(after);
    else if (was?.playId !== is?.playId) this.#change(before, event, was, is);
    this.look();
    this.begin(after.playback);
  }

  /** Reports that it sounds, once it does. */
  begin({ kind }: Playback): void {
    if (kind !== 'playing' || this.#open?.playedTime.from === undefined || this.#open.begunAt !== undefined) return;
    this.#open = { ...this.#open, begunAt: this.#now() };
    this.#emit('begun');
  }

  /** The daemon ends: what is played is stopped by that. */
  leave(): void {
    this.look();
    if (!this.#isStopped) this.#stop();
  }

  #change(before: PlayerState, event: MachineEvent, was: LoadedEntry | undefined, is: LoadedEntry | undefined): void {
    if (this.#open !== undefined && was !== undefined && event.type === 'trackStarted') {
      this.#hear(playedToEnd(this.#open.playedTime));
    }
    if (is === undefined) {
      if (event.type === 'stop') this.#stop();
      else this.#end();
    } else if (this.#open !== undefined && this.#goesOn(before, event, was, is)) {
      this.#hear(nextPlay(this.#open.playedTime, is.playId));
      this.#isStopped = false;
    } else {
      this.#end();
      this.#open = {
        number: ++this.#number,
        playedTime: playedTimeOf(is.entry, is.playId),
        begunAt: undefined,
        resumed: false,
      };
    }
  }

  /** The entry is moved about in, or taken up again where it was stopped. */
  #goesOn({ resume }: PlayerState, event: MachineEvent, was: LoadedEntry | undefined, is: LoadedEntry): boolean {
    if (this.#open?.playedTime.entry !== is.entry) return false;
    if (was !== undefined) return event.type === 'play' || event.type === 'seek';
    if (event.type === 'resumeTrack') return resume?.entry === is.entry;
    if (event.type !== 'play' && event.type !== 'start') return false;
    return event.from.elapsed > 0 || event.from.offset > 0;
  }

  #stop(): void {
    this.#isStopped = true;
    this.#emit('stopped');
  }

  #end(): void {
    this.#emit('over');
    this.#open = undefined;
    this.#isStopped = false;
  }

  /** Not reported unless it goes on. */
  #restore({ resume }: PlayerState): void {
    if (resume === undefined || resume.elapsed === 0) return;
    const playedTime = playedTimeOf(resume.entry, 0, resume.elapsed);
    this.#open = { number: ++this.#number, playedTime, begunAt: undefined, resumed: true };
    this.#isStopped = true;
  }

  #hear(playedTime: PlayedTime): void {
    if (this.#open !== undefined) this.#open = { ...this.#open, playedTime };
  }

  #emit(phase: ListeningEvent['phase']): void {
    if (this.#open?.begunAt === undefined) return;
    const { number, playedTime, begunAt, resumed } = this.#open;
    const age: Milliseconds = milliseconds(Math.round(this.#now() - begunAt));
    const { location } = playedTime.entry;
    this.deps.emit({
      type: 'listening',
      phase,
      listening: { number, location, played: totalPlayed(playedTime), length: playedTime.length, age, resumed },
    });
  }
}

const playOf = (playback: Playback): LoadedEntry | undefined =>
  playback.kind === 'stopped' ? undefined : playback.current;
