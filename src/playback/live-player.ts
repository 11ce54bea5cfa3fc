/**
 * The player: feeds commands and the engine's news to `transition`, one at a time, and performs the effects in order.
 * Thread: main. A command resolves when the state that it made is durable; sound does not wait for that.
 */
import { randomInt } from 'node:crypto';

import type { DecodeFrom } from '../decode/decoder-messages.js';
import type { EngineEvents } from './engine/engine-deps.js';
import type { Engine } from './engine/engine.js';
import type { QueueTrack } from './engine/queue-track.js';
import { Conflict, StateNotSaved, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { byteOffset, milliseconds, type ByteOffset, type Milliseconds } from '../units.js';
import { changedAspects } from './aspects.js';
import { INSERTIONS } from './insertion.js';
import { requireIndex, requirePosition, requireRange, requireRoom } from './limits.js';
import { Listening } from './listening.js';
import { DEFAULT_MODES, type PlaybackModes } from './modes.js';
import { EMPTY_QUEUE, placeOf } from './queue.js';
import { SEED_LIMIT } from './random.js';
import { restored } from './restored.js';
import { differBy, type ReadTraits } from './single-mode.js';
import {
  FROM_START,
  INITIAL_STATE,
  type Cued,
  type Effect,
  type Joint,
  type PlayerEvent,
  type PlayerState,
} from './state.js';
import type { StateStore } from './state-store.js';
import { isToGoOn, transition } from './transition.js';
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
  Engine,
  | 'cue'
  | 'follow'
  | 'clear'
  | 'run'
  | 'hold'
  | 'halt'
  | 'position'
  | 'course'
  | 'bytePosition'
  | 'facts'
  | 'stream'
  | 'trouble'
  | 'findOutput'
>;

export interface PlayerParts {
  readonly store: StateStore;
  /** How far playing goes back when it resumes; by default not at all. */
  readonly rewinds?: () => { readonly afterPause: Milliseconds; readonly afterStop: Milliseconds };
  readonly log: Log;
  /** What single mode compares. */
  readonly readTraits: ReadTraits;
}

export class LivePlayer implements Player {
  readonly #log: Log;
  readonly #store: StateStore;
  readonly #readTraits: ReadTraits;
  readonly #rewinds: NonNullable<PlayerParts['rewinds']>;
  readonly #engine: PlayerEngine;
  readonly #listening: Listening;
  #state: PlayerState = INITIAL_STATE;
  readonly #listeners = new Set<(news: PlayerNews) => void>();
  #nextKey = 1;
  #waiting: PlayerEvent[] = [];
  #busy = false;
  #saved: Promise<void> = Promise.resolve();
  /** The last save failed. */
  #unsaved = false;

  /** `connect` gets the listeners for the engine's news and returns the engine. */
  constructor(connect: (events: EngineEvents) => PlayerEngine, { store, log, readTraits, rewinds }: PlayerParts) {
    this.#log = log;
    this.#store = store;
    this.#readTraits = readTraits;
    this.#rewinds = rewinds ?? (() => ({ afterPause: milliseconds(0), afterStop: milliseconds(0) }));
    this.#engine = connect({
      trackOpened: (playId) => {
        const { playback } = this.#state;
        if (playback.kind === 'stopped' || playback.current.playId !== playId) return;
        this.#tell({ type: 'changed', aspects: new Set(['currentTrack']) });
      },
      trackHeard: (playId) => {
        this.#dispatch({ type: 'trackHeard', playId });
      },
      finished: (playId) => {
        this.#dispatch({ type: 'finished', playId });
      },
      trackFailed: (playId, code, reason, started) => {
        this.#failed(playId, code, reason, started);
      },
      courseChanged: () => {
        this.#followCourse();
        this.#listening.look();
        this.#listening.begin(this.#state.playback);
      },
      outputLost: () => {
        this.#dispatch({ type: 'outputLost' });
        this.#tell({ type: 'changed', aspects: new Set(['status']) });
      },
      outputBack: (isSoon) => {
        this.#dispatch({ type: 'outputBack', isSoon });
        this.#tell({ type: 'changed', aspects: new Set(['status']) });
      },
      streamChanged: () => {
        this.#tell({ type: 'changed', aspects: new Set(['status', 'currentTrack']) });
      },
    });
    this.#listening = new Listening({
      engine: this.#engine,
      tell: (news) => {
        this.#tell(news);
      },
    });
  }

  /**
   * Brings back the state of the last time, stopped.
   * @param goesOn what played when the daemon ended waits for `goOn`; otherwise it is not played again by itself
   */
  async restore(goesOn = false): Promise<void> {
    const stored = await this.#store.load();
    if (stored === undefined) return;
    this.#nextKey = stored.queue.entries.reduce((highest, { key }) => Math.max(highest, key), 0) + 1;
    this.#dispatch(restored(stored, goesOn, randomInt(1, SEED_LIMIT)));
    if (stored.plays && !goesOn) this.#save();
  }

  /** What played when the daemon ended is to play on, and waits for `goOn`. */
  awaitsStart(): boolean {
    const { playback } = this.#state;
    return playback.kind === 'stopped' && playback.awaitsStart;
  }

  /** Plays on from the kept position, if it still waits for that. Resolves when that is durable. @throws StateNotSaved */
  goOn(): Promise<void> {
    return this.#command({ type: 'goOn', back: this.#rewinds().afterStop });
  }

  status(): PlaybackStatus {
    return { kind: this.#state.playback.kind, outputProblem: this.#engine.trouble };
  }

  /** Whether the loss of the output paused it, or it waits for the output after a start, and nobody has paused it since. */
  awaitsOutput(): boolean {
    const { playback } = this.#state;
    return (playback.kind === 'paused' && playback.because === 'outputLost') || this.awaitsStart();
  }

  queue(): QueueSnapshot {
    return this.#state.queue;
  }

  modes(): PlaybackModes {
    return this.#state.modes;
  }

  resumePoint(): ResumePoint | undefined {
    const { playback, queue } = this.#state;
    const isHeard = playback.kind !== 'stopped' && queue.standing === 'at';
    return isHeard ? pointAt(queue, queue.index, this.#standing(playback.current.entry)) : savedPoint(this.#state);
  }

  currentTrack(): CurrentTrack | undefined {
    const { playback, queue } = this.#state;
    if (playback.kind === 'stopped') return undefined;
    const { entry, playId } = playback.current;
    const index = queue.standing === 'at' ? queue.index : -1;
    const { elapsed } = this.#heard();
    return { entry, index, elapsed, facts: this.#factsOf(playId), stream: this.#engine.stream(playId) };
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

  async resume(): Promise<void> {
    await this.#requireOutput();
    this.#rewindPaused();
    await this.#command({ type: 'resume' });
  }

  stop(): Promise<void> {
    const locating = this.#state.playback.kind === 'stopped' ? undefined : this.#engine.bytePosition();
    const stopping = this.#command({ type: 'stop', at: this.#heard() });
    const place = this.#state.resume;
    locating?.then(
      (offset) => {
        if (offset !== undefined && place !== undefined) this.#dispatch({ type: 'located', place, offset });
      },
      (error: unknown) => {
        this.#log.debug('byte position not known', { error });
      },
    );
    return stopping;
  }

  next(): Promise<void> {
    return this.#command({ type: 'next' });
  }

  previous(): Promise<void> {
    return this.#command({ type: 'previous' });
  }

  async seek(to: Milliseconds): Promise<void> {
    if (this.#isSeekable()) await this.#command({ type: 'seek', to });
  }

  #isSeekable(): boolean {
    return this.currentTrack()?.stream?.seekable !== false;
  }

  flush(): Promise<void> {
    return this.#command({ type: 'flush' });
  }

  async resumeTrack(): Promise<void> {
    await this.#requireOutput();
    this.#rewindPaused();
    await this.#command({ type: 'resumeTrack', back: this.#rewinds().afterStop });
  }

  #rewindPaused(): void {
    const { playback } = this.#state;
    const { afterPause } = this.#rewinds();
    if (playback.kind !== 'paused' || afterPause === 0 || !this.#isSeekable()) return;
    const { elapsed } = this.#standing(playback.current.entry);
    if (elapsed > 0) this.#dispatch({ type: 'seek', to: milliseconds(Math.max(0, elapsed - afterPause)) });
  }

  /** Nothing goes on after a pause while the output is away. @throws Unavailable OUTPUT_MISSING, OUTPUT_BUSY, OUTPUT_FAILED */
  async #requireOutput(): Promise<void> {
    if (this.#state.playback.kind !== 'paused' || this.#engine.trouble === undefined) return;
    const trouble = await this.#engine.findOutput();
    if (trouble !== undefined) throw new Unavailable(trouble.code, `The output is away. ${trouble.detail}`);
  }

  async replaceQueue(locations: readonly string[]): Promise<number> {
    requireRoom(this.queue(), locations.length);
    if (locations.length > 0) await this.#command({ type: 'queueReplaced', entries: this.#entries(locations) });
    return 0;
  }

  async startAt(index: number, from: StartPosition): Promise<void> {
    requireIndex(this.queue(), index, 'start_index');
    await this.#command({ type: 'start', index, from });
  }

  async insert(locations: readonly string[], position: number): Promise<number> {
    const { queue } = this.#state;
    requirePosition(queue, position);
    const isReplacement = INSERTIONS[-1 - position] === 'replace';
    const kept = isReplacement ? Math.min(queue.entries.length, queue.standing === 'at' ? 1 : 0) : queue.entries.length;
    requireRoom(queue, kept + locations.length);
    const entries = this.#entries(locations);
    const known = new Set(entries.map(({ key }) => key));
    const done = this.#command({ type: 'inserted', entries, position });
    const first = this.#state.queue.entries.findIndex(({ key }) => known.has(key));
    await done;
    return Math.max(first, 0);
  }

  async remove(positions: readonly number[]): Promise<void> {
    const { entries } = this.queue();
    for (const [at, position] of positions.entries()) {
      requireRange(position, 0, entries.length - 1, `/positions/${at}`);
    }
    await this.#command({ type: 'removed', positions: new Set(positions) });
  }

  clear(): Promise<void> {
    return this.#command({ type: 'cleared' });
  }

  async move(from: number, to: number, count: number): Promise<void> {
    const { length } = this.queue().entries;
    requireRange(from, 0, length - 1, '/from');
    requireRange(count, 1, length - from, '/count');
    requireRange(to, 0, length - count, '/to');
    await this.#command({ type: 'moved', from, to, count });
  }

  async undo(): Promise<void> {
    if (this.#state.undo === undefined) throw new Conflict('NOTHING_TO_UNDO', 'There is no edit that could be undone.');
    await this.#command({ type: 'undone' });
  }

  async shuffle(startIndex: number): Promise<number> {
    requireIndex(this.queue(), startIndex, 'start_index');
    const done = this.#command({ type: 'shuffled', startIndex });
    const { index } = this.#state.queue;
    await done;
    return index;
  }

  setModes(modes: Partial<PlaybackModes>): Promise<void> {
    return this.#command({ type: 'modesSet', modes });
  }

  /** Stops, and is as on a new box: an empty queue, and nothing to undo. Resolves when that is durable. @throws StateNotSaved */
  async forget(): Promise<void> {
    await this.stop();
    const nextSeed = randomInt(1, SEED_LIMIT);
    this.#unsaved = true;
    await this.#command({
      type: 'restored',
      queue: EMPTY_QUEUE,
      modes: DEFAULT_MODES,
      resume: undefined,
      goesOn: false,
      nextSeed,
    });
  }

  /** Somebody else's sound takes its place: it pauses where it is heard, and goes on when it gets its turn again. */
  interrupt(): void {
    this.#dispatch({ type: 'interrupted' });
  }

  /** It is its turn again: goes on if it was interrupted, and nobody has paused, stopped or played it since. */
  giveBack(): void {
    this.#dispatch({ type: 'givenBack' });
  }

  subscribe(listener: (news: PlayerNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #entries(locations: readonly string[]): QueueEntry[] {
    return locations.map((location) => ({ key: this.#nextKey++, location }));
  }

  /** To be called before the daemon ends: tells how far the current track was heard. */
  leave(): void {
    this.#listening.leave();
  }

  /** Where the current track is heard; its beginning while the engine still speaks of another one. */
  #heard(): StartPosition {
    const { playback } = this.#state;
    if (playback.kind === 'stopped') return FROM_START;
    const position = this.#engine.position();
    const elapsed = position?.playId === playback.current.playId ? position.elapsed : milliseconds(0);
    return { elapsed, offset: byteOffset(0) };
  }

  /** Where the current track is heard; where it is to begin while nothing of it is. */
  #standing(entry: QueueEntry): StartPosition {
    const heard = this.#heard();
    const { resume } = this.#state;
    return heard.elapsed === 0 && resume?.entry === entry ? resume : heard;
  }

  /** Has the heard place kept from now on, as long as the current entry is heard. */
  #followCourse(): void {
    const { playback, queue } = this.#state;
    const isHeard = playback.kind === 'playing' && queue.standing === 'at';
    const course = isHeard ? this.#engine.course() : undefined;
    this.#store.follow(isHeard && course?.playId === playback.current.playId ? course : undefined);
  }

  #factsOf(playId: number): StreamFacts | undefined {
    const facts = this.#engine.facts(playId);
    if (facts === undefined) return undefined;
    const { length, sampleRate, bitrate, bitsPerSample, channels } = facts;
    return { length, sampleRate, bitrate, bitsPerSample, channels };
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
        this.#listening.look();
        const { state, effects } = transition(before, next);
        this.#state = state;
        for (const effect of effects) this.#perform(effect);
        const aspects = changedAspects(before, state);
        if (aspects.size > 0) this.#tell({ type: 'changed', aspects });
        this.#listening.follow(before, next, state);
      }
      this.#followCourse();
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
        this.#engine.cue(toLoad(effect.track), decodeFrom(effect.from));
        return;
      case 'follow':
        this.#engine.follow(effect.track && toLoad(effect.track));
        return;
      case 'compare':
        void this.#compare(effect.joint);
        return;
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

  async #compare(joint: Joint): Promise<void> {
    const [from, to] = await Promise.all([this.#readTraits(joint.from.location), this.#readTraits(joint.to.location)]);
    this.#dispatch({ type: 'compared', joint, differ: differBy(joint.by, from, to) });
  }

  #failed(playId: number, code: string, reason: string, started: boolean): void {
    const { playback } = this.#state;
    const known = playback.kind === 'stopped' ? [playback.prepared] : [playback.current, playback.upcoming];
    const track = known.find((cued) => cued?.playId === playId);
    if (track === undefined) return;
    const { location } = track.entry;
    this.#log.warn(started ? 'track ends early' : 'track skipped', { path: location, code, reason });
    this.#tell({ type: 'trackSkipped', track: { location, code, reason, started } });
    if (started) this.#listening.endsEarly(playId);
    else this.#dispatch({ type: 'trackFailed', playId });
  }

  #save(): void {
    const { queue, modes } = this.#state;
    const saved = this.#store.save({ queue, modes, resume: this.resumePoint(), plays: isToGoOn(this.#state) });
    this.#saved = saved;
    this.#unsaved = false;
    saved.then(
      () => {
        this.#followCourse();
      },
      (error: unknown) => {
        this.#log.error('queue not saved', { error });
        this.#unsaved = saved === this.#saved;
      },
    );
  }
}

/** Where resume-track would start: behind a track that has left the queue, or at the head of another queue. */
function savedPoint({ resume, queue, playback }: PlayerState): ResumePoint | undefined {
  if (playback.kind !== 'stopped' && queue.standing !== 'at') return pointAt(queue, queue.index, FROM_START);
  if (resume === undefined) return undefined;
  const place = placeOf(queue, resume.entry.key);
  return place < 0 ? pointAt(queue, 0, FROM_START) : pointAt(queue, place, resume);
}

function pointAt(
  { entries }: QueueSnapshot,
  index: number,
  { elapsed, offset }: StartPosition,
): ResumePoint | undefined {
  const entry = entries[index];
  return entry && { index, location: entry.location, elapsed, offset };
}

function toLoad({ playId, entry }: Cued): QueueTrack {
  return { playId, location: entry.location };
}

function decodeFrom({ elapsed, offset }: StartPosition): DecodeFrom {
  return elapsed === 0 && offset > 0 ? { kind: 'offset', offset } : { kind: 'elapsed', elapsed };
}
