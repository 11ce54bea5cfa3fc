/**
 * What the rest of the house sees of the player. The wire's odd words (`ff-rewind`, `/playlists`) stop at `http/wire`.
 */
import type { StreamNow } from './engine/network-track.js';
import type { ByteOffset, Milliseconds, SampleRateHz } from '../units.js';
import type { PlaybackModes } from './modes.js';

/** One entry of the live queue. `key` tells two entries of the same file apart and is never used again. */
export interface QueueEntry {
  readonly key: number;
  /** An absolute path, or an http(s) URL. */
  readonly location: string;
}

/** The live queue as it stands. All positions are indices into `entries`. */
export interface QueueSnapshot {
  readonly entries: readonly QueueEntry[];
  /** The current entry; 0 when the queue is empty. */
  readonly index: number;
  /** The entry that is logically first; play order goes on from there and wraps round. */
  readonly firstIndex: number;
  /** Where an insertion after the last one would follow; -1 for none. */
  readonly lastInsertPosition: number;
  /** 0 when not shuffled. */
  readonly seed: number;
  readonly capacity: number;
}

/** The position at which playing goes on after a stop or a restart. */
export interface ResumePoint {
  /** Index of the entry in the queue. */
  readonly index: number;
  readonly location: string;
  readonly elapsed: Milliseconds;
  /** 0 when only the time is known. */
  readonly offset: ByteOffset;
}

/** Where to begin: `elapsed` wins when it is not 0; else `offset`, a byte position, is brought to its PCM frame. */
export interface StartPosition {
  readonly elapsed: Milliseconds;
  readonly offset: ByteOffset;
}

export type PlaybackKind = 'stopped' | 'playing' | 'paused';

/** Why nothing sounds although something should: the output is gone or busy, and is tried again. */
export interface OutputProblem {
  readonly code: string;
  readonly detail: string;
}

export interface PlaybackStatus {
  readonly kind: PlaybackKind;
  readonly outputProblem: OutputProblem | undefined;
}

/** Facts of a track that its decoder knows better than its tags. */
export interface StreamFacts {
  readonly length: Milliseconds;
  readonly sampleRate: SampleRateHz;
  /** kbit/s, the mean over the file. */
  readonly bitrate: number;
  /** Bits of the file's integer samples; undefined where there are none. */
  readonly bitsPerSample?: number | undefined;
  /** In the file. */
  readonly channels?: number | undefined;
}

/** The sounding (or paused) track. It may have left the queue already. */
export interface CurrentTrack {
  readonly entry: QueueEntry;
  /** Index in the queue, or -1 when the track has left it. */
  readonly index: number;
  readonly elapsed: Milliseconds;
  /** Undefined until the decoder has opened the file. */
  readonly facts: StreamFacts | undefined;
  /** What a remote track says about itself at the moment that is played. */
  readonly stream?: StreamNow | undefined;
}

/**
 * What a listener may want to look at again. `currentTrack`: it is another one, at another index of the queue, or more is
 * known of it, such as the facts of its decoder. `position`: playing goes on somewhere else than it was.
 */
export type PlayerAspect = 'status' | 'currentTrack' | 'nextTrack' | 'position' | 'queue' | 'modes' | 'resumePoint';

export interface SkippedTrack {
  readonly location: string;
  readonly code: string;
  readonly reason: string;
  /** Only its rest was left out. */
  readonly started: boolean;
}

/** One listening to an entry: from its first sound to that of another, whatever pauses and seeks lie between. */
export interface ListeningFacts {
  /** Another one for each listening. */
  readonly number: number;
  readonly location: string;
  /** Really played so far; a part that was played twice counts twice. */
  readonly played: Milliseconds;
  /** Length of the whole track, as its decoder knows it; 0 when it does not. */
  readonly length: Milliseconds;
  /** Since its first sound. */
  readonly age: Milliseconds;
  /** Begun before the daemon was started. */
  readonly resumed: boolean;
}

/** `stopped`: it may still go on, with the same number; then `begun` is not reported again. */
export interface ListeningEvent {
  readonly type: 'listening';
  readonly phase: 'begun' | 'stopped' | 'over';
  readonly listening: ListeningFacts;
}

export type PlayerEvent =
  | { readonly type: 'changed'; readonly aspects: ReadonlySet<PlayerAspect> }
  | { readonly type: 'trackSkipped'; readonly track: SkippedTrack }
  | ListeningEvent;

/**
 * Every command resolves when it is accepted and its state is durable; sound follows within milliseconds.
 * @throws StateNotSaved from every command: it is in force, but not durable
 */
