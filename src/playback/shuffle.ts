/** Shuffling the queue and bringing back its order. */
import { followedBy, indexOfKey, type Queue } from './queue.js';
import { randomFrom, shuffledArray } from './random.js';

/** A new order of the whole queue with this seed; index and logical first stay the numbers that they were. */
export function reordered(queue: Queue, seed: number): Queue {
  const entries = shuffledArray(queue.entries, randomFrom(seed));
  return { ...queue, entries, seed, unshuffled: queue.unshuffled ?? queue.entries, lastInsertPosition: -1 };
}

/**
 * The entry at `index` stays, or becomes, the current one and is the logical first. When the sounding track has left the
 * queue, all of the queue follows it.
 */
export function shuffled(queue: Queue, seed: number, index: number): Queue {
  const chosen = queue.entries[index];
  if (chosen === undefined) return queue;
  const mixed = reordered(queue, seed);
  if (queue.cursor !== 'at') return followedBy({ ...mixed, index: 0, firstIndex: 0 });
  const at = indexOfKey(mixed, chosen.key);
  return { ...mixed, index: at, firstIndex: at };
}

/** For the next round: it begins at 0, and not with the entry that was played last. */
export function reshuffled(queue: Queue, seed: number): Queue {
  const last = queue.cursor === 'at' ? queue.entries[queue.index] : undefined;
  const mixed = reordered(queue, seed);
  const entries = [...mixed.entries];
  const [first] = entries;
  if (first !== undefined && first === last) entries.push(...entries.splice(0, 1));
  return { ...mixed, entries, index: 0, firstIndex: 0 };
}

/** The order of insertion; the current entry stays current. */
export function unshuffled(queue: Queue): Queue {
  const { unshuffled: entries, entries: mixed, index } = queue;
  if (entries === undefined) return queue;
  const current = mixed[index];
  const back = { ...queue, entries, firstIndex: 0, seed: 0, unshuffled: undefined, lastInsertPosition: -1 };
  const at = current === undefined ? 0 : indexOfKey(back, current.key);
  // What stood last in the shuffled order need not be last any more.
  const cursor = queue.cursor === 'after' && at < entries.length - 1 ? 'before' : queue.cursor;
  return { ...back, index: cursor === queue.cursor ? at : at + 1, cursor };
}
