/** Edits of the queue, its undo, and the modes: none of them interrupts the track that sounds (contract 5, 6 and 14). */
import { forgiving, prepare, settle, unchanged } from './transition-steps.js';
import { inserted } from './insertion.js';
import type { PlaybackModes } from './modes.js';
import { moved } from './move.js';
import { followedBy, queueOf, type Queue } from './queue.js';
import { seedAfter } from './random.js';
import { cleared, removed } from './removal.js';
import { reordered, shuffled, unshuffled } from './shuffle.js';
import type { PlayerState, QueueEvent, Transition } from './state.js';
import { undone } from './undo.js';

export function reactToQueue(state: PlayerState, event: QueueEvent): Transition {
  const { queue, playback, nextSeed } = state;
  const started = playback.kind !== 'stopped';
  switch (event.type) {
    case 'queueReplaced': {
      const isShuffled = event.isShuffled === true;
      const fresh = isShuffled ? reordered(queueOf(event.entries), nextSeed) : queueOf(event.entries);
      const next = isShuffled ? { ...state, nextSeed: seedAfter(nextSeed) } : state;
      return edited(forgiving(next), started ? followedBy(fresh) : fresh);
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
