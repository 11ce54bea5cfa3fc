/** What comes from elsewhere: tracks that follow, end or fail, an output that is lost or back, another sound that comes or goes. */
import type { Milliseconds } from '../units.js';
import { nextByHand } from './next-track.js';
import {
  arrivedAt,
  load,
  paused,
  prepare,
  refollow,
  restsForUser,
  resumed,
  savedFrom,
  settle,
  unchanged,
} from './transition-steps.js';
import { withKey } from './key-set.js';
import { indexOfKey } from './queue.js';
import { FROM_START, type ReportedEvent, type PauseReason, type PlayerState, type Transition } from './state.js';
import { resumeTrack } from './transport.js';

export function reactToEngine(state: PlayerState, event: ReportedEvent): Transition {
  switch (event.type) {
    case 'trackStarted':
      return trackStarted(state, event.playId);
    case 'finished':
      return finished(state, event.playId);
    case 'trackFailed':
      return trackFailed(state, event.playId);
    case 'located':
      if (state.resume !== event.saved) return unchanged(state);
      return { state: { ...state, resume: { ...event.saved, offset: event.offset } }, effects: [] };
    case 'compared':
      if (state.boundary !== event.boundary) return unchanged(state);
      return settle({ ...state, boundary: { ...event.boundary, differ: event.differ } });
    case 'outputLost':
      return outputLost(state);
    case 'outputBack':
      return outputBack(state, event.isSoon);
    case 'interrupted':
      return interrupted(state);
    case 'givenBack':
      return givenBack(state);
    case 'goOn':
      return goOn(state, event.back);
  }
}

function outputLost(state: PlayerState): Transition {
  return state.playback.kind === 'playing' ? paused(state, 'outputLost') : unchanged(state);
}

/** Later than soon nobody expects it to sound by itself. */
function outputBack(state: PlayerState, isSoon: boolean): Transition {
  if (!isPausedBecause(state, 'outputLost')) return unchanged(state);
  return isSoon ? resumed(state) : unchanged(restsForUser(state));
}

/** What waits for its output waits no more: another sound has its place. */
function interrupted(state: PlayerState): Transition {
  return state.playback.kind === 'playing' ? paused(state, 'interrupted') : unchanged(restsForUser(state));
}

function givenBack(state: PlayerState): Transition {
  return isPausedBecause(state, 'interrupted') ? resumed(state) : unchanged(state);
}

const isPausedBecause = ({ playback }: PlayerState, reason: PauseReason): boolean =>
  playback.kind === 'paused' && playback.because === reason;

/** What has left the queue meanwhile is not gone back to, and nothing else is played in its place. */
function goOn(state: PlayerState, back: Milliseconds | undefined): Transition {
  const { playback, resume, queue } = state;
  if (playback.kind !== 'stopped' || !playback.awaitsStart) return unchanged(state);
  const isThere = resume !== undefined && indexOfKey(queue, resume.entry.key) >= 0;
  return isThere ? resumeTrack(state, back) : unchanged(restsForUser(state));
}

function trackStarted(state: PlayerState, playId: number): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped' || playback.upcoming?.playId !== playId || playback.upcoming.pauses) {
    return unchanged(state);
  }
  const { entry } = playback.upcoming;
  const arrived = savedFrom(arrivedAt(state, playback.upcoming), entry, FROM_START);
  return refollow({ ...arrived, playback: { ...playback, current: { playId, entry }, upcoming: undefined } });
}

/** At a track boundary of single mode the next track waits, paused at its start; else this is the natural end of the queue. */
function finished(state: PlayerState, playId: number): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped' || playback.current.playId !== playId) return unchanged(state);
  const { upcoming } = playback;
  if (upcoming === undefined) return prepare({ ...state, resume: undefined, spared: undefined }, [{ type: 'halt' }]);
  if (!upcoming.pauses) return unchanged(state);
  const arrived = savedFrom(arrivedAt(state, upcoming), upcoming.entry, FROM_START);
  const rest = playback.kind === 'paused' ? playback : ({ kind: 'paused', because: 'user' } as const);
  const waiting = load(arrived, upcoming.entry, FROM_START, rest);
  return { state: waiting.state, effects: [{ type: 'hold' }, ...waiting.effects] };
}

/**
 * A track that could not be opened is passed over, and not tried again until something is chosen by hand. When nothing
 * can be played the saved position comes back: a stick that comes late must not cost it.
 */
function trackFailed(state: PlayerState, playId: number): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped') {
    return playback.prepared?.playId === playId
      ? prepare(marked(state, playback.prepared.entry.key), [])
      : unchanged(state);
  }
  const { current, upcoming } = playback;
  if (upcoming?.playId === playId) return refollow(marked(state, upcoming.entry.key));
  if (current.playId !== playId) return unchanged(state);
  const failed = marked(state, current.entry.key);
  const target = nextByHand(failed);
  const spared = state.spared ?? state.resume;
  if (target === undefined) return prepare({ ...failed, resume: spared, spared: undefined }, [{ type: 'halt' }]);
  const arrived = arrivedAt(failed, target);
  const entry = arrived.queue.entries[target.index];
  if (entry === undefined) return unchanged(state);
  return load({ ...savedFrom(arrived, entry, FROM_START), spared }, entry, FROM_START, playback);
}

const marked = (state: PlayerState, key: number): PlayerState => ({
  ...state,
  unplayable: withKey(state.unplayable, key),
});
