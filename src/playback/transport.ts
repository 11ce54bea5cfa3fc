/** The transport commands (contract section 6, commands by state). */
import { byteOffset, milliseconds, type Milliseconds } from '../units.js';
import { nextByHand, previousByHand, type Target } from './next-track.js';
import {
  arrivedAt,
  load,
  forgiving,
  paused,
  prepare,
  refollow,
  restsForUser,
  resumed,
  savedFrom,
  unchanged,
} from './transition-steps.js';
import { movedTo, indexOfKey } from './queue.js';
import { FROM_START, type PlayerState, type Transition, type TransportEvent } from './state.js';
import type { StartPosition } from './types.js';

const isStart = ({ elapsed, offset }: StartPosition): boolean => elapsed === 0 && offset === 0;

export function reactToTransport(state: PlayerState, event: TransportEvent): Transition {
  switch (event.type) {
    case 'play':
      return play(state, event.from);
    case 'resumeTrack':
      return resumeTrack(state, event.back);
    case 'start':
      return start(state, event.index, event.from);
    case 'pause':
      return state.playback.kind === 'playing' ? paused(state, 'user') : unchanged(restsForUser(state));
    case 'resume':
      return resumed(state);
    case 'stop':
      return stop(state, event.at);
    case 'next':
      return skip(state, nextByHand);
    case 'previous':
      return skip(state, previousByHand);
    case 'seek':
      return seek(state, event.to);
    case 'flush':
      return state.playback.kind === 'stopped' ? unchanged(state) : refollow(forgiving(state));
  }
}

function play(state: PlayerState, from: StartPosition): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped') return start(state, state.queue.index, from);
  return load(movedWithin(forgiving(state), from), playback.current.entry, from, playback);
}

/** Starts the saved entry at its position, or what the queue begins with when it is not there any more. */
export function resumeTrack(state: PlayerState, back = milliseconds(0)): Transition {
  const { playback, resume, queue } = state;
  if (playback.kind !== 'stopped') return resumed(state);
  if (resume === undefined) return unchanged(state);
  const index = indexOfKey(queue, resume.entry.key);
  return index < 0 ? start(state, 0, FROM_START) : start(state, index, before(resume, back));
}

/** A byte position counts only where no time is known; then nothing is known of what is before it. */
function before(saved: StartPosition, back: Milliseconds): StartPosition {
  if (back === 0 || saved.elapsed === 0) return saved;
  return { elapsed: milliseconds(Math.max(0, saved.elapsed - back)), offset: byteOffset(0) };
}

function start(state: PlayerState, index: number, from: StartPosition): Transition {
  const { playback, queue } = state;
  const entry = queue.entries[index];
  if (entry === undefined) return unchanged(state);
  const position = { elapsed: from.elapsed, offset: from.offset };
  const chosen = savedFrom(forgiving({ ...state, queue: movedTo(queue, index) }), entry, position);
  if (playback.kind !== 'stopped' || playback.prepared?.entry !== entry || !isStart(position)) {
    return load(chosen, entry, position, { kind: 'playing' });
  }
  const running: PlayerState = {
    ...chosen,
    playback: { kind: 'playing', current: playback.prepared, upcoming: undefined },
  };
  const next = refollow(running);
  return { state: next.state, effects: [{ type: 'run' }, ...next.effects] };
}

/** A track that has left the queue is not gone back to: what took its place is. */
function stop(state: PlayerState, at: StartPosition): Transition {
  const { playback, queue } = state;
  if (playback.kind === 'stopped') return unchanged(restsForUser(state));
  const entry = queue.entries[queue.index];
  const saved = entry && savedFrom(state, entry, queue.cursor === 'at' ? at : FROM_START);
  return prepare(saved ?? { ...state, resume: undefined }, [{ type: 'halt' }]);
}

function skip(state: PlayerState, choose: (state: PlayerState) => Target | undefined): Transition {
  const { playback, modes } = state;
  if (playback.kind === 'stopped') return unchanged(state);
  if (modes.repeat === 'ab') {
    return load(movedWithin(state, FROM_START), playback.current.entry, FROM_START, playback);
  }
  const target = choose(state);
  if (target === undefined) return unchanged(state);
  const arrived = arrivedAt(state, target);
  const entry = arrived.queue.entries[target.index];
  return entry === undefined
    ? unchanged(state)
    : load(savedFrom(arrived, entry, FROM_START), entry, FROM_START, playback);
}

function seek(state: PlayerState, to: Milliseconds): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped') return unchanged(state);
  const position = { elapsed: to, offset: byteOffset(0) };
  return load(movedWithin(state, position), playback.current.entry, position, playback);
}

/** The saved position goes wherever a person sends the current track; from the end, only the engine can tell where that is. */
function movedWithin(state: PlayerState, { elapsed, offset }: StartPosition): PlayerState {
  const { playback, queue } = state;
  if (playback.kind === 'stopped' || queue.cursor !== 'at') return state;
  const resume = { entry: playback.current.entry, elapsed: milliseconds(Math.max(0, elapsed)), offset };
  return { ...state, resume };
}
