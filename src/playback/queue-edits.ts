/** Edits of the queue, its undo, and the modes: none of them interrupts the track that sounds. */
import { withoutFailures, prepare, syncWithQueue, unchanged } from './track-loading.js';
import { inserted } from './insertion.js';
import type { PlaybackModes } from './modes.js';
import { followedBy, queueOf, type Queue, indexAtRank, playedRank, rankOf, indexOfKey, type Cursor } from './queue.js';
import { seedAfter } from './random.js';
import { cleared, removed, nextKept } from './removal.js';
import { reordered, shuffled, unshuffled } from './shuffle.js';
import type { PlayerState, QueueEvent, Reactions, SuspendedQueue, Transition } from './state.js';
import { broughtBack, suspended } from './suspension.js';

/** What each edit does to the state. */
export const QUEUE_REACTIONS: Reactions<QueueEvent> = {
  queueReplaced(state, { entries, isShuffled = false }) {
    const { nextSeed } = state;
    const fresh = isShuffled ? reordered(queueOf(entries), nextSeed) : queueOf(entries);
    const next = isShuffled ? { ...state, nextSeed: seedAfter(nextSeed) } : state;
    return edited(withoutFailures(next), isStarted(state) ? followedBy(fresh) : fresh);
  },
  inserted(state, { entries, position }) {
    const { queue, nextSeed } = state;
    const next = { ...state, nextSeed: seedAfter(nextSeed) };
    return edited(next, inserted(queue, entries, position, nextSeed, isStarted(state)));
  },
  removed: (state, { positions }) => edited(state, removed(state.queue, positions, isStarted(state))),
  cleared: (state) => edited(state, cleared(state.queue, isStarted(state))),
  moved: (state, { from, to, count }) => edited(state, moved(state.queue, from, to, count)),
  shuffled(state, { startIndex }) {
    const { queue, nextSeed } = state;
    const index = isStarted(state) ? queue.index : startIndex;
    return edited({ ...state, nextSeed: seedAfter(nextSeed) }, shuffled(queue, nextSeed, index));
  },
  undone: undo,
  modesSet: (state, { modes }) => setModes(state, modes),
  queueSuspended: suspended,
  queueBroughtBack: broughtBack,
  restored(state, { queue, modes, resume, goesOn, suspended: kept, nextSeed }) {
    const playback = { kind: 'stopped', prepared: undefined, awaitsStart: goesOn } as const;
    return prepare({ ...state, queue, modes, resume, playback, undo: undefined, suspended: kept, nextSeed }, []);
  },
};

const isStarted = ({ playback }: PlayerState): boolean => playback.kind !== 'stopped';

function edited(state: PlayerState, queue: Queue): Transition {
  return queue === state.queue ? unchanged(state) : syncWithQueue({ ...state, queue, undo: state.queue });
}

function undo(state: PlayerState): Transition {
  if (state.undo === undefined) return unchanged(state);
  return syncWithQueue({ ...state, queue: undone(state, state.undo), undo: undefined });
}

/** The modes are those of the listener's own queue, whatever plays in its place. */
function setModes(state: PlayerState, requested: Partial<PlaybackModes>): Transition {
  const { suspended: own, nextSeed } = state;
  if (own === undefined) return syncWithQueue({ ...state, ...withModes(state, requested, nextSeed) });
  const { nextSeed: next, ...changed } = withModes(own, requested, nextSeed);
  return unchanged({ ...state, nextSeed: next, suspended: { ...own, ...changed } });
}

/** The queue is shuffled when the request is new, or when it is not shuffled although it was requested before. */
function withModes(
  own: Pick<SuspendedQueue, 'queue' | 'modes' | 'undo'>,
  requested: Partial<PlaybackModes>,
  nextSeed: number,
): Pick<PlayerState, 'queue' | 'modes' | 'undo' | 'nextSeed'> {
  const { queue } = own;
  const modes = { ...own.modes, ...requested };
  const shuffles = requested.shuffle === true && (!own.modes.shuffle || queue.seed === 0);
  if (shuffles && queue.entries.length > 0) {
    return { modes, queue: shuffled(queue, nextSeed, queue.index), undo: undefined, nextSeed: seedAfter(nextSeed) };
  }
  const ordered = requested.shuffle === false ? unshuffled(queue) : queue;
  return { modes, queue: ordered, undo: ordered === queue ? own.undo : undefined, nextSeed };
}

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
