/** Removes entries from the queue. */
import { indexAtRank, playedRank, rankOf, type Queue } from './queue.js';

/**
 * @param positions indices inside the queue as it stands now
 * @param started a current entry that goes sounds on outside the queue; when stopped the next one becomes current
 */
export function removed(queue: Queue, positions: ReadonlySet<number>, started: boolean): Queue {
  if (positions.size === 0) return queue;
  const { entries, index, unshuffled } = queue;
  const isGone = (at: number): boolean => positions.has(at);
  const kept = entries.filter((_, at) => !isGone(at));
  const gone = new Set(entries.filter((_, at) => isGone(at)));
  const left: Queue = {
    ...queue,
    entries: kept,
    unshuffled: unshuffled?.filter((entry) => !gone.has(entry)),
    lastInsertPosition: lastInsertAfter(queue, positions),
  };
  const isDetached = started && (queue.cursor !== 'at' || isGone(index));
  if (kept.length === 0) {
    const empty = { index: 0, firstIndex: 0, seed: 0, unshuffled: undefined };
    return { ...left, ...empty, cursor: isDetached ? 'after' : 'at' };
  }
  const firstIndex = newIndex(positions, nextKept(queue, isGone, queue.firstIndex, true) ?? 0);
  const next = queue.cursor === 'after' ? undefined : nextKept(queue, isGone, index, false);
  if (next === undefined) {
    const last = (firstIndex + kept.length - 1) % kept.length;
    return { ...left, firstIndex, index: last, cursor: isDetached ? 'after' : 'at' };
  }
  return { ...left, firstIndex, index: newIndex(positions, next), cursor: isDetached ? 'before' : 'at' };
}

/** Removes everything but the entry that sounds or pauses. */
export function cleared(queue: Queue, started: boolean): Queue {
  const all = new Set(queue.entries.keys());
  if (started && queue.cursor === 'at') all.delete(queue.index);
  return removed(queue, all, started);
}

/** The first entry that is kept in play order from `index` on: up to the last one, or wrapping round. */
export function nextKept(
  queue: Queue,
  isGone: (at: number) => boolean,
  index: number,
  wraps: boolean,
): number | undefined {
  const from = rankOf(queue, index);
  const { length } = queue.entries;
  for (let rank = from; rank < (wraps ? from + length : length); rank++) {
    const at = indexAtRank(queue, rank);
    if (!isGone(at)) return at;
  }
  return undefined;
}

/** How many kept entries stand before `at` in the array: its new index. */
function newIndex(positions: ReadonlySet<number>, at: number): number {
  let before = at;
  for (const position of positions) if (position < at) before--;
  return before;
}

/** An insertion goes on behind what is left of the run that was inserted last. */
function lastInsertAfter(queue: Queue, positions: ReadonlySet<number>): number {
  const last = queue.lastInsertPosition;
  if (last < 0) return -1;
  const played = playedRank(queue);
  for (let rank = rankOf(queue, last); rank > played; rank--) {
    const at = indexAtRank(queue, rank);
    if (!positions.has(at)) return newIndex(positions, at);
  }
  return -1;
}