export interface Player {
  status(): PlaybackStatus;
  queue(): QueueSnapshot;
  modes(): PlaybackModes;
  /** The live position while playing or paused, the saved one when stopped; undefined when there is nothing to resume. */
  resumePoint(): ResumePoint | undefined;
  /** Undefined when stopped. */
  currentTrack(): CurrentTrack | undefined;
  /** The entry that follows the current one; undefined when stopped or at the end. */
  nextTrack(): QueueEntry | undefined;
  /** Byte position in the file of what is played now; 0 when stopped. */
  filePosition(): Promise<ByteOffset>;
  play(from: StartPosition): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
  next(): Promise<void>;
  previous(): Promise<void>;
  /** Negative counts from the end of the track. Without effect in a stream that cannot be moved about in. */
  seek(to: Milliseconds): Promise<void>;
  /**
   * Replaces the queue without starting it; a sounding track goes on. Returns the start index.
   * @throws Conflict QUEUE_FULL when there are more than the queue's capacity; nothing is changed then.
   */
  replaceQueue(locations: readonly string[]): Promise<number>;
  /** @throws InvalidInput INDEX_OUT_OF_RANGE when `index` is outside a queue that is not empty. */
  startAt(index: number, from: StartPosition): Promise<void>;
  /** Drops what was buffered of the following track and reads it anew; the current one goes on. */
  flush(): Promise<void>;
  /**
   * Inserts at an index, or by a negative number at a named position (contract section 5). The current track stays.
   * Returns the index of the first of them; 0 when there are none. An empty queue becomes a new one.
   * @throws InvalidInput INDEX_OUT_OF_RANGE
   * @throws Conflict QUEUE_FULL; nothing is changed then
   */
  insert(locations: readonly string[], position: number): Promise<number>;
  /**
   * Removes these indices of the queue as it stands; a sounding track among them goes on.
   * @throws InvalidInput INDEX_OUT_OF_RANGE; nothing is removed then
   */
  remove(positions: readonly number[]): Promise<void>;
  /** Empties the queue, except for the current track while it plays or pauses. */
  clear(): Promise<void>;
  /**
   * Moves `count` entries from index `from` on so that the first of them gets the index `to`.
   * @throws InvalidInput INDEX_OUT_OF_RANGE
   */
  move(from: number, to: number, count: number): Promise<void>;
  /** @throws Conflict NOTHING_TO_UNDO */
  undo(): Promise<void>;
  /**
   * Shuffles once; the entry at `startIndex` (or the current track unless stopped) becomes the logical first. Returns
   * its new index.
   * @throws InvalidInput INDEX_OUT_OF_RANGE when `startIndex` is outside a queue that is not empty
   */
  shuffle(startIndex: number): Promise<number>;
  /** Starts at the resume point when stopped, ends a pause; without a resume point nothing happens. */
  resumeTrack(): Promise<void>;
  /** Sets these modes, together; shuffle shuffles the queue at once, or brings back its order. */
  setModes(modes: Partial<PlaybackModes>): Promise<void>;
  /** The listener is called after every change, when it is in force; it must not throw. Returns how to end that. */
  subscribe(listener: (event: PlayerEvent) => void): () => void;
}

/** The current output's volume in its own native steps (contract: hardware mixer steps, or whole dB from -80 to 0). */
export interface VolumeRange {
  readonly volume: number;
  readonly min: number;
  readonly max: number;
}

/** The same, and what it is to people. */
export interface VolumeReading extends VolumeRange {
  /** Place on a slider that is even to the ear, 0 to 100. */
  readonly percent?: number;
  /** Missing where the control does not know, and in silence. */
  readonly decibels?: number;
  /** The loudest step that a person allows, and its place; missing where that is the output's own maximum. */
  readonly limit?: number;
  readonly limitPercent?: number;
}

export interface VolumeControl {
  read(): VolumeReading;
  /**
   * Moves by whole steps, clamped to the range; resolves when the new level is in force and durable.
   * @throws StateNotSaved when it is in force, but not durable
   */
  adjust(steps: number): Promise<void>;
  /**
   * Goes to a step, brought inside the range; resolves when it is in force and durable.
   * @throws StateNotSaved when it is in force, but not durable
   */
  set(step: number): Promise<void>;
  /**
   * Goes to the step that is nearest to a place from 0 to 100 on a slider that is even to the ear, as `set` does.
   * @throws StateNotSaved when it is in force, but not durable
   */
  setPercent(percent: number): Promise<void>;
  /** The loudest step that is allowed on this output; it holds whatever asks for more. */
  limit(): number;
  /**
   * Allows no more than a step, brought inside the range; resolves when it is in force and durable.
   * @throws StateNotSaved when it is in force, but not durable
   */
  setLimit(step: number): Promise<void>;
  /** Calls `listener` after each change, whoever made it; returns what ends that. */
  subscribe(listener: () => void): () => void;
}
