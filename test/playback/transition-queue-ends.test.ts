import t from 'tap';
import { FROM_START, INITIAL_STATE } from '../../src/playback/state.js';
import { transition } from '../../src/playback/transition.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { after, PLAY, pausedAt, playIdOf, playingAt, replace, sketch } from './states.js';

t.test('next at the last entry has no effect: the track plays on', async (t) => {
  for (const before of [playingAt(2), pausedAt(2)]) {
    const { state, effects } = transition(before, { type: 'next' });
    t.equal(state, before);
    t.strictSame(effects, []);
  }
});

t.test('previous at the first entry has no effect: the track is not restarted', async (t) => {
  for (const before of [playingAt(0), pausedAt(0)]) {
    const { state, effects } = transition(before, { type: 'previous' });
    t.equal(state, before);
    t.strictSame(effects, []);
  }
});

t.test('the end of the last track stops, with queue and index kept', async (t) => {
  const before = playingAt(2);
  const { state, reported } = after(before, { type: 'finished', playId: playIdOf(before, 'current') });
  t.equal(sketch(state), 'stopped at 2, /c prepared');
  t.equal(state.queue, before.queue);
  t.strictSame(reported, ['halt', 'load /c', 'save']);
});

t.test('play after the end plays the last track again', async (t) => {
  const before = playingAt(2);
  const { state } = after(before, { type: 'finished', playId: playIdOf(before, 'current') }, PLAY);
  t.equal(sketch(state), 'playing /c at 2, then nothing');
});

t.test('a whole queue plays through: each track is played, its index saved, the next one named', async (t) => {
  const first = playingAt(0);
  const second = after(first, { type: 'trackStarted', playId: playIdOf(first, 'upcoming') });
  t.equal(sketch(second.state), 'playing /b at 1, then /c');
  t.equal(second.state.queue.index, 1);
  t.strictSame(second.reported, ['follow /c', 'save']);
  const third = after(second.state, { type: 'trackStarted', playId: playIdOf(second.state, 'upcoming') });
  t.equal(sketch(third.state), 'playing /c at 2, then nothing');
  t.strictSame(third.reported, ['follow nothing', 'save']);
  const end = after(third.state, { type: 'finished', playId: playIdOf(third.state, 'current') });
  t.equal(sketch(end.state), 'stopped at 2, /c prepared');
});

t.test('a queue of one track has no next and no previous', async (t) => {
  const { state } = after(INITIAL_STATE, replace(['/only']), PLAY);
  t.equal(sketch(state), 'playing /only at 0, then nothing');
  t.equal(transition(state, { type: 'next' }).state, state);
  t.equal(transition(state, { type: 'previous' }).state, state);
});

t.test('a track that is followed by another has no end of its own', async (t) => {
  const before = playingAt(0);
  t.equal(transition(before, { type: 'finished', playId: playIdOf(before, 'current') }).state, before);
});

t.test('that nothing follows is reported once: an edit that changes nothing of it tells nothing', async (t) => {
  const last = playingAt(2);
  for (const event of [
    { type: 'removed', positions: new Set([0]) },
    { type: 'moved', from: 0, to: 1, count: 1 },
    { type: 'modesSet', modes: { single: 'album' } },
  ] as const) {
    t.strictSame(after(last, event).reported, ['save'], event.type);
  }
  t.strictSame(after(last, { type: 'flush' }).reported, ['follow nothing'], 'unless all is to be named anew');
});

t.test('what follows is reported anew only where it is another track', async (t) => {
  const before = playingAt(0);
  t.strictSame(after(before, { type: 'removed', positions: new Set([2]) }).reported, ['save']);
  t.strictSame(after(before, { type: 'removed', positions: new Set([1]) }).reported, ['follow /c', 'save']);
  t.strictSame(after(before, { type: 'removed', positions: new Set([1, 2]) }).reported, ['follow nothing', 'save']);
});

t.test('stopped, an edit has another entry ready only where it is another one', async (t) => {
  const before = after(playingAt(1), { type: 'stop', at: FROM_START }).state;
  t.strictSame(after(before, { type: 'removed', positions: new Set([0]) }).reported, ['save']);
  t.strictSame(after(before, { type: 'removed', positions: new Set([1]) }).reported, ['load /c', 'save']);
  t.strictSame(after(before, { type: 'cleared' }).reported, ['clear', 'save']);
});

t.test('a seek to before the beginning is kept as the beginning', async (t) => {
  t.match(after(playingAt(1), { type: 'seek', to: milliseconds(-500) }).state.resume, { elapsed: 0, offset: 0 });
  t.match(after(playingAt(1), { type: 'seek', to: milliseconds(500) }).state.resume, { elapsed: 500, offset: 0 });
});

t.test('resume-track starts the saved entry where it was, and goes on with what is paused', async (t) => {
  const stopped = after(playingAt(1), {
    type: 'stop',
    at: { elapsed: milliseconds(700), offset: byteOffset(9) },
  }).state;
  t.strictSame(after(stopped, { type: 'resumeTrack' }).reported, ['load /b from 700 ms', 'follow /c', 'run', 'save']);
  t.strictSame(after(pausedAt(1), { type: 'resumeTrack' }).reported, ['run', 'save']);
  t.strictSame(after(playingAt(1), { type: 'resumeTrack' }).reported, []);
  const moved = after(stopped, { type: 'removed', positions: new Set([0]) }).state;
  t.equal(sketch(after(moved, { type: 'resumeTrack' }).state), 'playing /b at 0, then /c');
  const gone = after(stopped, { type: 'removed', positions: new Set([1]) }).state;
  t.strictSame(
    after(gone, { type: 'resumeTrack' }).reported,
    ['load /a', 'follow /c', 'run', 'save'],
    'from the head, and its beginning',
  );
  t.equal(after(INITIAL_STATE, { type: 'resumeTrack' }).state, INITIAL_STATE);
});

t.test('with repeat A-B every skip begins the current track again', async (t) => {
  const before = after(playingAt(1), { type: 'modesSet', modes: { repeat: 'ab' } }).state;
  for (const type of ['next', 'previous'] as const) {
    const { state, reported } = after(before, { type });
    t.equal(sketch(state), 'playing /b at 1, then /b');
    t.strictSame(reported, ['load /b', 'follow /b', 'run', 'save']);
    t.match(state.resume, { entry: { location: '/b' }, elapsed: 0 });
  }
});
