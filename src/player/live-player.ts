/**
 * The player: feeds commands and the engine's news to `transition`, one at a time, and performs the effects in order.
 * Thread: main. A command resolves when the state that it made is durable; sound does not wait for that.
 */
import type { AudioEngine, EngineEvents } from '../audio/engine.js';
import type { DecodeFrom } from '../audio/decoder-messages.js';
import { Conflict, InvalidInput, StateNotSaved } from '../errors.js';
import type { Log } from '../log.js';
import { byteOffset, milliseconds, type ByteOffset, type Milliseconds } from '../units.js';
import { DEFAULT_MODES, type PlaybackModes } from './modes.js';
import { QUEUE_CAPACITY } from './queue.js';
import type { QueueStore } from './queue-store.js';
import { INITIAL_STATE, transition, type Cued, type Effect, type PlayerEvent, type PlayerState } from './transition.js';
import type {
  CurrentTrack,
  PlaybackStatus,
  Player,
  PlayerNews,
  QueueEntry,
  QueueSnapshot,
  ResumePoint,
  StartPosition,
  StreamFacts,
} from './types.js';

/** What the player uses of the engine. */
export type PlayerEngine = Pick<
  AudioEngine,
  'cue' | 'follow' | 'clear' | 'run' | 'hold' | 'halt' | 'position' | 'bytePosition' | 'facts' | 'trouble'
>;

export class LivePlayer implements Player {
  readonly #log: Log;
  readonly #store: QueueStore;
  readonly #engine: PlayerEngine;
  #state: PlayerState = INITIAL_STATE;
  #modes: PlaybackModes = DEFAULT_MODES;
  readonly #listeners = new Set<(news: PlayerNews) => void>();
  #nextKey = 1;
  #waiting: PlayerEvent[] = [];
  #busy = false;
  #saved: Promise<void> = Promise.resolve();
  /** The last save failed. */
  #unsaved = false;

