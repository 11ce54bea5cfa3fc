/** Edits of the queue, its undo, and the modes: none of them interrupts the track that sounds (contract 5, 6 and 14). */
import { forgiving, prepare, settle, unchanged } from './loading.js';
import { inserted } from './insertion.js';
import type { PlaybackModes } from './modes.js';
import { moved } from './move.js';
import { followedBy, indexAtRank, playedRank, queueOf, rankOf, type Queue } from './queue.js';
import { seedAfter } from './random.js';
import { cleared, removed } from './removal.js';
import { shuffled, unshuffled } from './shuffle.js';
import type { PlayerState, QueueEvent, Transition } from './state.js';

export function react(state: PlayerState, event: QueueEvent): Transition {
  const { queue, playback, nextSeed } = state;
  const started = playback.kind !== 'stopped';
  switch (event.type) {
    case 'queueReplaced': {
      const fresh = queueOf(event.entries);
      return edited(forgiving(state), started ? followedBy(fresh) : fresh);
    }
    case 'inserted': {
      const next = { ...state, nextSeed: seedAfter(nextSeed) };
      return edited(next, inserted(queue, event.entries, event.position, nextSeed, started));
    }
    case 'removed':
      return edited(state, removed(queue, event.positions, started));
    case 'cleared':
      return edited(state, cleared(queue, started));
    case 'moved':
      return edited(state, moved(queue, event.from, event.to, event.count));
    case 'shuffled': {
      const index = started ? queue.index : event.startIndex;
      return edited({ ...state, nextSeed: seedAfter(nextSeed) }, shuffled(queue, nextSeed, index));
    }
    case 'undone':
      return undo(state);
    case 'modesSet':
      return setModes(state, event.modes);
    case 'restored':
      return prepare(
        {
          ...state,
          queue: event.queue,
          modes: event.modes,
          resume: event.resume,
          playback: { kind: 'stopped', prepared: undefined, awaitsStart: event.goesOn },
          undo: undefined,
          nextSeed: event.nextSeed,
        },
        [],
      );
  }
}

function edited(state: PlayerState, queue: Queue): Transition {
  return queue === state.queue ? unchanged(state) : settle({ ...state, queue, undo: state.queue });
}

function undo(state: PlayerState): Transition {
  if (state.undo === undefined) return unchanged(state);
  return settle({ ...state, queue: undone(state, state.undo), undo: undefined });
}

/** The queue is shuffled when the request is new, or when it is not shuffled although it was requested before. */
function setModes(state: PlayerState, requested: Partial<PlaybackModes>): Transition {
  const modes = { ...state.modes, ...requested };
  const { queue, nextSeed } = state;
  const shuffles = requested.shuffle === true && (!state.modes.shuffle || queue.seed === 0);
  if (shuffles && queue.entries.length > 0) {
    const mixed = shuffled(queue, nextSeed, queue.index);
    return settle({ ...state, modes, queue: mixed, undo: undefined, nextSeed: seedAfter(nextSeed) });
  }
  const ordered = requested.shuffle === false ? unshuffled(queue) : queue;
  return settle({ ...state, modes, queue: ordered, undo: ordered === queue ? state.undo : undefined });
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
