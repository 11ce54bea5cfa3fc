/** Undoing the last edit of the queue. */
import { followedBy, indexAtRank, playedRank, rankOf, type Queue } from './queue.js';
import type { PlayerState } from './state.js';

/** The queue before the edit, with playing where it is now: the current track stays, in its old place if it had one. */
export function undone({ queue, playback }: PlayerState, before: Queue): Queue {
  const indices = new Map(before.entries.map(({ key }, index) => [key, index]));
  const current = playback.kind === 'stopped' ? queue.entries[queue.index] : playback.current.entry;
  const index = current && indices.get(current.key);
  if (index !== undefined) return { ...before, index, cursor: 'at' };
  if (playback.kind === 'stopped') return { ...before, cursor: 'at' };
  if (before.entries.length === 0) return followedBy(before);
  // The current track is not in it: what followed the last track before it that has one follows it.
  for (let rank = playedRank(queue); rank >= 0; rank--) {
    const known = indices.get(queue.entries[indexAtRank(queue, rank)]?.key ?? 0);
    if (known !== undefined) return behind(before, known);
  }
  return { ...before, index: before.firstIndex, cursor: 'before' };
}

function behind(queue: Queue, index: number): Queue {
  const rank = rankOf(queue, index);
  if (rank === queue.entries.length - 1) return { ...queue, index, cursor: 'after' };
  return { ...queue, index: indexAtRank(queue, rank + 1), cursor: 'before' };
}
