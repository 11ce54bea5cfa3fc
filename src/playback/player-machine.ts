/**
 * Runs the player's state machine: feeds events to `transition`, one at a time, performs the effects in order, and saves
 * what is kept. Thread: main.
 */
import type { DecodeFrom } from '../decode/decoder-messages.js';
import type { Log } from '../log.js';
import { byteOffset, milliseconds } from '../units.js';
import type { Engine } from './engine/engine.js';
import type { QueueTrack } from './engine/queue-track.js';
import { Listening } from './listening.js';
import { differBy, type ReadTraits } from './single-mode.js';
import {
  FROM_START,
  INITIAL_STATE,
  type LoadedEntry,
  type Effect,
  type TrackBoundary,
  type MachineEvent,
  type PlayerState,
} from './state.js';
import type { StateStore } from './player-store.js';
import { isToGoOn, transition } from './transition.js';
import type { PlayerAspect, PlayerEvent, QueueEntry, ResumePoint, StartPosition, QueueSnapshot } from './types.js';
import { indexOfKey } from './queue.js';
import { StateNotSaved } from '../errors.js';

/** What the player uses of the engine. */
export type PlayerEngine = Omit<Engine, 'setReplayGain' | 'stop'>;

export interface PlayerMachineDeps {
  readonly store: StateStore;
  readonly log: Log;
  /** What single mode compares. */
  readonly readTraits: ReadTraits;
  /** Called with all that happens to the queue. */
  readonly emit: (event: PlayerEvent) => void;
}

export class PlayerMachine {
  readonly engine: PlayerEngine;
  readonly #deps: PlayerMachineDeps;
  readonly #listening: Listening;
  readonly #saver: StateSaver;
  #state: PlayerState = INITIAL_STATE;
  #waiting: MachineEvent[] = [];
  #busy = false;

  constructor(engine: PlayerEngine, deps: PlayerMachineDeps) {
    this.engine = engine;
    this.#deps = deps;
    this.#saver = new StateSaver(deps.store, deps.log, () => this.#followClock());
    this.#listening = new Listening({ engine, emit: deps.emit });
    engine.connect({
      trackOpened: (playId) => {
        const { playback } = this.#state;
        if (playback.kind !== 'stopped' && playback.current.playId === playId) this.#emitChanged('currentTrack');
      },
      trackStarted: (playId) => this.dispatch({ type: 'trackStarted', playId }),
      finished: (playId) => this.dispatch({ type: 'finished', playId }),
      trackFailed: (playId, code, reason, started) => this.#failed(playId, code, reason, started),
      clockChanged: () => {
        this.#followClock();
        this.#listening.look();
        this.#listening.begin(this.#state.playback);
      },
      outputLost: () => {
        this.dispatch({ type: 'outputLost' });
        this.#emitChanged('status');
      },
      outputBack: (isSoon) => {
        this.dispatch({ type: 'outputBack', isSoon });
        this.#emitChanged('status');
      },
      streamChanged: () => this.#emitChanged('status', 'currentTrack'),
    });
  }

  get state(): PlayerState {
    return this.#state;
  }

  /** Resolves when what is kept is durable. @throws StateNotSaved */
  async command(event: MachineEvent): Promise<void> {
    this.dispatch(event);
    if (this.#saver.isDue) this.save();
    await this.#saver.durable();
  }

  /** Effects may cause events of their own: each is handled after the present one. */
  dispatch(event: MachineEvent): void {
    this.#waiting.push(event);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        const before = this.#state;
        this.#listening.look();
        const { state, effects } = transition(before, next);
        this.#state = state;
        for (const effect of effects) this.#perform(effect);
        const aspects = changedAspects(before, state);
        if (aspects.size > 0) this.#deps.emit({ type: 'changed', aspects });
        this.#listening.follow(before, next, state);
      }
      this.#followClock();
    } finally {
      this.#busy = false;
    }
  }

  save(): void {
    const { queue, modes, suspended } = this.#state;
    const plays = isToGoOn(this.#state);
    this.#saver.save({ queue, modes, resume: this.resumePoint(), plays, suspended });
  }

  /** The next command saves, whether it changes what is kept or not. */
  saveNext(): void {
    this.#saver.isDue = true;
  }

  resumePoint(): ResumePoint | undefined {
    const { playback, queue } = this.#state;
    const isPlayed = playback.kind !== 'stopped' && queue.cursor === 'at';
    return isPlayed
      ? pointAt(queue, queue.index, this.currentPosition(playback.current.entry))
      : savedPoint(this.#state);
  }

  /** Audible position of the current track; its beginning while the engine still plays another one. */
  playedPosition(): StartPosition {
    const { playback } = this.#state;
    if (playback.kind === 'stopped') return FROM_START;
    const position = this.engine.position();
    const elapsed = position?.playId === playback.current.playId ? position.elapsed : milliseconds(0);
    return { elapsed, offset: byteOffset(0) };
  }

  /** Audible position of the current track; where it is to begin while nothing of it is played. */
  currentPosition(entry: QueueEntry): StartPosition {
    const played = this.playedPosition();
    const { resume } = this.#state;
    return played.elapsed === 0 && resume?.entry === entry ? resume : played;
  }

  /** To be called before the daemon ends: reports how far the current track was played. */
  leave(): void {
    this.#listening.leave();
  }

  /** Has the played position kept from now on, as long as the current entry is played. */
  #followClock(): void {
    const { playback, queue } = this.#state;
    const isPlayed = playback.kind === 'playing' && queue.cursor === 'at';
    const clock = isPlayed ? this.engine.trackClock() : undefined;
    this.#deps.store.follow(isPlayed && clock?.playId === playback.current.playId ? clock : undefined);
  }

  #emitChanged(...aspects: readonly PlayerAspect[]): void {
    this.#deps.emit({ type: 'changed', aspects: new Set(aspects) });
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'load':
        this.engine.load(toLoad(effect.track), decodeFrom(effect.from));
        return;
      case 'follow':
        this.engine.follow(effect.track && toLoad(effect.track));
        return;
      case 'compare':
        void this.#compare(effect.boundary);
        return;
      case 'run':
      case 'hold':
      case 'halt':
      case 'clear':
        this.engine[effect.type]();
        return;
      case 'save':
        this.save();
        return;
    }
  }

  async #compare(boundary: TrackBoundary): Promise<void> {
    const [from, to] = await Promise.all([
      this.#deps.readTraits(boundary.from.location),
      this.#deps.readTraits(boundary.to.location),
    ]);
    this.dispatch({ type: 'compared', boundary, differ: differBy(boundary.by, from, to) });
  }

  #failed(playId: number, code: string, reason: string, started: boolean): void {
    const { playback } = this.#state;
    const known = playback.kind === 'stopped' ? [playback.prepared] : [playback.current, playback.upcoming];
    const track = known.find((loaded) => loaded?.playId === playId);
    if (track === undefined) return;
    const { location } = track.entry;
    this.#deps.log.warn(started ? 'track ends early' : 'track skipped', { path: location, code, reason });
    this.#deps.emit({ type: 'trackSkipped', track: { location, code, reason, started } });
    if (started) this.#listening.endsEarly(playId);
    else this.dispatch({ type: 'trackFailed', playId });
  }
}

