/**
 * What of the player outlives a power cut (types only). All parts are immutable values: a part that is the same object as at
 * the last save has not changed, so that the store writes just the others.
 */
import type { PlaybackModes } from './modes.js';
import type { SavedPosition, Substitute } from './state.js';
import type { PlaybackKind, QueueEntry, ResumePoint } from './types.js';

/** The queue as it is kept; of restored entries the keys stay what they were. */
export interface StoredQueue {
  /** In array order. A track change leaves the array the same object. */
  readonly entries: readonly QueueEntry[];
  readonly index: number;
  readonly firstIndex: number;
  readonly lastInsertPosition: number;
  readonly seed: number;
  /** The entries in the order before the first shuffle; undefined when the queue is not shuffled. */
  readonly unshuffled: readonly QueueEntry[] | undefined;
}

/** The listener's queue while something else plays in its place. */
export interface StoredSuspension {
  readonly by: Substitute;
  readonly queue: StoredQueue;
  readonly modes: PlaybackModes;
  readonly resume: SavedPosition | undefined;
  readonly was: PlaybackKind;
}

export interface StoredPlayer {
  readonly queue: StoredQueue;
  readonly modes: PlaybackModes;
  /** Undefined when there is nothing to resume: never played, or played to its natural end. */
  readonly resume: ResumePoint | undefined;
  /** Whether the player plays, or only waits for its output: nobody has paused or stopped it. */
  readonly plays: boolean;
  /** Undefined while `queue` is the listener's own. */
  readonly suspended?: StoredSuspension | undefined;
}
