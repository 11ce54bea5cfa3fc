import t, { type Test } from 'tap';
import { type PlayerState } from '../../src/playback/state.js';
import { transition } from '../../src/playback/transition.js';
import { after, PLAY, pausedAt, playIdOf, playingAt, replace, startAt, stoppedAt, STOP } from './states.js';

const EVENTS = ['trackStarted', 'finished', 'trackFailed'] as const;

function isDropped(t: Test, state: PlayerState, playId: number, of: string): void {
  for (const type of EVENTS) {
    const answer = transition(state, { type, playId });
    t.equal(answer.state, state, `${type} of ${of} changes nothing`);
    t.strictSame(answer.effects, [], `${type} of ${of} asks for nothing`);
  }
}

t.test('events of a track that was left is dropped', async (t) => {
  const before = playingAt(0);
  const old = playIdOf(before, 'current');
  for (const event of [PLAY, startAt(2), { type: 'next' }, STOP] as const) {
    isDropped(t, after(before, event).state, old, `the track before ${event.type}`);
  }
});

t.test('events of what was to follow is dropped once something else follows', async (t) => {
  const before = playingAt(0);
  const old = playIdOf(before, 'upcoming');
  isDropped(t, after(before, replace(['/x'], 10)).state, old, 'the old queue');
  isDropped(t, after(before, PLAY).state, old, 'the same entry, named anew');
});

t.test('events of a prepared track is dropped once another one was loaded', async (t) => {
  const before = stoppedAt(0);
  const old = playIdOf(before, 'prepared');
  isDropped(t, after(before, startAt(1)).state, old, 'the prepared track');
  isDropped(t, after(before, replace(['/x'], 10)).state, old, 'the prepared track');
});

t.test('events of a play id that was never given out is dropped', async (t) => {
  for (const state of [stoppedAt(0), playingAt(0), pausedAt(2)]) {
    for (const playId of [0, -1, state.nextPlayId, NaN]) isDropped(t, state, playId, `play id ${playId}`);
  }
});

t.test('a prepared track is neither played nor finished', async (t) => {
  const state = stoppedAt(0);
  for (const type of ['trackStarted', 'finished'] as const) {
    t.equal(transition(state, { type, playId: playIdOf(state, 'prepared') }).state, state);
  }
});

t.test('the sounding track is not played a second time, and the upcoming one does not end', async (t) => {
  const state = playingAt(0);
  t.equal(transition(state, { type: 'trackStarted', playId: playIdOf(state, 'current') }).state, state);
  t.equal(transition(state, { type: 'finished', playId: playIdOf(state, 'upcoming') }).state, state);
});

t.test('the failure of a track is events only once', async (t) => {
  const before = playingAt(0);
  const playId = playIdOf(before, 'upcoming');
  const { state } = after(before, { type: 'trackFailed', playId });
  isDropped(t, state, playId, 'a track that has failed');
});
