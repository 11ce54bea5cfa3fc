/**
 * The playback state machine as a pure function: `transition(state, event) → { state, effects }`.
 *
 *                 play, start                    pause
 *      ┌─────────┐ ─────────▶ ┌─────────┐ ─────────────▶ ┌────────┐
 *      │ stopped │            │ playing │                │ paused │
 *      └─────────┘ ◀───────── └─────────┘ ◀───────────── └────────┘
 *        ▲   stop, finished                resume, start      │
 *        └──────────────────────── stop ───────────────────────┘
 *
 * next, previous, seek and play keep `paused` paused. Stopped, the selected entry is kept decoded (`prepared`), so
 * that play is instant. Each playing of a track has a play id of its own; news of a superseded one changes nothing.
 * Source: contract, section 6 (repeat mode 0) and section 14.
 */
import { byteOffset, milliseconds, type Milliseconds } from '../units.js';
import { EMPTY_QUEUE, queueOf, type Queue } from './queue.js';
import type { QueueEntry, StartPosition } from './types.js';

export interface Cued {
  readonly playId: number;
  readonly entry: QueueEntry;
  /** Its place in the queue, or -1 when it has left the queue and only sounds on. */
  readonly index: number;
}

export type Playback =
  | { readonly kind: 'stopped'; readonly prepared: Cued | undefined }
  | { readonly kind: 'playing' | 'paused'; readonly current: Cued; readonly upcoming: Cued | undefined };

export interface PlayerState {
  readonly queue: Queue;
  readonly playback: Playback;
  readonly nextPlayId: number;
  /** Keys of entries that could not be played since they were last chosen by hand. */
  readonly unplayable: ReadonlySet<number>;
}

export type PlayerEvent =
  | { readonly type: 'play'; readonly from: StartPosition }
  | { readonly type: 'start'; readonly index: number; readonly from: StartPosition }
  | { readonly type: 'pause' | 'resume' | 'stop' | 'next' | 'previous' }
  | { readonly type: 'seek'; readonly to: Milliseconds }
  /** Restored: it came from the disk, and is not written there again. */
  | {
      readonly type: 'queueReplaced' | 'queueRestored';
      readonly entries: readonly QueueEntry[];
      readonly index: number;
    }
  | { readonly type: 'trackHeard' | 'finished'; readonly playId: number }
  | { readonly type: 'trackFailed'; readonly playId: number };

export type Effect =
  | { readonly type: 'cue'; readonly track: Cued; readonly from: StartPosition }
  | { readonly type: 'follow'; readonly track: Cued | undefined }
  | { readonly type: 'run' | 'hold' | 'halt' | 'clear' | 'save' };

export interface Transition {
  readonly state: PlayerState;
  readonly effects: readonly Effect[];
}

export const FROM_START: StartPosition = { elapsed: milliseconds(0), offset: byteOffset(0) };

export const INITIAL_STATE: PlayerState = {
  queue: EMPTY_QUEUE,
  playback: { kind: 'stopped', prepared: undefined },
  nextPlayId: 1,
  unplayable: new Set(),
};

const isStart = ({ elapsed, offset }: StartPosition): boolean => elapsed === 0 && offset === 0;

export function transition(state: PlayerState, event: PlayerEvent): Transition {
  switch (event.type) {
    case 'play':
      return play(state, event.from);
    case 'start':
      return start(state, event.index, event.from);
    case 'pause':
      return pause(state);
    case 'resume':
      return resume(state);
    case 'stop':
      return state.playback.kind === 'stopped' ? unchanged(state) : prepare(state, ['halt']);
    case 'next':
      return skip(state, indexAfter(state, positionOf(state)));
    case 'previous':
      return skip(state, indexBefore(state, positionOf(state)));
    case 'seek':
      return seek(state, event.to);
    case 'queueReplaced':
      return replaceQueue(state, event.entries, event.index);
    case 'queueRestored':
      return prepare({ ...state, queue: queueOf(event.entries, event.index) }, []);
    case 'trackHeard':
      return trackHeard(state, event.playId);
    case 'finished':
      return finished(state, event.playId);
    case 'trackFailed':
      return trackFailed(state, event.playId);
  }
}

