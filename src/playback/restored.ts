/** What comes from the disk, brought into a form that the player's state can rely on. */
import { DEFAULT_MODES } from './modes.js';
import { EMPTY_QUEUE, indexOfKey, isInside, movedTo, QUEUE_CAPACITY, type Queue } from './queue.js';
import { FROM_START, type QueueEvent, type SavedPosition, type SuspendedQueue } from './state.js';
import type { StoredPlayer, StoredQueue, StoredSuspension } from './state-store.js';
import type { ResumePoint } from './types.js';

/**
 * @param goesOn what played when the daemon ended is to play again, unless it was an alarm, which has its own way back. What
 * a UPnP controller had sent is not played again: the queue is the listener's own
 */
export function restored(stored: StoredPlayer, goesOn: boolean, nextSeed: number): QueueEvent {
  if (stored.suspended?.by === 'renderer') return withoutSubstitute(stored.suspended, goesOn, nextSeed);
  const queue = queueFrom(stored.queue);
  return {
    type: 'restored',
    queue,
    modes: { ...DEFAULT_MODES, ...stored.modes },
    resume: stored.resume && savedFrom(stored.resume, queue),
    goesOn: goesOn && stored.plays && stored.suspended === undefined,
    suspended: stored.suspended && suspendedFrom(stored.suspended),
    nextSeed,
  };
}

function withoutSubstitute(stored: StoredSuspension, goesOn: boolean, nextSeed: number): QueueEvent {
  const { queue, modes, resume, was } = suspendedFrom(stored);
  const index = resume === undefined ? -1 : indexOfKey(queue, resume.entry.key);
  const own = index < 0 ? queue : movedTo(queue, index);
  return {
    ...{ type: 'restored', queue: own, modes, resume, nextSeed },
    goesOn: goesOn && was === 'playing',
    suspended: undefined,
  };
}

function suspendedFrom({ by, queue: stored, modes, resume, was }: StoredSuspension): SuspendedQueue {
  const queue = queueFrom(stored);
  return {
    by,
    queue,
    modes: { ...DEFAULT_MODES, ...modes },
    resume: resume && queue.entries.includes(resume.entry) ? resume : undefined,
    undo: undefined,
    was,
  };
}

function queueFrom(stored: StoredQueue): Queue {
  const entries = stored.entries.slice(0, QUEUE_CAPACITY);
  const within = (index: number, otherwise: number): number =>
    isInside({ ...EMPTY_QUEUE, entries }, index) ? index : otherwise;
  const known = new Map(entries.map((entry) => [entry.key, entry]));
  const order = new Set(stored.unshuffled?.flatMap(({ key }) => known.get(key) ?? []));
  const isShuffled = stored.seed > 0 && entries.length > 0 && order.size === entries.length;
  return {
    ...EMPTY_QUEUE,
    entries,
    index: within(stored.index, 0),
    firstIndex: within(stored.firstIndex, 0),
    lastInsertPosition: within(stored.lastInsertPosition, -1),
    seed: isShuffled ? stored.seed : 0,
    unshuffled: isShuffled ? [...order] : undefined,
  };
}

/** The saved track, looked for from its index on; a track that is not there any more means the first entry. */
function savedFrom({ index, location, elapsed, offset }: ResumePoint, { entries }: Queue): SavedPosition | undefined {
  const from = Number.isInteger(index) && index >= 0 ? index : 0;
  const behind = entries.slice(from).find((entry) => entry.location === location);
  const entry = behind ?? entries.find((each) => each.location === location);
  if (entry !== undefined) return { entry, elapsed, offset };
  return entries[0] && { entry: entries[0], ...FROM_START };
}
