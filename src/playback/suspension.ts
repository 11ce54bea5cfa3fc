/**
 * Suspends the listener's queue while an alarm, or what a UPnP controller sends, plays in its place, and brings it back:
 * the same entries, modes, position and undo. Pure steps of the player's state machine.
 *
 *      own queue ──queueSuspended──▶ other music ──queueBroughtBack──▶ own queue: plays on, paused or stopped
 */
import { NO_KEYS } from './key-set.js';
import { DEFAULT_MODES } from './modes.js';
import { indexOfKey, movedTo, queueOf } from './queue.js';
import { seedAfter } from './random.js';
import { reordered } from './shuffle.js';
import {
  FROM_START,
  type PlayerState,
  type PlayingOrPaused,
  type QueueEvent,
  type SuspendedQueue,
  type Transition,
} from './state.js';
import * as steps from './track-loading.js';
import { start } from './transport.js';
import type { StartPosition } from './types.js';

type EventOf<Type extends QueueEvent['type']> = Extract<QueueEvent, { readonly type: Type }>;

/** Nothing of one queue is known of the other. */
const FRESH = { undo: undefined, boundary: undefined, resumeBeforeFailures: undefined, unplayable: NO_KEYS } as const;

/** A queue that is suspended already stays so, and the music in its place is another. */
export function suspended(state: PlayerState, event: EventOf<'queueSuspended'>): Transition {
  const { entries, isShuffled, index, from, at, by } = event;
  if (entries[index] === undefined) return steps.unchanged(state);
  const { nextSeed } = state;
  const queue = isShuffled ? reordered(queueOf(entries), nextSeed) : queueOf(entries);
  const next: PlayerState = {
    ...state,
    ...FRESH,
    queue,
    modes: by === 'alarm' ? { ...DEFAULT_MODES, repeat: 'all' } : DEFAULT_MODES,
    resume: undefined,
    suspended: state.suspended?.by === by ? state.suspended : { ...(state.suspended ?? suspendedFrom(state, at)), by },
    nextSeed: isShuffled ? seedAfter(nextSeed) : nextSeed,
  };
  return start(next, index, from);
}

function suspendedFrom(state: PlayerState, at: StartPosition): Omit<SuspendedQueue, 'by'> {
  const { playback, queue, modes, undo } = state;
  if (playback.kind === 'stopped') {
    return { queue, modes, undo, resume: state.resume, was: playback.awaitsStart ? 'playing' : 'stopped' };
  }
  // What only waits for its output, or for the end of a phone's sound, is not resumed by the end of an alarm.
  const was = playback.kind;
  const entry = queue.entries[queue.index];
  const position = queue.cursor === 'at' ? at : FROM_START;
  return { queue, modes, undo, resume: entry && { entry, ...position }, was };
}

export function broughtBack(state: PlayerState, { goesOn }: EventOf<'queueBroughtBack'>): Transition {
  if (state.suspended === undefined) return steps.unchanged(state);
  const { queue, modes, resume, undo, was } = state.suspended;
  const playback = { kind: 'stopped', prepared: undefined, awaitsStart: false } as const;
  const next: PlayerState = { ...state, ...FRESH, queue, modes, resume, undo, suspended: undefined, playback };
  const index = resume === undefined ? -1 : indexOfKey(queue, resume.entry.key);
  if (was === 'stopped' || resume === undefined || index < 0) return steps.prepare(next, [{ type: 'halt' }]);
  const rest: PlayingOrPaused = goesOn && was === 'playing' ? { kind: 'playing' } : { kind: 'paused', because: 'user' };
  const loaded = steps.load({ ...next, queue: movedTo(queue, index) }, resume.entry, resume, rest);
  return { state: loaded.state, effects: [{ type: 'hold' }, ...loaded.effects] };
}