const unchanged = (state: PlayerState): Transition => ({ state, effects: [] });

/** Index of the sounding entry; just before the queue's index when it has left the queue. */
function positionOf({ playback, queue }: PlayerState): number {
  if (playback.kind === 'stopped') return queue.index;
  return playback.current.index >= 0 ? playback.current.index : queue.index - 1;
}

/** The next playable index in either direction, undefined at the end of the queue. */
function indexAfter({ queue, unplayable }: PlayerState, index: number): number | undefined {
  const next = queue.entries.findIndex(({ key }, at) => at > index && !unplayable.has(key));
  return next < 0 ? undefined : next;
}

function indexBefore({ queue, unplayable }: PlayerState, index: number): number | undefined {
  const previous = queue.entries.findLastIndex(({ key }, at) => at < index && !unplayable.has(key));
  return previous < 0 ? undefined : previous;
}

function cuedAt(state: PlayerState, index: number | undefined, playId: number): Cued | undefined {
  const entry = index === undefined ? undefined : state.queue.entries[index];
  return entry === undefined || index === undefined ? undefined : { playId, entry, index };
}

/** Cues `track` (with a play id of its own) and what follows it. */
function cue(
  state: PlayerState,
  track: Omit<Cued, 'playId'>,
  from: StartPosition,
  kind: 'playing' | 'paused',
): Transition {
  const current: Cued = { ...track, playId: state.nextPlayId };
  const queue = track.index >= 0 ? { ...state.queue, index: track.index } : state.queue;
  const moved: PlayerState = { ...state, queue, playback: { kind, current, upcoming: undefined } };
  const upcoming = cuedAt(moved, indexAfter(moved, positionOf(moved)), state.nextPlayId + 1);
  return {
    state: { ...moved, playback: { kind, current, upcoming }, nextPlayId: state.nextPlayId + 2 },
    effects: [
      { type: 'cue', track: current, from },
      { type: 'follow', track: upcoming },
      ...(kind === 'playing' ? [{ type: 'run' } as const] : []),
      ...(queue.index === state.queue.index ? [] : [{ type: 'save' } as const]),
    ],
  };
}

/** Stops, with the queue's current entry decoded from its start. */
function prepare(state: PlayerState, before: readonly ('halt' | 'save')[]): Transition {
  const prepared = cuedAt(state, state.queue.index, state.nextPlayId);
  const first = before.map((type) => ({ type }));
  if (prepared === undefined || state.unplayable.has(prepared.entry.key)) {
    return {
      state: { ...state, playback: { kind: 'stopped', prepared: undefined } },
      effects: [...first, { type: 'clear' }],
    };
  }
  return {
    state: { ...state, playback: { kind: 'stopped', prepared }, nextPlayId: state.nextPlayId + 1 },
    effects: [...first, { type: 'cue', track: prepared, from: FROM_START }],
  };
}

/** An entry that is chosen by hand is tried again, and so is every other. */
const forgiving = (state: PlayerState): PlayerState =>
  state.unplayable.size === 0 ? state : { ...state, unplayable: new Set() };

function play(state: PlayerState, from: StartPosition): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped') return start(state, state.queue.index, from);
  return cue(forgiving(state), playback.current, from, playback.kind);
}

function start(state: PlayerState, index: number, from: StartPosition): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped' && playback.prepared?.index === index && isStart(from)) {
    const fresh = forgiving(state);
    const upcoming = cuedAt(fresh, indexAfter(fresh, index), state.nextPlayId);
    return {
      state: {
        ...fresh,
        playback: { kind: 'playing', current: playback.prepared, upcoming },
        nextPlayId: state.nextPlayId + 1,
      },
      effects: [{ type: 'run' }, { type: 'follow', track: upcoming }],
    };
  }
  const chosen = cuedAt(state, index, 0);
  return chosen === undefined ? unchanged(state) : cue(forgiving(state), chosen, from, 'playing');
}

