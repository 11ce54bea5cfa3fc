/** Undoing the last edit of the queue. */
import { followedBy, indexAtRank, playedRank, rankOf, type Queue } from './queue.js';
import type { PlayerState } from './state.js';

/** The queue before the edit, with playing where it is now: the current track stays, in its old place if it had one. */
export function undone({ queue, playback }: PlayerState, before: Queue): Queue {
  const places = new Map(before.entries.map(({ key }, index) => [key, index]));
  const current = playback.kind === 'stopped' ? queue.entries[queue.index] : playback.current.entry;
  const place = current && places.get(current.key);
  if (place !== undefined) return { ...before, index: place, standing: 'at' };
  if (playback.kind === 'stopped') return { ...before, standing: 'at' };
  if (before.entries.length === 0) return followedBy(before);
  // It has no place there: what followed the last track before it that has one follows it.
  for (let rank = playedRank(queue); rank >= 0; rank--) {
    const known = places.get(queue.entries[indexAtRank(queue, rank)]?.key ?? 0);
    if (known !== undefined) return behind(before, known);
  }
  return { ...before, index: before.firstIndex, standing: 'before' };
}

function behind(queue: Queue, index: number): Queue {
  const rank = rankOf(queue, index);
  if (rank === queue.entries.length - 1) return { ...queue, index, standing: 'after' };
  return { ...queue, index: indexAtRank(queue, rank + 1), standing: 'before' };
}
