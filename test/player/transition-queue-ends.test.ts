import t from 'tap';
import { INITIAL_STATE } from '../../src/player/state.js';
import { transition } from '../../src/player/transition.js';
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
  const { state, told } = after(before, { type: 'finished', playId: playIdOf(before, 'current') });
  t.equal(sketch(state), 'stopped at 2, /c prepared');
  t.equal(state.queue, before.queue);
  t.strictSame(told, ['halt', 'cue /c', 'save']);
});

t.test('play after the end plays the last track again', async (t) => {
  const before = playingAt(2);
  const { state } = after(before, { type: 'finished', playId: playIdOf(before, 'current') }, PLAY);
  t.equal(sketch(state), 'playing /c at 2, then nothing');
});

t.test('a whole queue plays through: each track is heard, its index saved, the next one named', async (t) => {
  const first = playingAt(0);
  const second = after(first, { type: 'trackHeard', playId: playIdOf(first, 'upcoming') });
  t.equal(sketch(second.state), 'playing /b at 1, then /c');
  t.equal(second.state.queue.index, 1);
  t.strictSame(second.told, ['follow /c', 'save']);
  const third = after(second.state, { type: 'trackHeard', playId: playIdOf(second.state, 'upcoming') });
  t.equal(sketch(third.state), 'playing /c at 2, then nothing');
  t.strictSame(third.told, ['follow nothing', 'save']);
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
