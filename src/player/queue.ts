/** The live queue as a value: every edit gives a new one. Positions are indices into `entries`. */
import type { QueueEntry, QueueSnapshot } from './types.js';

/** rockboxd's default for `max_playlist_size`. */
export const QUEUE_CAPACITY = 10_000;

export type Queue = QueueSnapshot;

export const EMPTY_QUEUE: Queue = {
  entries: [],
  index: 0,
  firstIndex: 0,
  lastInsertPosition: -1,
  seed: 0,
  capacity: QUEUE_CAPACITY,
};

/** A fresh, unshuffled queue; `index` is brought inside it. */
export function queueOf(entries: readonly QueueEntry[], index = 0): Queue {
  const inside = Number.isInteger(index) && index >= 0 && index < entries.length ? index : 0;
  return { ...EMPTY_QUEUE, entries, index: inside };
}