function pause(state: PlayerState): Transition {
  const { playback } = state;
  if (playback.kind !== 'playing') return unchanged(state);
  return { state: { ...state, playback: { ...playback, kind: 'paused' } }, effects: [{ type: 'hold' }] };
}

function resume(state: PlayerState): Transition {
  const { playback } = state;
  if (playback.kind !== 'paused') return unchanged(state);
  return { state: { ...state, playback: { ...playback, kind: 'playing' } }, effects: [{ type: 'run' }] };
}

function skip(state: PlayerState, index: number | undefined): Transition {
  const { playback } = state;
  const target = cuedAt(state, index, 0);
  if (playback.kind === 'stopped' || target === undefined) return unchanged(state);
  return cue(state, target, FROM_START, playback.kind);
}

function seek(state: PlayerState, to: Milliseconds): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped') return unchanged(state);
  return cue(state, playback.current, { elapsed: to, offset: byteOffset(0) }, playback.kind);
}

function replaceQueue(state: PlayerState, entries: readonly QueueEntry[], index: number): Transition {
  const { playback } = state;
  const replaced: PlayerState = { ...state, queue: queueOf(entries, index), unplayable: new Set() };
  if (playback.kind === 'stopped') return prepare(replaced, ['save']);
  // The sounding track goes on, outside the new queue, which follows it.
  const upcoming = cuedAt(replaced, replaced.queue.index, state.nextPlayId);
  return {
    state: {
      ...replaced,
      playback: { kind: playback.kind, current: { ...playback.current, index: -1 }, upcoming },
      nextPlayId: state.nextPlayId + 1,
    },
    effects: [{ type: 'save' }, { type: 'follow', track: upcoming }],
  };
}

function trackHeard(state: PlayerState, playId: number): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped' || playback.upcoming?.playId !== playId) return unchanged(state);
  const current = playback.upcoming;
  const moved: PlayerState = { ...state, queue: { ...state.queue, index: current.index } };
  const upcoming = cuedAt(moved, indexAfter(moved, current.index), state.nextPlayId);
  return {
    state: { ...moved, playback: { kind: playback.kind, current, upcoming }, nextPlayId: state.nextPlayId + 1 },
    effects: [{ type: 'follow', track: upcoming }, { type: 'save' }],
  };
}

function finished(state: PlayerState, playId: number): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped' || playback.current.playId !== playId || playback.upcoming !== undefined) {
    return unchanged(state);
  }
  return prepare(state, ['halt']);
}

/** A track that could not be opened is passed over, and not tried again until something is chosen by hand. */
function trackFailed(state: PlayerState, playId: number): Transition {
  const { playback } = state;
  const failing = [playback.kind === 'stopped' ? playback.prepared : playback.current].find(
    (it) => it?.playId === playId,
  );
  const next = playback.kind === 'stopped' ? undefined : playback.upcoming;
  const key = failing?.entry.key ?? (next?.playId === playId ? next.entry.key : undefined);
  if (key === undefined) return unchanged(state);
  const marked: PlayerState = { ...state, unplayable: new Set(state.unplayable).add(key) };
  if (playback.kind === 'stopped') return prepare(marked, []);
  if (failing === undefined) {
    const upcoming = cuedAt(marked, indexAfter(marked, next?.index ?? -1), state.nextPlayId);
    return {
      state: { ...marked, playback: { ...playback, upcoming }, nextPlayId: state.nextPlayId + 1 },
      effects: [{ type: 'follow', track: upcoming }],
    };
  }
  const target = cuedAt(marked, indexAfter(marked, positionOf(marked)), 0);
  return target === undefined ? prepare(marked, ['halt']) : cue(marked, target, FROM_START, playback.kind);
}
