/** Loads the current track and what follows it, keeps one ready while stopped; with the other steps that transitions share. */
import { following, type Target } from './next-track.js';
import { hasKey, NO_KEYS } from './key-set.js';
import { movedTo, cursorAt, type Queue } from './queue.js';
import { seedAfter } from './random.js';
import {
  FROM_START,
  type Effect,
  type TrackBoundary,
  type PauseReason,
  type PlayerState,
  type PlayingOrPaused,
  type Transition,
  type Upcoming,
} from './state.js';
import type { QueueEntry, StartPosition } from './types.js';

export const unchanged = (state: PlayerState): Transition => ({ state, effects: [] });

/** An entry that is chosen by hand is tried again, and so is every other. */
export const withoutFailures = (state: PlayerState): PlayerState =>
  state.unplayable.size === 0 ? state : { ...state, unplayable: NO_KEYS };

/** Holds what plays. */
export function paused(state: PlayerState, because: PauseReason): Transition {
  const { playback } = state;
  if (playback.kind !== 'playing') return unchanged(state);
  return { state: { ...state, playback: { ...playback, kind: 'paused', because } }, effects: [{ type: 'hold' }] };
}

/** Holds what plays; what does not play rests until a person lets it go on. */
export const pausedOrAtRest = (state: PlayerState, because: PauseReason): Transition =>
  state.playback.kind === 'playing' ? paused(state, because) : unchanged(restsForUser(state));

/** Ends a pause, whatever it was for. */
export function resumed(state: PlayerState): Transition {
  const { playback } = state;
  if (playback.kind !== 'paused') return unchanged(state);
  const { current, upcoming } = playback;
  return { state: { ...state, playback: { kind: 'playing', current, upcoming } }, effects: [{ type: 'run' }] };
}

/** Nothing makes it play by itself any more, as if a person had paused or stopped it. */
export function restsForUser(state: PlayerState): PlayerState {
  const { playback } = state;
  if (playback.kind === 'paused' && playback.because !== 'user') {
    return { ...state, playback: { ...playback, because: 'user' } };
  }
  if (playback.kind === 'stopped' && playback.awaitsStart) {
    return { ...state, playback: { ...playback, awaitsStart: false } };
  }
  return state;
}

/** The state with playing at this entry of the queue, in its new order when a round begins. */
export function arrivedAt(state: PlayerState, { index, round }: Target): PlayerState {
  if (round === undefined) return { ...state, queue: movedTo(state.queue, index) };
  return {
    ...state,
    queue: { ...round, index, cursor: 'at' },
    modes: { ...state.modes, shuffle: true },
    undo: undefined,
    nextSeed: seedAfter(state.nextSeed),
  };
}

/** The saved position of a track that begins now, or changes to one that does. */
export const savedFrom = (state: PlayerState, entry: QueueEntry, from: StartPosition): PlayerState => ({
  ...state,
  resume: { entry, elapsed: from.elapsed, offset: from.offset },
  resumeBeforeFailures: undefined,
});

/** Loads an entry as the current track, and what follows it. */
export function load(state: PlayerState, entry: QueueEntry, from: StartPosition, as: PlayingOrPaused): Transition {
  const current = { playId: state.nextPlayId, entry };
  const loaded: PlayerState = {
    ...state,
    playback: { ...as, current, upcoming: undefined },
    nextPlayId: state.nextPlayId + 1,
  };
  const next = refollow(loaded);
  const effects: Effect[] = [{ type: 'load', track: current, from }, ...next.effects];
  if (as.kind === 'playing') effects.push({ type: 'run' });
  return { state: next.state, effects };
}

/** Stops with the queue's current entry decoded from its start. */
export function prepare(stopped: PlayerState, before: readonly Effect[]): Transition {
  const state = { ...stopped, queue: cursorAt(stopped.queue) };
  const entry = state.queue.entries[state.queue.index];
  const awaitsStart = stopped.playback.kind === 'stopped' && stopped.playback.awaitsStart;
  if (entry === undefined || hasKey(state.unplayable, entry.key)) {
    return {
      state: { ...state, playback: { kind: 'stopped', prepared: undefined, awaitsStart } },
      effects: [...before, { type: 'clear' }],
    };
  }
  const prepared = { playId: state.nextPlayId, entry };
  return {
    state: { ...state, playback: { kind: 'stopped', prepared, awaitsStart }, nextPlayId: state.nextPlayId + 1 },
    effects: [...before, { type: 'load', track: prepared, from: FROM_START }],
  };
}

/** After an edit: what is ready, or what follows, is what the queue says now; the same track is not named again. */
export function syncWithQueue(state: PlayerState): Transition {
  const { playback, queue } = state;
  if (playback.kind !== 'stopped') return follow(state, false);
  const isSame = playback.prepared?.entry === queue.entries[queue.index];
  return isSame && playback.prepared !== undefined ? unchanged(state) : prepare(state, []);
}

/** Names what follows anew, whatever it was. */
export const refollow = (state: PlayerState): Transition => follow(state, true);

function follow(state: PlayerState, anew: boolean): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped') return unchanged(state);
  const before = playback.upcoming;
  const target = following(state);
  const queue: Queue = target?.round ?? state.queue;
  const entry = target && queue.entries[target.index];
  if (target === undefined || entry === undefined) {
    if (before === undefined && !anew) return unchanged(state);
    return {
      state: { ...state, playback: { ...playback, upcoming: undefined } },
      effects: [{ type: 'follow', track: undefined }],
    };
  }
  const boundary = boundaryOf(state, playback.current.entry, entry);
  const pauses = boundary.differ === true;
  const isSame = !anew && before?.entry === entry && before.pauses === pauses;
  const playId = isSame ? before.playId : state.nextPlayId;
  const upcoming: Upcoming = { playId, entry, index: target.index, round: target.round, pauses };
  const effects: Effect[] = [];
  // Without a track it is told nothing new when it had none to follow before.
  if (!isSame) effects.push({ type: 'follow', track: pauses ? undefined : { playId, entry } });
  if (boundary !== state.boundary && boundary.differ === undefined) effects.push({ type: 'compare', boundary });
  return {
    state: {
      ...state,
      boundary,
      playback: { ...playback, upcoming },
      nextPlayId: isSame ? state.nextPlayId : playId + 1,
    },
    effects,
  };
}

/** What is known of these two tracks; the same object while nothing new is. */
function boundaryOf({ modes, boundary }: PlayerState, from: QueueEntry, to: QueueEntry): TrackBoundary {
  const by = modes.single;
  if (boundary?.by === by && boundary.from === from && boundary.to === to) return boundary;
  if (by === 'track') return { by, from, to, differ: true };
  return { by, from, to, differ: by === 'off' || from.location === to.location ? false : undefined };
}
