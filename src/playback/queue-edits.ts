/** Edits of the queue, its undo, and the modes: none of them interrupts the track that sounds (contract 5, 6 and 14). */
import { forgiving, prepare, settle, unchanged } from './transition-steps.js';
import { inserted } from './insertion.js';
import type { PlaybackModes } from './modes.js';
import { moved } from './move.js';
import { followedBy, queueOf, type Queue } from './queue.js';
import { seedAfter } from './random.js';
import { cleared, removed } from './removal.js';
import { reordered, shuffled, unshuffled } from './shuffle.js';
import type { PlayerState, QueueEvent, Reactions, Transition } from './state.js';
import { undone } from './undo.js';

/** What each edit does to the state. */
export const QUEUE_REACTIONS: Reactions<QueueEvent> = {
  queueReplaced(state, { entries, isShuffled = false }) {
    const { nextSeed } = state;
    const fresh = isShuffled ? reordered(queueOf(entries), nextSeed) : queueOf(entries);
    const next = isShuffled ? { ...state, nextSeed: seedAfter(nextSeed) } : state;
    return edited(forgiving(next), isStarted(state) ? followedBy(fresh) : fresh);
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
  restored(state, { queue, modes, resume, goesOn, nextSeed }) {
    const playback = { kind: 'stopped', prepared: undefined, awaitsStart: goesOn } as const;
    return prepare({ ...state, queue, modes, resume, playback, undo: undefined, nextSeed }, []);
  },
};

const isStarted = ({ playback }: PlayerState): boolean => playback.kind !== 'stopped';

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