  /** `connect` gets the listeners for the engine's news and returns the engine. */
  constructor(connect: (events: EngineEvents) => PlayerEngine, store: QueueStore, log: Log) {
    this.#log = log;
    this.#store = store;
    this.#engine = connect({
      trackHeard: (playId) => {
        this.#dispatch({ type: 'trackHeard', playId });
      },
      finished: (playId) => {
        this.#dispatch({ type: 'finished', playId });
      },
      trackFailed: (playId, code, reason, started) => {
        this.#failed(playId, code, reason, started);
      },
    });
  }

  /** Brings back the queue of the last time, stopped. */
  async restore(): Promise<void> {
    const { locations, index } = await this.#store.load();
    if (locations.length > 0) this.#dispatch({ type: 'queueRestored', entries: this.#entries(locations), index });
  }

  status(): PlaybackStatus {
    return { kind: this.#state.playback.kind, outputProblem: this.#engine.trouble };
  }

  queue(): QueueSnapshot {
    return this.#state.queue;
  }

  modes(): PlaybackModes {
    return this.#modes;
  }

  resumePoint(): ResumePoint | undefined {
    const current = this.currentTrack();
    if (current === undefined || current.index < 0) return undefined;
    const { index, entry, elapsed } = current;
    return { index, location: entry.location, elapsed, offset: byteOffset(0) };
  }

  subscribe(listener: (news: PlayerNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setModes(modes: Partial<PlaybackModes>): Promise<void> {
    this.#modes = { ...this.#modes, ...modes };
    this.#tell({ type: 'changed', aspects: new Set(['modes']) });
    return Promise.resolve();
  }

  currentTrack(): CurrentTrack | undefined {
    const { playback } = this.#state;
    if (playback.kind === 'stopped') return undefined;
    const { entry, index, playId } = playback.current;
    const position = this.#engine.position();
    const elapsed = position?.playId === playId ? position.elapsed : milliseconds(0);
    return { entry, index, elapsed, facts: this.#factsOf(playId) };
  }

  nextTrack(): QueueEntry | undefined {
    const { playback } = this.#state;
    return playback.kind === 'stopped' ? undefined : playback.upcoming?.entry;
  }

  async filePosition(): Promise<ByteOffset> {
    if (this.#state.playback.kind === 'stopped') return byteOffset(0);
    return (await this.#engine.bytePosition()) ?? byteOffset(0);
  }

  play(from: StartPosition): Promise<void> {
    return this.#command({ type: 'play', from });
  }

  pause(): Promise<void> {
    return this.#command({ type: 'pause' });
  }

  resume(): Promise<void> {
    return this.#command({ type: 'resume' });
  }

  stop(): Promise<void> {
    return this.#command({ type: 'stop' });
  }

  next(): Promise<void> {
    return this.#command({ type: 'next' });
  }

  previous(): Promise<void> {
    return this.#command({ type: 'previous' });
  }

  seek(to: Milliseconds): Promise<void> {
    return this.#command({ type: 'seek', to });
  }

  async replaceQueue(locations: readonly string[]): Promise<number> {
    if (locations.length > QUEUE_CAPACITY) {
      throw new Conflict('QUEUE_FULL', `the queue holds at most ${QUEUE_CAPACITY} entries`);
    }
    if (locations.length > 0) {
      await this.#command({ type: 'queueReplaced', entries: this.#entries(locations), index: 0 });
    }
    return 0;
  }

  async startAt(index: number, from: StartPosition): Promise<void> {
    const { entries } = this.#state.queue;
    if (entries.length > 0 && (!Number.isInteger(index) || index < 0 || index >= entries.length)) {
      const message = `must be between 0 and ${entries.length - 1}`;
      throw new InvalidInput('INDEX_OUT_OF_RANGE', `there is no entry ${index} in the queue`, [
        { path: 'start_index', message },
      ]);
    }
    await this.#command({ type: 'start', index, from });
  }

  #entries(locations: readonly string[]): QueueEntry[] {
    return locations.map((location) => ({ key: this.#nextKey++, location }));
  }

  #factsOf(playId: number): StreamFacts | undefined {
    const facts = this.#engine.facts(playId);
    if (facts === undefined) return undefined;
    return { length: facts.length, sampleRate: facts.sampleRate, bitrate: facts.bitrate };
  }

  /** @throws StateNotSaved */
  async #command(event: PlayerEvent): Promise<void> {
    this.#dispatch(event);
    // A save that failed is tried again by whatever comes next.
    if (this.#unsaved) this.#save();
    try {
      await this.#saved;
    } catch (cause) {
      throw new StateNotSaved({ cause });
    }
  }

  /** Effects may bring news of their own: it is taken in its turn. */
  #dispatch(event: PlayerEvent): void {
    this.#waiting.push(event);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        const before = this.#state;
        const { state, effects } = transition(before, next);
        this.#state = state;
        for (const effect of effects) this.#perform(effect);
        if (state !== before) {
          this.#tell({
            type: 'changed',
            aspects: new Set(['status', 'currentTrack', 'nextTrack', 'position', 'queue']),
          });
        }
      }
    } finally {
      this.#busy = false;
    }
  }

  #tell(news: PlayerNews): void {
    for (const listener of [...this.#listeners]) listener(news);
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'cue':
        if (this.#isLocal(effect.track)) {
          this.#engine.cue({ playId: effect.track.playId, path: effect.track.entry.location }, decodeFrom(effect.from));
        } else {
          this.#engine.clear();
        }
        return;
      case 'follow': {
        const { track } = effect;
        const local = track !== undefined && this.#isLocal(track);
        this.#engine.follow(local ? { playId: track.playId, path: track.entry.location } : undefined);
        return;
      }
      case 'run':
      case 'hold':
      case 'halt':
      case 'clear':
        this.#engine[effect.type]();
        return;
      case 'save':
        this.#save();
        return;
    }
  }

  /** Remote entries are kept in the queue and passed over: streams are not played by this version. */
  #isLocal({ playId, entry }: Cued): boolean {
    if (entry.location.startsWith('/')) return true;
    // In a turn of its own: a queue of ten thousand streams must not keep everything else waiting.
    setImmediate(() => {
      this.#failed(playId, 'UNSUPPORTED_SOURCE', 'remote streams are not played yet', false);
    });
    return false;
  }

  #failed(playId: number, code: string, reason: string, started: boolean): void {
    const { playback } = this.#state;
    const known = playback.kind === 'stopped' ? [playback.prepared] : [playback.current, playback.upcoming];
    const track = known.find((cued) => cued?.playId === playId);
    if (track === undefined) return;
    const { location } = track.entry;
    this.#log.warn(started ? 'track ends early' : 'track skipped', { path: location, code, reason });
    this.#tell({ type: 'trackSkipped', track: { location, code, reason, started } });
    if (!started) this.#dispatch({ type: 'trackFailed', playId });
  }

  #save(): void {
    const { entries, index } = this.#state.queue;
    const saved = this.#store.save(entries, index);
    this.#saved = saved;
    this.#unsaved = false;
    saved.catch((error: unknown) => {
      this.#log.error('queue not saved', { error });
      this.#unsaved = saved === this.#saved;
    });
  }
}

function decodeFrom({ elapsed, offset }: StartPosition): DecodeFrom {
  return elapsed === 0 && offset > 0 ? { kind: 'offset', offset } : { kind: 'elapsed', elapsed };
}