function toLoad({ playId, entry }: LoadedEntry): QueueTrack {
  return { playId, location: entry.location };
}

function decodeFrom({ elapsed, offset }: StartPosition): DecodeFrom {
  return elapsed === 0 && offset > 0 ? { kind: 'offset', offset } : { kind: 'elapsed', elapsed };
}

/** Behind a track that has left the queue, or at the head of another queue. */
function savedPoint({ resume, queue, playback }: PlayerState): ResumePoint | undefined {
  if (playback.kind !== 'stopped' && queue.cursor !== 'at') return pointAt(queue, queue.index, FROM_START);
  if (resume === undefined) return undefined;
  const index = indexOfKey(queue, resume.entry.key);
  return index < 0 ? pointAt(queue, 0, FROM_START) : pointAt(queue, index, resume);
}

function pointAt(
  { entries }: QueueSnapshot,
  index: number,
  { elapsed, offset }: StartPosition,
): ResumePoint | undefined {
  const entry = entries[index];
  return entry && { index, location: entry.location, elapsed, offset };
}

/** What of the player a listener may want to look at again after a transition. */
export function changedAspects(before: PlayerState, after: PlayerState): ReadonlySet<PlayerAspect> {
  const isOther = (read: (state: PlayerState) => unknown): boolean => read(before) !== read(after);
  const tests: readonly [PlayerAspect, boolean][] = [
    ['status', isOther(({ playback }) => playback.kind)],
    ['currentTrack', isOther((state) => currentOf(state)?.entry) || isOther(currentIndex)],
    ['nextTrack', isOther(({ playback }) => (playback.kind === 'stopped' ? undefined : playback.upcoming?.entry))],
    ['position', isOther((state) => currentOf(state)?.playId)],
    ['queue', QUEUE_PARTS.some((part) => isOther(({ queue }) => queue[part]))],
    ['modes', isOther(({ modes, suspended }) => (suspended ?? { modes }).modes)],
    ['resumePoint', isOther(({ resume }) => resume)],
  ];
  return new Set(tests.filter(([, changed]) => changed).map(([aspect]) => aspect));
}

const QUEUE_PARTS = ['entries', 'index', 'firstIndex', 'lastInsertPosition', 'seed'] as const;

const currentOf = ({ playback }: PlayerState): LoadedEntry | undefined =>
  playback.kind === 'stopped' ? undefined : playback.current;

function currentIndex({ playback, queue }: PlayerState): number | undefined {
  return playback.kind === 'stopped' ? undefined : queue.cursor === 'at' ? queue.index : -1;
}

/** Saves what the player keeps, and says when it is durable. Thread: main. */
class StateSaver {
  #saving: Promise<void> = Promise.resolve();
  /** The last save failed, or one is wanted although nothing has changed: whatever comes next saves. */
  isDue = false;

  /** @param saved called after each save that succeeded */
  constructor(
    private readonly store: Pick<StateStore, 'save'>,
    private readonly log: Log,
    private readonly saved: () => void,
  ) {}

  save(state: Parameters<StateStore['save']>[0]): void {
    const saving = this.store.save(state);
    this.#saving = saving;
    this.isDue = false;
    saving.then(this.saved, (error: unknown) => {
      this.log.error('queue not saved', { error });
      this.isDue = saving === this.#saving;
    });
  }

  /** Resolves when the last save is durable. @throws StateNotSaved */
  async durable(): Promise<void> {
    try {
      await this.#saving;
    } catch (cause) {
      throw new StateNotSaved({ cause });
    }
  }
}
