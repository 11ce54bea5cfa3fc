/**
 * The player: checks commands and gives them to its state machine (player-machine.ts), and shows what plays. While an
 * external source is played (external-playback.ts), transport commands go to it, and it is what is shown. Thread: main. A
 * command resolves when the state that it made is durable; sound does not wait for that.
 */

import { Conflict, Unavailable } from '../errors.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import { byteOffset, milliseconds, type ByteOffset, type Milliseconds } from '../units.js';
import { ExternalPlayback } from './external-playback.js';
import type { ExternalSources } from './external-source.js';
import { EntryKeys } from './entry-keys.js';
import { INSERTIONS } from './insertion.js';
import { requireIndex, requirePosition, requireRange, requireRoom } from './limits.js';
import { DEFAULT_MODES, type PlaybackModes } from './modes.js';
import { PlayerMachine, type PlayerEngine } from './player-machine.js';
import { EMPTY_QUEUE } from './queue.js';
import { QueueSuspension, RemoteTracks } from './queue-suspension.js';
import { randomSeed } from './random.js';
import { restored } from './restored.js';
import { shownTrack } from './shown-track.js';
import type { ReadTraits } from './single-mode.js';
import type { MachineEvent } from './state.js';
import type { StateStore } from './player-store.js';
import type {
  CurrentTrack,
  PlaybackStatus,
  PlayerEvent,
  QueueEntry,
  QueueSnapshot,
  ResumePoint,
  StartPosition,
} from './types.js';

export interface PlayerDeps {
  readonly store: StateStore;
  /** How far playing goes back when it resumes; by default not at all. */
  readonly rewinds?: () => { readonly afterPause: Milliseconds; readonly afterStop: Milliseconds };
  readonly log: Log;
  /** What single mode compares. */
  readonly readTraits: ReadTraits;
  /** Who else may play into the box; by default nobody. */
  readonly external?: ExternalSources;
}

/**
 * The player. Every command resolves when it is accepted and its state is durable; sound follows within milliseconds.
 * @throws StateNotSaved from every command: it is in force, but not durable
 */
export class LivePlayer {
  readonly #log: Log;
  readonly #store: StateStore;
  readonly #rewinds: NonNullable<PlayerDeps['rewinds']>;
  readonly #machine: PlayerMachine;
  readonly #external: ExternalPlayback | undefined;
  readonly #listeners = new Listeners<[event: PlayerEvent]>();
  readonly #keys = new EntryKeys();
  /** An alarm in the place of the queue. */
  readonly suspension: QueueSuspension;
  /** What a UPnP controller plays in the place of the queue. */
  readonly remoteTracks: RemoteTracks;

