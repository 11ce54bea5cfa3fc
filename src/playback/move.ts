/** Moving entries within the queue. */
import { indexAtRank, placeOf, rankOf, type Queue, type Standing } from './queue.js';
import { nextKept } from './removal.js';

/**
 * Takes out `count` entries from index `from` on and puts them in so that the first of them gets the index `to`.
 * The current entry stays current, also when it is one of them.
 * @param from with `count`, a range inside the queue
 * @param to at most the length of the queue less `count`
 */
export function moved(queue: Queue, from: number, to: number, count: number): Queue {
  if (from === to || count === 0) return queue;
  const { entries, lastInsertPosition } = queue;
  const block = entries.slice(from, from + count);
  const isMoved = (at: number): boolean => at >= from && at < from + count;
  const whole = { ...queue, entries: entries.toSpliced(from, count).toSpliced(to, 0, ...block) };
  const placeIn = (at: number): number => placeOf(whole, entries[at]?.key ?? 0);
  const runEnd = lastInsertPosition < 0 || isMoved(lastInsertPosition) ? -1 : placeIn(lastInsertPosition);
  const ordered = { ...whole, firstIndex: firstAfter(), lastInsertPosition: runEnd };
  return { ...ordered, ...standingAfter() };

  /** The logical first, or what followed it; what is put right before it leads, unless it led before. */
  function firstAfter(): number {
    if (queue.firstIndex === 0) return 0;
    const first = placeIn(nextKept(queue, isMoved, queue.firstIndex, true) ?? 0);
    return to + count === first && rankOf(queue, from) > 0 ? to : first;
  }

  function standingAfter(): { index: number; standing: Standing } {
    const { index, standing } = queue;
    const end = indexAtRank(ordered, entries.length - 1);
    if (standing === 'at') return { index: placeIn(index), standing };
    if (standing === 'after') {
      const last = isMoved(index) ? end : placeIn(index);
      return last === end ? { index: end, standing } : followerAt(last + 1);
    }
    const next = nextKept(queue, isMoved, index, false);
    return next === undefined ? { index: end, standing: 'after' } : followerAt(placeIn(next));
  }

  /** What is put right before the one that follows a detached track follows it instead. */
  function followerAt(at: number): { index: number; standing: Standing } {
    const index = at % entries.length;
    const isBehindBlock = to + count === index && index !== ordered.firstIndex;
    return { index: isBehindBlock ? to : index, standing: 'before' };
  }
}
