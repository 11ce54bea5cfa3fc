/**
 * A player that makes no sound: it keeps a queue and a state, records every command and obeys the contract's rules that
 * the HTTP room relies on. What it does next is what the test says.
 */
import { requireInRange } from '../../src/volume/preconditions.js';
import { Conflict, InvalidInput } from '../../src/errors.js';
import { DEFAULT_MODES, type PlaybackModes } from '../../src/playback/modes.js';
import type { Player } from '../../src/playback/player.js';
import type {
  CurrentTrack,
  PlaybackKind,
  PlaybackStatus,
  PlayerAspect,
  PlayerEvent,
  QueueEntry,
  QueueSnapshot,
  ResumePoint,
  StartPosition,
  StreamFacts,
} from '../../src/playback/types.js';
import type { VolumeControl } from '../../src/volume/volume.js';
import type { VolumeLevel } from '../../src/volume/scale.js';
import { byteOffset, milliseconds, type ByteOffset, type Milliseconds } from '../../src/units.js';

export const CAPACITY = 10_000;

export class FakePlayer implements Player {
  /** Every command in order, with its arguments. */
  readonly commands: unknown[][] = [];
  kind: PlaybackKind = 'stopped';
  index = 0;
  elapsed = 0;
  offset = 0;
  entries: QueueEntry[] = [];
  facts: StreamFacts | undefined;
  held: { readonly modes: PlaybackModes; readonly resume: ResumePoint | undefined } = {
    modes: DEFAULT_MODES,
    resume: undefined,
  };
  readonly listeners = new Set<(event: PlayerEvent) => void>();
  outputProblem: PlaybackStatus['outputProblem'];
  /** The index that an insertion or a shuffle answers. */
  answer = 0;
  /** What the next command throws. */
  failure: unknown;

  status(): PlaybackStatus {
    if (this.failure !== undefined) this.#mayFail();
    return { kind: this.kind, outputProblem: this.outputProblem };
  }

  queue(): QueueSnapshot {
    return {
      entries: this.entries,
      index: this.index,
      firstIndex: 0,
      lastInsertPosition: -1,
      seed: 0,
      capacity: CAPACITY,
    };
  }

  modes(): PlaybackModes {
    return this.held.modes;
  }

  resumePoint(): ResumePoint | undefined {
    return this.held.resume;
  }

  subscribe(listener: (event: PlayerEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async setModes(modes: Partial<PlaybackModes>): Promise<void> {
    this.#record('setModes', modes);
    this.held = { ...this.held, modes: { ...this.held.modes, ...modes } };
  }

  currentTrack(): CurrentTrack | undefined {
    const entry = this.entries[this.index];
    if (this.kind === 'stopped' || entry === undefined) return undefined;
    return { entry, index: this.index, elapsed: milliseconds(this.elapsed), facts: this.facts };
  }

  nextTrack(): QueueEntry | undefined {
    return this.kind === 'stopped' ? undefined : this.entries[this.index + 1];
  }

  async filePosition(): Promise<ByteOffset> {
    return byteOffset(this.kind === 'stopped' ? 0 : this.offset);
  }

  async play(from: StartPosition): Promise<void> {
    this.#record('play', from.elapsed, from.offset);
    if (this.entries.length > 0) this.kind = 'playing';
  }

  async pause(): Promise<void> {
    this.#record('pause');
    if (this.kind === 'playing') this.kind = 'paused';
  }

  async resume(): Promise<void> {
    this.#record('resume');
    if (this.kind === 'paused') this.kind = 'playing';
  }

  async stop(): Promise<void> {
    this.#record('stop');
    this.kind = 'stopped';
  }

  async next(): Promise<void> {
    this.#record('next');
  }

  async previous(): Promise<void> {
    this.#record('previous');
  }

  async seek(to: Milliseconds): Promise<void> {
    this.#record('seek', to);
  }

  async replaceQueue(locations: readonly string[], isShuffled = false): Promise<number> {
    this.#record('replaceQueue', locations, ...(isShuffled ? ['shuffled'] : []));
    if (locations.length > CAPACITY) throw new Conflict('QUEUE_FULL', `The queue holds ${CAPACITY} entries.`);
    this.hold(locations);
    return 0;
  }

  async startAt(index: number, from: StartPosition): Promise<void> {
    this.#record('startAt', index, from.elapsed, from.offset);
    if (this.entries.length === 0) return;
    if (index < 0 || index >= this.entries.length) {
      throw new InvalidInput('INDEX_OUT_OF_RANGE', 'No such entry.', [
        { path: 'start_index', message: 'is outside the queue' },
      ]);
    }
    this.index = index;
    this.kind = 'playing';
  }

  /** Says that these aspects changed. */
  emit(...aspects: readonly PlayerAspect[]): void {
    for (const listener of this.listeners) listener({ type: 'changed', aspects: new Set(aspects) });
  }

  async flush(): Promise<void> {
    this.#record('flush');
  }

  async insert(locations: readonly string[], position: number): Promise<number> {
    this.#record('insert', locations, position);
    return this.answer;
  }

  async remove(positions: readonly number[]): Promise<void> {
    this.#record('remove', positions);
  }

  async clear(): Promise<void> {
    this.#record('clear');
  }

  async move(from: number, to: number, count: number): Promise<void> {
    this.#record('move', from, to, count);
  }

  async undo(): Promise<void> {
    this.#record('undo');
  }

  async shuffle(startIndex: number): Promise<number> {
    this.#record('shuffle', startIndex);
    return this.answer;
  }

  async resumeTrack(): Promise<void> {
    this.#record('resumeTrack');
  }

  /** Puts a queue in place without a command. */
  hold(locations: readonly string[]): void {
    this.entries = locations.map((location, key) => ({ key, location }));
    this.index = 0;
  }

  #record(...command: unknown[]): void {
    this.#mayFail();
    this.commands.push(command);
  }

  #mayFail(): void {
    const { failure } = this;
    this.failure = undefined;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- that anything may be thrown is what is tested
    if (failure !== undefined) throw failure;
  }
}

/** A mixer of a hundred steps. */
export class FakeVolume implements VolumeControl {
  range: VolumeLevel = { volume: 40, min: 0, max: 100 };
  highest = 100;
  readonly #listeners = new Set<() => void>();

  read(): VolumeLevel {
    return this.range;
  }

  async adjust(steps: number): Promise<void> {
    await this.goTo(this.range.volume + steps);
  }

  async set(step: number): Promise<void> {
    requireInRange(this.range, step);
    await this.goTo(step);
  }

  protected async goTo(step: number): Promise<void> {
    const { min, max } = this.range;
    this.range = { volume: Math.min(Math.max(step, min), this.highest), min, max };
    for (const listener of this.#listeners) listener();
  }

  /** The steps are percent. */
  async setPercent(percent: number): Promise<void> {
    await this.set(Math.round(percent));
  }

  limit(): number {
    return this.highest;
  }

  async setLimit(step: number): Promise<void> {
    this.highest = step;
    await this.goTo(this.range.volume);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
