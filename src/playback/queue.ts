/**
 * The live queue as a value: every edit gives a new one. Positions are indices into `entries`; a rank counts in play
 * order, which begins at `firstIndex` and wraps round.
 */
import type { QueueEntry, QueueSnapshot } from './types.js';

/** rockboxd's default for `max_playlist_size`. */
export const QUEUE_CAPACITY = 10_000;

/**
 * Where playing stands: at the entry `index`; or the track that sounds has left the queue, and `index` is what took its
 * place (`before`) or, when nothing follows, the last entry in play order (`after`).
 */
export type Cursor = 'at' | 'before' | 'after';

export interface Queue extends QueueSnapshot {
  /** The entries in the order before the first shuffle; undefined when not shuffled. */
  readonly unshuffled: readonly QueueEntry[] | undefined;
  readonly cursor: Cursor;
}

export const EMPTY_QUEUE: Queue = {
  entries: [],
  index: 0,
  firstIndex: 0,
  lastInsertPosition: -1,
  seed: 0,
  capacity: QUEUE_CAPACITY,
  unshuffled: undefined,
  cursor: 'at',
};

/** A fresh, unshuffled queue. */
export function queueOf(entries: readonly QueueEntry[], index = 0): Queue {
  return { ...EMPTY_QUEUE, entries, index };
}

export const isInside = ({ entries }: QueueSnapshot, index: number): boolean =>
  Number.isInteger(index) && index >= 0 && index < entries.length;

/** How many entries are played before this one; the queue is not empty. */
export function rankOf({ entries, firstIndex }: QueueSnapshot, index: number): number {
  return (index - firstIndex + entries.length) % entries.length;
}

export function indexAtRank({ entries, firstIndex }: QueueSnapshot, rank: number): number {
  return (firstIndex + rank) % entries.length;
}

/** The rank behind which playing stands: that of the current entry, or of the one before the gap that it left. */
export function playedRank(queue: Queue): number {
  if (queue.entries.length === 0) return -1;
  return rankOf(queue, queue.index) - (queue.cursor === 'before' ? 1 : 0);
}

/** Playing goes on at this entry. Once it has passed what was inserted last, an insertion follows the current track. */
export function movedTo(queue: Queue, index: number): Queue {
  if (queue.index === index && queue.cursor === 'at') return queue;
  const last = queue.lastInsertPosition;
  const passed = last >= 0 && rankOf(queue, index) > rankOf(queue, last);
  return { ...queue, index, cursor: 'at', lastInsertPosition: passed ? -1 : last };
}

/** The sounding track has nothing to do with this queue, which follows it from its index. */
export function followedBy(queue: Queue): Queue {
  return { ...queue, cursor: queue.entries.length === 0 ? 'after' : 'before' };
}

export function cursorAt(queue: Queue): Queue {
  return queue.cursor === 'at' ? queue : { ...queue, cursor: 'at' };
}

/** Index of the entry with this key, or -1. */
export function indexOfKey({ entries, index }: QueueSnapshot, key: number): number {
  return entries[index]?.key === key ? index : entries.findIndex((entry) => entry.key === key);
}
