/** What comes from elsewhere: tracks that follow, end or fail, an output that is lost or back, another sound that comes or goes. */
import type { Milliseconds } from '../units.js';
import { nextByHand } from './next-track.js';
import * as steps from './track-loading.js';
import { withKey } from './key-set.js';
import { indexOfKey } from './queue.js';
import {
  FROM_START,
  type PauseReason,
  type PlayerState,
  type Reactions,
  type ReportedEvent,
  type Transition,
} from './state.js';
import { resumeTrack } from './transport.js';

/** What each report does to the state. */
export const ENGINE_REACTIONS: Reactions<ReportedEvent> = {
  trackStarted: (state, { playId }) => trackStarted(state, playId),
  finished: (state, { playId }) => finished(state, playId),
  trackFailed: (state, { playId }) => trackFailed(state, playId),
  located(state, { saved, offset }) {
    return state.resume === saved
      ? { state: { ...state, resume: { ...saved, offset } }, effects: [] }
      : steps.unchanged(state);
  },
  compared(state, { boundary, differ }) {
    return state.boundary === boundary
      ? steps.syncWithQueue({ ...state, boundary: { ...boundary, differ } })
      : steps.unchanged(state);
  },
  outputLost(state) {
    return state.playback.kind === 'playing' ? steps.paused(state, 'outputLost') : steps.unchanged(state);
  },
  /** Later than soon nobody expects it to sound by itself. */
  outputBack(state, { isSoon }) {
    if (!isPausedBecause(state, 'outputLost')) return steps.unchanged(state);
    return isSoon ? steps.resumed(state) : steps.unchanged(steps.restsForUser(state));
  },
  /** What waits for its output waits no more: another sound has its place. */
  interrupted: (state) => steps.pausedOrAtRest(state, 'interrupted'),
  givenBack: (state) => (isPausedBecause(state, 'interrupted') ? steps.resumed(state) : steps.unchanged(state)),
  goOn: (state, { back }) => goOn(state, back),
};

const isPausedBecause = ({ playback }: PlayerState, reason: PauseReason): boolean =>
  playback.kind === 'paused' && playback.because === reason;

/** What has left the queue meanwhile is not gone back to, and nothing else is played in its place. */
function goOn(state: PlayerState, back: Milliseconds | undefined): Transition {
  const { playback, resume, queue } = state;
  if (playback.kind !== 'stopped' || !playback.awaitsStart) return steps.unchanged(state);
  const isThere = resume !== undefined && indexOfKey(queue, resume.entry.key) >= 0;
  return isThere ? resumeTrack(state, back) : steps.unchanged(steps.restsForUser(state));
}

function trackStarted(state: PlayerState, playId: number): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped' || playback.upcoming?.playId !== playId || playback.upcoming.pauses) {
    return steps.unchanged(state);
  }
  const { entry } = playback.upcoming;
  const arrived = steps.savedFrom(steps.arrivedAt(state, playback.upcoming), entry, FROM_START);
  return steps.refollow({ ...arrived, playback: { ...playback, current: { playId, entry }, upcoming: undefined } });
}

/** At a track boundary of single mode the next track waits, paused at its start; else this is the natural end of the queue. */
function finished(state: PlayerState, playId: number): Transition {
  const { playback } = state;
  if (playback.kind === 'stopped' || playback.current.playId !== playId) return steps.unchanged(state);
  const { upcoming } = playback;
  if (upcoming === undefined)
    return steps.prepare({ ...state, resume: undefined, resumeBeforeFailures: undefined }, [{ type: 'halt' }]);
  if (!upcoming.pauses) return steps.unchanged(state);
  const arrived = steps.savedFrom(steps.arrivedAt(state, upcoming), upcoming.entry, FROM_START);
  const rest = playback.kind === 'paused' ? playback : ({ kind: 'paused', because: 'user' } as const);
  const waiting = steps.load(arrived, upcoming.entry, FROM_START, rest);
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
      ? steps.prepare(marked(state, playback.prepared.entry.key), [])
      : steps.unchanged(state);
  }
  const { current, upcoming } = playback;
  if (upcoming?.playId === playId) return steps.refollow(marked(state, upcoming.entry.key));
  if (current.playId !== playId) return steps.unchanged(state);
  const failed = marked(state, current.entry.key);
  const target = nextByHand(failed);
  const resumeBeforeFailures = state.resumeBeforeFailures ?? state.resume;
  if (target === undefined)
    return steps.prepare({ ...failed, resume: resumeBeforeFailures, resumeBeforeFailures: undefined }, [
      { type: 'halt' },
    ]);
  const arrived = steps.arrivedAt(failed, target);
  const entry = arrived.queue.entries[target.index];
  if (entry === undefined) return steps.unchanged(state);
  return steps.load(
    { ...steps.savedFrom(arrived, entry, FROM_START), resumeBeforeFailures },
    entry,
    FROM_START,
    playback,
  );
}

const marked = (state: PlayerState, key: number): PlayerState => ({
  ...state,
  unplayable: withKey(state.unplayable, key),
});