  constructor(engine: PlayerEngine, deps: PlayerDeps) {
    const { store, log, readTraits, rewinds, external } = deps;
    this.#log = log;
    this.#store = store;
    this.#rewinds = rewinds ?? (() => ({ afterPause: milliseconds(0), afterStop: milliseconds(0) }));
    const machine = new PlayerMachine(engine, { store, log, readTraits, emit: (event) => this.#report(event) });
    this.#machine = machine;
    this.suspension = new QueueSuspension(machine, this.#keys, 'alarm');
    this.remoteTracks = new RemoteTracks(machine, this.#keys);
    if (external === undefined) return;
    this.#external = new ExternalPlayback({
      engine,
      sources: external,
      queue: {
        interrupt: () => machine.dispatch({ type: 'interrupted' }),
        giveBack: () => machine.dispatch({ type: 'givenBack' }),
        pause: () => machine.command({ type: 'pause' }),
      },
      changed: (aspects) => this.#listeners.call({ type: 'changed', aspects }),
      log,
    });
  }

  /** External sources are played from now on. */
  start(): void {
    this.#external?.start();
  }

  /** No external source is played any more, and the queue does not go on by itself. May be called twice. */
  endExternal(): void {
    this.#external?.end();
  }

  /**
   * Brings back the state of the last time, stopped.
   * @param goesOn what played when the daemon ended waits for `goOn`; otherwise it is not played again by itself
   */
  async restore(goesOn = false): Promise<void> {
    const stored = await this.#store.load();
    if (stored === undefined) return;
    for (const { entries } of [stored.queue, stored.suspended?.queue ?? EMPTY_QUEUE]) this.#keys.skip(entries);
    this.#machine.dispatch(restored(stored, goesOn, randomSeed()));
    const isOther = stored.suspended !== undefined && this.#machine.state.suspended === undefined;
    if ((stored.plays && !goesOn) || isOther) this.#machine.save();
  }

  /** What played when the daemon ended is to play on, and waits for `goOn`. */
  awaitsStart(): boolean {
    const { playback } = this.#machine.state;
    return playback.kind === 'stopped' && playback.awaitsStart;
  }

  /** Plays on from the kept position, if it still waits for that. Resolves when that is durable. @throws StateNotSaved */
  goOn(): Promise<void> {
    return this.#machine.command({ type: 'goOn', back: this.#rewinds().afterStop });
  }

  status(): PlaybackStatus {
    return {
      kind: this.#external?.kind ?? this.#machine.state.playback.kind,
      outputProblem: this.#machine.engine.trouble,
    };
  }

  /** Status of the queue alone, also while a phone plays in its place. */
  queueStatus(): PlaybackStatus {
    return { kind: this.#machine.state.playback.kind, outputProblem: this.#machine.engine.trouble };
  }

  /** Whether the loss of the output paused it, or it waits for the output after a start, and nobody has paused it since. */
  awaitsOutput(): boolean {
    const { playback } = this.#machine.state;
    return (playback.kind === 'paused' && playback.because === 'outputLost') || this.awaitsStart();
  }

  queue(): QueueSnapshot {
    return this.#machine.state.queue;
  }

  /** Those of the listener, also while an alarm plays in the place of the queue. */
  modes(): PlaybackModes {
    return (this.#machine.state.suspended ?? this.#machine.state).modes;
  }

  /** The live position while playing or paused, the saved one when stopped; undefined when there is nothing to resume. */
  resumePoint(): ResumePoint | undefined {
    return this.#machine.resumePoint();
  }

  /** Undefined when stopped. */
  currentTrack(): CurrentTrack | undefined {
    return this.#external?.currentTrack() ?? this.queueTrack();
  }

  /** Track of the queue alone, also while a phone plays in its place. Undefined when stopped. */
  queueTrack(): CurrentTrack | undefined {
    return shownTrack(this.#machine);
  }

  /** The entry that follows the current one; undefined when stopped or at the end. */
  nextTrack(): QueueEntry | undefined {
    const { playback } = this.#machine.state;
    // Nobody knows what an external source plays next.
    return playback.kind === 'stopped' || this.#isExternal() ? undefined : playback.upcoming?.entry;
  }

  /** Byte position in the file of what is played now; 0 when stopped. */
  async filePosition(): Promise<ByteOffset> {
    if (this.#machine.state.playback.kind === 'stopped' || this.#isExternal()) return byteOffset(0);
    return (await this.#machine.engine.bytePosition()) ?? byteOffset(0);
  }

  #isExternal(): boolean {
    return this.#external?.kind !== undefined;
  }

  play(from: StartPosition): Promise<void> {
    return this.#orExternal((external) => external.resume(), { type: 'play', from });
  }

  /** An alarm that plays in the place of the queue is over then, and the queue is back, paused or stopped. */
  pause(): Promise<void> {
    if (this.suspension.isActive) return this.suspension.end(false);
    return this.#orExternal((external) => external.pause(), { type: 'pause' });
  }

  async resume(): Promise<void> {
    if (!this.#isExternal()) {
      await this.#requireOutput();
      this.#rewindPaused();
    }
    await this.#orExternal((external) => external.resume(), { type: 'resume' });
  }

  /** The external source that has its turn does it; else it is a command to the queue. */
  async #orExternal(act: (external: ExternalPlayback) => Promise<void>, event: MachineEvent): Promise<void> {
    if (this.#external?.kind === undefined) await this.#machine.command(event);
    else await act(this.#external);
  }

  stop(): Promise<void> {
    this.#external?.stop();
    return this.#endSubstitute() ?? this.#stopQueue();
  }

  /** Ends what plays in the place of the queue; undefined where nothing does. Rejects with StateNotSaved. */
  #endSubstitute(): Promise<void> | undefined {
    return [this.suspension, this.remoteTracks].find(({ isActive }) => isActive)?.end(false);
  }

  #stopQueue(): Promise<void> {
    const locating = this.#machine.state.playback.kind === 'stopped' ? undefined : this.#machine.engine.bytePosition();
    const stopping = this.#machine.command({ type: 'stop', at: this.#machine.playedPosition() });
    const saved = this.#machine.state.resume;
    locating?.then(
      (offset) => {
        if (offset !== undefined && saved !== undefined) this.#machine.dispatch({ type: 'located', saved, offset });
      },
      (error: unknown) => {
        this.#log.debug('byte position not known', { error });
      },
    );
    return stopping;
  }

  next(): Promise<void> {
    return this.#orExternal((external) => external.send('next'), { type: 'next' });
  }

  previous(): Promise<void> {
    return this.#orExternal((external) => external.send('previous'), { type: 'previous' });
  }

  /** Negative counts from the end of the track. Without effect in a stream that cannot be moved about in. */
  async seek(to: Milliseconds): Promise<void> {
    if (this.#isSeekable() && !this.#isExternal()) await this.#machine.command({ type: 'seek', to });
  }

  #isSeekable(): boolean {
    return this.queueTrack()?.stream?.seekable !== false;
  }

  /** Drops what was buffered of the following track and reads it anew; the current one goes on. */
  flush(): Promise<void> {
    return this.#machine.command({ type: 'flush' });
  }

  /** Starts at the resume point when stopped, ends a pause; without a resume point nothing happens. */
  async resumeTrack(): Promise<void> {
    await this.#requireOutput();
    this.#rewindPaused();
    await this.#machine.command({ type: 'resumeTrack', back: this.#rewinds().afterStop });
  }

  #rewindPaused(): void {
    const { playback } = this.#machine.state;
    const { afterPause } = this.#rewinds();
    if (playback.kind !== 'paused' || afterPause === 0 || !this.#isSeekable()) return;
    const { elapsed } = this.#machine.currentPosition(playback.current.entry);
    if (elapsed > 0) this.#machine.dispatch({ type: 'seek', to: milliseconds(Math.max(0, elapsed - afterPause)) });
  }

  /** Nothing goes on after a pause while the output is away. @throws Unavailable OUTPUT_MISSING, OUTPUT_BUSY, OUTPUT_FAILED */
  async #requireOutput(): Promise<void> {
    if (this.#machine.state.playback.kind !== 'paused' || this.#machine.engine.trouble === undefined) return;
    const trouble = await this.#machine.engine.findOutput();
    if (trouble !== undefined) throw new Unavailable(trouble.code, `The output is away. ${trouble.detail}`);
  }

  /**
   * Replaces the queue without starting it; a sounding track goes on. Returns the start index.
   * @param isShuffled in random order, as one edit: the end of the shuffle brings back the order given
   * @throws Conflict QUEUE_FULL when there are more than the queue's capacity; nothing is changed then.
   */
  async replaceQueue(locations: readonly string[], isShuffled = false): Promise<number> {
    requireRoom(this.queue(), locations.length);
    if (locations.length === 0) return 0;
    const ending = this.#endSubstitute();
    if (ending !== undefined) await ending;
    await this.#machine.command({ type: 'queueReplaced', entries: this.#keys.entriesOf(locations), isShuffled });
    return 0;
  }

  /** @throws InvalidInput INDEX_OUT_OF_RANGE when `index` is outside a queue that is not empty. */
  async startAt(index: number, from: StartPosition): Promise<void> {
    requireIndex(this.queue(), index, 'start_index');
    await this.#machine.command({ type: 'start', index, from });
  }

  /**
   * Inserts at an index, or by a negative number at a named position. The current track stays.
   * Returns the index of the first of them; 0 when there are none. An empty queue becomes a new one.
   * @throws InvalidInput INDEX_OUT_OF_RANGE
   * @throws Conflict QUEUE_FULL; nothing is changed then
   */
  async insert(locations: readonly string[], position: number): Promise<number> {
    const ending = this.#endSubstitute();
    if (ending !== undefined) await ending;
    const { queue } = this.#machine.state;
    requirePosition(queue, position);
    const isReplacement = INSERTIONS[-1 - position] === 'replace';
    const kept = isReplacement ? Math.min(queue.entries.length, queue.cursor === 'at' ? 1 : 0) : queue.entries.length;
    requireRoom(queue, kept + locations.length);
    const entries = this.#keys.entriesOf(locations);
    const known = new Set(entries.map(({ key }) => key));
    const done = this.#machine.command({ type: 'inserted', entries, position });
    const first = this.#machine.state.queue.entries.findIndex(({ key }) => known.has(key));
    await done;
    return Math.max(first, 0);
  }

  /**
   * Removes these indices of the queue as it stands; a sounding track among them goes on.
   * @throws InvalidInput INDEX_OUT_OF_RANGE; nothing is removed then
   */
  async remove(positions: readonly number[]): Promise<void> {
    const { entries } = this.queue();
    for (const [at, position] of positions.entries()) {
      requireRange(position, 0, entries.length - 1, `/positions/${at}`);
    }
    await this.#machine.command({ type: 'removed', positions: new Set(positions) });
  }

  /** Empties the queue, except for the current track while it plays or pauses. */
  clear(): Promise<void> {
    return this.#machine.command({ type: 'cleared' });
  }

  /**
   * Moves `count` entries from index `from` on so that the first of them gets the index `to`.
   * @throws InvalidInput INDEX_OUT_OF_RANGE
   */
  async move(from: number, to: number, count: number): Promise<void> {
    const { length } = this.queue().entries;
    requireRange(from, 0, length - 1, '/from');
    requireRange(count, 1, length - from, '/count');
    requireRange(to, 0, length - count, '/to');
    await this.#machine.command({ type: 'moved', from, to, count });
  }

  /** @throws Conflict NOTHING_TO_UNDO */
  async undo(): Promise<void> {
    if (this.#machine.state.undo === undefined)
      throw new Conflict('NOTHING_TO_UNDO', 'There is no edit that could be undone.');
    await this.#machine.command({ type: 'undone' });
  }

  /**
   * Shuffles once; the entry at `startIndex` (or the current track unless stopped) becomes the logical first. Returns
   * its new index.
   * @throws InvalidInput INDEX_OUT_OF_RANGE when `startIndex` is outside a queue that is not empty
   */
  async shuffle(startIndex: number): Promise<number> {
    requireIndex(this.queue(), startIndex, 'start_index');
    const done = this.#machine.command({ type: 'shuffled', startIndex });
    const { index } = this.#machine.state.queue;
    await done;
    return index;
  }

  /** Sets these modes, together; shuffle shuffles the queue at once, or brings back its order. */
  setModes(modes: Partial<PlaybackModes>): Promise<void> {
    return this.#machine.command({ type: 'modesSet', modes });
  }

  /** Stops, and is as on a new box: an empty queue, and nothing to undo. Resolves when that is durable. @throws StateNotSaved */
  async forget(): Promise<void> {
    await this.#stopQueue();
    const nextSeed = randomSeed();
    this.#machine.saveNext();
    await this.#machine.command({
      type: 'restored',
      queue: EMPTY_QUEUE,
      modes: DEFAULT_MODES,
      resume: undefined,
      goesOn: false,
      nextSeed,
    });
  }

  /** The listener is called after every change, when it is in force; it must not throw. Returns how to end that. */
  subscribe(listener: (event: PlayerEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** To be called before the daemon ends: reports how far the current track was played. */
  leave(): void {
    this.#machine.leave();
  }

  /** Whoever has the queue play wants to hear that, and no external source. */
  #report(event: PlayerEvent): void {
    if (this.#machine.state.playback.kind === 'playing') this.#external?.drop();
    this.#listeners.call(event);
  }
}
