/**
 * Insertion into the queue at the wire's positions, whose negative numbers are names. The current entry stays current
 * wherever the others go.
 */
import { indexAtRank, indexOfKey, playedRank, queueOf, rankOf, type Queue } from './queue.js';
import { randomFrom, shuffledArray, type Random } from './random.js';
import type { QueueEntry } from './types.js';

/** From -1 on downwards, in this order. */
export const INSERTIONS = [
  'prepend',
  'insert',
  'last',
  'first',
  'shuffled',
  'replace',
  'lastShuffled',
  'lastRotated',
] as const;
type Insertion = (typeof INSERTIONS)[number];

export const LOWEST_POSITION = -INSERTIONS.length;

/** The insertions in words, for people who write clients. */
export const INSERTIONS_IN_WORDS =
  '-1 before the logical first; -2 after the current track and what was inserted there before; -3 at the end; -4 right ' +
  'after the current track; -5 each at a random place after the current track; -6 replace all but the current track; ' +
  '-7 shuffled, at the end; -8 at the end, in the array before the logical first';

interface Slot {
  /** The first of the new entries gets this index. */
  readonly at: number;
  /** At the index of the logical first they become the logical first; else they are the logical last. */
  readonly leads: boolean;
  /** At the index of what follows a track that has left the queue, they follow it instead. */
  readonly follows: boolean;
  /** Where they go in the order that a later end of the shuffle brings back: behind their neighbour, or to the end. */
  readonly besides: boolean;
  readonly isRun: boolean;
}

/**
 * @param position an index, or the negative number of an insertion; inside its range
 * @param started playing or paused
 */
export function inserted(
  queue: Queue,
  added: readonly QueueEntry[],
  position: number,
  seed: number,
  started: boolean,
): Queue {
  if (added.length === 0) return queue;
  if (queue.entries.length === 0) return { ...queueOf(added), cursor: queue.cursor === 'at' ? 'at' : 'before' };
  const kind = position < 0 ? INSERTIONS[-1 - position] : undefined;
  if (kind === undefined) return insertedAt(queue, added, absolute(position));
  switch (kind) {
    case 'shuffled':
      return scattered(queue, added, randomFrom(seed), started);
    case 'lastShuffled':
      return insertedAt(queue, shuffledArray(added, randomFrom(seed)), slotFor(queue, 'last'));
    case 'replace':
      return replaced(queue, added);
    default:
      return insertedAt(queue, added, slotFor(queue, kind));
  }
}

function absolute(at: number): Slot {
  return { at, leads: true, follows: true, besides: true, isRun: false };
}

function slotFor(queue: Queue, kind: Exclude<Insertion, 'shuffled' | 'lastShuffled' | 'replace'>): Slot {
  const { entries, index, firstIndex, lastInsertPosition, cursor } = queue;
  switch (kind) {
    case 'prepend':
      return { at: firstIndex, leads: true, follows: false, besides: true, isRun: false };
    case 'last':
      return { at: firstIndex > 0 ? firstIndex : entries.length, ...AT_THE_END };
    case 'lastRotated':
      return { at: firstIndex, ...AT_THE_END };
    case 'insert':
      // The run stands behind what follows, also where it ends right before it in the array.
      if (lastInsertPosition >= 0) return { at: lastInsertPosition + 1, ...AS_RUN, follows: false };
      return slotFor(queue, 'first');
    case 'first':
      if (cursor === 'before') return { at: index, ...AS_RUN, leads: true };
      return { at: index + 1, ...AS_RUN };
  }
}

const AT_THE_END = { leads: false, follows: false, besides: false, isRun: false };
const AS_RUN = { leads: false, follows: true, besides: true, isRun: true };

function insertedAt(queue: Queue, added: readonly QueueEntry[], { at, leads, follows, ...how }: Slot): Queue {
  const { entries, index, firstIndex, lastInsertPosition, cursor } = queue;
  const count = added.length;
  const indexStays = at > index || (at === index && cursor === 'before' && follows);
  const firstStays = at > firstIndex || (at === firstIndex && leads);
  const lastStays = at > lastInsertPosition;
  const whole = entries.toSpliced(at, 0, ...added);
  return reopened({
    ...queue,
    entries: whole,
    index: indexStays ? index : index + count,
    firstIndex: firstStays ? firstIndex : firstIndex + count,
    lastInsertPosition: how.isRun ? at + count - 1 : lastStays ? lastInsertPosition : lastInsertPosition + count,
    unshuffled: queue.unshuffled && besides(queue.unshuffled, added, how.besides, entries[at - 1]),
  });
}

/** The order of insertion with the new ones behind `neighbour` (at the head without one), or at the end. */
function besides(
  order: readonly QueueEntry[],
  added: readonly QueueEntry[],
  isBehind: boolean,
  neighbour: QueueEntry | undefined,
): readonly QueueEntry[] {
  if (!isBehind) return [...order, ...added];
  return order.toSpliced(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, ...added);
}

/** What came behind the last entry follows the track that has left the queue. */
function reopened(queue: Queue): Queue {
  if (queue.cursor !== 'after') return queue;
  const rank = rankOf(queue, queue.index);
  if (rank === queue.entries.length - 1) return queue;
  return { ...queue, index: indexAtRank(queue, rank + 1), cursor: 'before' };
}

/** Everything but the current entry makes room; without one in the queue the new ones are the queue. */
function replaced(queue: Queue, added: readonly QueueEntry[]): Queue {
  const current = queue.cursor === 'at' ? queue.entries[queue.index] : undefined;
  if (current === undefined) return { ...queueOf(added), cursor: 'before' };
  return queueOf([current, ...added]);
}

/** Each new entry at a random place between the current one and the end; in the whole queue unless started. */
function scattered(queue: Queue, added: readonly QueueEntry[], random: Random, started: boolean): Queue {
  const { entries, index, firstIndex, lastInsertPosition } = queue;
  const order = [...entries.slice(firstIndex), ...entries.slice(0, firstIndex)];
  const played = started ? playedRank(queue) + 1 : 0;
  order.push(...interleaved(order.splice(played), shuffledArray(added, random), random));
  // The logical first keeps its index, and what does not fit behind it stands at the head of the array.
  const wrapped = order.splice(order.length - firstIndex);
  const mixed: Queue = {
    ...queue,
    entries: [...wrapped, ...order],
    unshuffled: queue.unshuffled && [...queue.unshuffled, ...added],
  };
  const indexAfter = (at: number): number => {
    const entry = entries[at];
    return entry === undefined ? -1 : indexOfKey(mixed, entry.key);
  };
  const moved = { ...mixed, index: indexAfter(index), lastInsertPosition: indexAfter(lastInsertPosition) };
  return moved.cursor === 'before' ? { ...moved, index: indexAtRank(moved, played) } : reopened(moved);
}

/** Both in their own order, and every way to mix them as likely as any other. */
function interleaved(tail: readonly QueueEntry[], added: readonly QueueEntry[], random: Random): QueueEntry[] {
  const mixed: QueueEntry[] = [];
  for (let old = 0, fresh = 0; old + fresh < tail.length + added.length;) {
    const waiting = added.length - fresh;
    const takesNew = random() * (tail.length - old + waiting) < waiting;
    mixed.push((takesNew ? added[fresh++] : tail[old++]) as QueueEntry);
  }
  return mixed;
}
