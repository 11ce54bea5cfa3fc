/** The transport commands, and what each does in each state of the player. */
import { byteOffset, milliseconds, type Milliseconds } from '../units.js';
import { nextByHand, previousByHand, type Target } from './next-track.js';
import * as steps from './track-loading.js';
import { movedTo, indexOfKey } from './queue.js';
import { FROM_START, type PlayerState, type Reactions, type Transition, type TransportEvent } from './state.js';
import type { StartPosition } from './types.js';

const isStart = ({ elapsed, offset }: StartPosition): boolean => elapsed === 0 && offset === 0;

/** What each transport command does to the state. */
export const TRANSPORT_REACTIONS: Reactions<TransportEvent> = {
  play: (state, { from }) => play(state, from),
  resumeTrack: (state, { back }) => resumeTrack(state, back),
  start: (state, { index, from }) => start(state, index, from),
  pause: (state) => steps.pausedOrAtRest(state, 'user'),
  resume: steps.resumed,
  stop: (state, { at }) => stop(state, at),
  next: (state) => skip(state, nextByHand),
  previous: (state) => skip(state, previousByHand),
  seek: (state, { to }) => seek(state, to),
  flush: (state) =>
    state.playback.kind === 'stopped' ? steps.unchanged(state) : steps.refollow(steps.withoutFailures(state)),
};

function play(state: PlayerState, from: StartPosition): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped') return start(state, state.queue.index, from);
  return steps.load(movedWithin(steps.withoutFailures(state), from), playback.current.entry, from, playback);
}

/** Starts the saved entry at its position, or what the queue begins with when it is not there any more. */
export function resumeTrack(state: PlayerState, back = milliseconds(0)): Transition {
  const { playback, resume, queue } = state;
  if (playback.kind !== 'stopped') return steps.resumed(state);
  if (resume === undefined) return steps.unchanged(state);
  const index = indexOfKey(queue, resume.entry.key);
  return index < 0 ? start(state, 0, FROM_START) : start(state, index, before(resume, back));
}

/** A byte position counts only where no time is known; then nothing is known of what is before it. */
function before(saved: StartPosition, back: Milliseconds): StartPosition {
  if (back === 0 || saved.elapsed === 0) return saved;
  return { elapsed: milliseconds(Math.max(0, saved.elapsed - back)), offset: byteOffset(0) };
}

export function start(state: PlayerState, index: number, from: StartPosition): Transition {
  const { playback, queue } = state;
  const entry = queue.entries[index];
  if (entry === undefined) return steps.unchanged(state);
  const position = { elapsed: from.elapsed, offset: from.offset };
  const chosen = steps.savedFrom(steps.withoutFailures({ ...state, queue: movedTo(queue, index) }), entry, position);
  if (playback.kind !== 'stopped' || playback.prepared?.entry !== entry || !isStart(position)) {
    return steps.load(chosen, entry, position, { kind: 'playing' });
  }
  const running: PlayerState = {
    ...chosen,
    playback: { kind: 'playing', current: playback.prepared, upcoming: undefined },
  };
  const next = steps.refollow(running);
  return { state: next.state, effects: [{ type: 'run' }, ...next.effects] };
}

/** A track that has left the queue is not gone back to: what took its place is. */
function stop(state: PlayerState, at: StartPosition): Transition {
  const { playback, queue } = state;
  if (playback.kind === 'stopped') return steps.unchanged(steps.restsForUser(state));
  const entry = queue.entries[queue.index];
  const saved = entry && steps.savedFrom(state, entry, queue.cursor === 'at' ? at : FROM_START);
  return steps.prepare(saved ?? { ...state, resume: undefined }, [{ type: 'halt' }]);
}

function skip(state: PlayerState, choose: (state: PlayerState) => Target | undefined): Transition {
  const { playback, modes } = state;
  if (playback.kind === 'stopped') return steps.unchanged(state);
  if (modes.repeat === 'ab') {
    return steps.load(movedWithin(state, FROM_START), playback.current.entry, FROM_START, playback);
  }
  const target = choose(state);
  if (target === undefined) return steps.unchanged(state);
  const arrived = steps.arrivedAt(state, target);
  const entry = arrived.queue.entries[target.index];
  return entry === undefined
    ? steps.unchanged(state)
    : steps.load(steps.savedFrom(arrived, entry, FROM_START), entry, FROM_START, playback);
}

function seek(state: PlayerState, to: Milliseconds): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped') return steps.unchanged(state);
  const position = { elapsed: to, offset: byteOffset(0) };
  return steps.load(movedWithin(state, position), playback.current.entry, position, playback);
}

/** The saved position goes wherever a person sends the current track; from the end, only the engine can tell where that is. */
function movedWithin(state: PlayerState, { elapsed, offset }: StartPosition): PlayerState {
  const { playback, queue } = state;
  if (playback.kind === 'stopped' || queue.cursor !== 'at') return state;
  const resume = { entry: playback.current.entry, elapsed: milliseconds(Math.max(0, elapsed)), offset };
  return { ...state, resume };
}
