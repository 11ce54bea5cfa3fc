/** Moving entries within the queue. */
import { indexAtRank, indexOfKey, rankOf, type Queue, type Cursor } from './queue.js';
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
  const indexIn = (at: number): number => indexOfKey(whole, entries[at]?.key ?? 0);
  const runEnd = lastInsertPosition < 0 || isMoved(lastInsertPosition) ? -1 : indexIn(lastInsertPosition);
  const ordered = { ...whole, firstIndex: firstAfter(), lastInsertPosition: runEnd };
  return { ...ordered, ...cursorAfter() };

  /** The logical first, or what followed it; what is put right before it leads, unless it led before. */
  function firstAfter(): number {
    if (queue.firstIndex === 0) return 0;
    const first = indexIn(nextKept(queue, isMoved, queue.firstIndex, true) ?? 0);
    return to + count === first && rankOf(queue, from) > 0 ? to : first;
  }

  function cursorAfter(): { index: number; cursor: Cursor } {
    const { index, cursor } = queue;
    const end = indexAtRank(ordered, entries.length - 1);
    if (cursor === 'at') return { index: indexIn(index), cursor };
    if (cursor === 'after') {
      const last = isMoved(index) ? end : indexIn(index);
      return last === end ? { index: end, cursor } : followerAt(last + 1);
    }
    const next = nextKept(queue, isMoved, index, false);
    return next === undefined ? { index: end, cursor: 'after' } : followerAt(indexIn(next));
  }

  /** What is put right before the one that follows a detached track follows it instead. */
  function followerAt(at: number): { index: number; cursor: Cursor } {
    const index = at % entries.length;
    const isBehindBlock = to + count === index && index !== ordered.firstIndex;
    return { index: isBehindBlock ? to : index, cursor: 'before' };
  }
}
