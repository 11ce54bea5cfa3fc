/**
 * What of the player outlives a power cut, and the one who keeps it (types only). All parts are immutable values: a part
 * that is the same object as at the last save has not changed, so a store may write just the others.
 */
import type { TrackClock } from './engine/timeline.js';
import type { PlaybackModes } from './modes.js';
import type { QueueEntry, ResumePoint } from './types.js';

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

export interface StoredPlayer {
  readonly queue: StoredQueue;
  readonly modes: PlaybackModes;
  /** Undefined when there is nothing to resume: never played, or played to its natural end. */
  readonly resume: ResumePoint | undefined;
  /** Whether the player plays, or only waits for its output: nobody has paused or stopped it. */
  readonly plays: boolean;
}

export interface StateStore {
  /**
   * What was saved last, its resume point as far as it is known; undefined when nothing was saved or nothing can be
   * read. The player checks the values. Never rejects.
   */
  load(): Promise<StoredPlayer | undefined>;
  /**
   * Resolves when this state, or a newer one, is durable. Calls may overlap: the newest is the last on disk. A state
   * without a resume point also ends the position that was kept meanwhile.
   */
  save(state: StoredPlayer): Promise<void>;
  /**
   * From now on keeps the position that this clock gives, of the entry that was saved as current, for a killed
   * process; undefined: nothing is played. Without effect while that entry is being saved.
   */
  follow(clock: TrackClock | undefined): void;
}
