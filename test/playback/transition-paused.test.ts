import t from 'tap';
import { transition } from '../../src/playback/transition.js';
import { after, atElapsed, PLAY, pausedAt, playIdOf, seekTo, sketch, startAt, STOP } from './states.js';

t.test('play re-positions and stays paused', async (t) => {
  const { state, reported } = after(pausedAt(1), { type: 'play', from: atElapsed(3000) });
  t.equal(sketch(state), 'paused /b at 1, then /c');
  t.strictSame(reported, ['load /b from 3000 ms', 'follow /c', 'save']);
  t.strictSame(after(pausedAt(1), PLAY).reported, ['load /b', 'follow /c', 'save']);
});

t.test('start plays the entry that was named, no longer paused', async (t) => {
  const { state, reported } = after(pausedAt(0), startAt(1));
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['load /b', 'follow /c', 'run', 'save']);
});

t.test('start of an entry that does not exist stays paused', async (t) => {
  const before = pausedAt(0);
  for (const index of [-1, 3]) t.equal(transition(before, startAt(index)).state, before);
});

t.test('pause has no effect', async (t) => {
  const before = pausedAt(1);
  const { state, effects } = transition(before, { type: 'pause' });
  t.equal(state, before);
  t.strictSame(effects, []);
});

t.test('resume plays on from the same place: the same playing, nothing is loaded', async (t) => {
  const before = pausedAt(1);
  const { state, reported } = after(before, { type: 'resume' });
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.equal(playIdOf(state, 'current'), playIdOf(before, 'current'));
  t.strictSame(reported, ['run', 'save']);
});

t.test('next and previous move and stay paused', async (t) => {
  const next = after(pausedAt(1), { type: 'next' });
  t.equal(sketch(next.state), 'paused /c at 2, then nothing');
  t.strictSame(next.reported, ['load /c', 'follow nothing', 'save']);
  const previous = after(pausedAt(1), { type: 'previous' });
  t.equal(sketch(previous.state), 'paused /a at 0, then /b');
  t.strictSame(previous.reported, ['load /a', 'follow /b', 'save']);
});

t.test('seek re-positions and stays paused', async (t) => {
  const { state, reported } = after(pausedAt(0), seekTo(900));
  t.equal(sketch(state), 'paused /a at 0, then /b');
  t.strictSame(reported, ['load /a from 900 ms', 'follow /b', 'save']);
});

t.test('stop keeps queue and index, and has the entry ready from its start', async (t) => {
  const { state, reported } = after(pausedAt(2), STOP);
  t.equal(sketch(state), 'stopped at 2, /c prepared');
  t.strictSame(reported, ['halt', 'load /c', 'save']);
});

t.test('a track that had followed just before the pause becomes the current one, still paused', async (t) => {
  const before = pausedAt(0);
  const { state } = after(before, { type: 'trackStarted', playId: playIdOf(before, 'upcoming') });
  t.equal(sketch(state), 'paused /b at 1, then /c');
});
