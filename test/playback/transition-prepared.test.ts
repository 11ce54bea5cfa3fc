import t from 'tap';
import { INITIAL_STATE } from '../../src/playback/state.js';
import { transition } from '../../src/playback/transition.js';
import { after, atElapsed, PLAY, playIdOf, playingAt, replace, sketch, startAt, stoppedAt, STOP } from './states.js';

t.test('play of the prepared track does not load it again: the same playing sounds', async (t) => {
  const before = stoppedAt(1);
  const { state, reported } = after(before, PLAY);
  t.equal(playIdOf(state, 'current'), playIdOf(before, 'prepared'));
  t.strictSame(reported, ['run', 'follow /c', 'save']);
});

t.test('start of the prepared entry does not load it again either', async (t) => {
  t.strictSame(after(stoppedAt(1), startAt(1)).reported, ['run', 'follow /c', 'save']);
});

t.test('another place or another entry is loaded', async (t) => {
  t.strictSame(after(stoppedAt(1), startAt(1, atElapsed(1))).reported, [
    'load /b from 1 ms',
    'follow /c',
    'run',
    'save',
  ]);
  t.strictSame(after(stoppedAt(1), startAt(0)).reported, ['load /a', 'follow /b', 'run', 'save']);
});

t.test('what was played from its middle is prepared from its start when it stops', async (t) => {
  const { state, reported } = after(playingAt(0), { type: 'play', from: atElapsed(90_000) }, STOP);
  t.strictSame(reported, ['halt', 'load /a', 'save']);
  t.strictSame(after(state, PLAY).reported, ['run', 'follow /b', 'save']);
});

t.test('a prepared track is a playing of its own', async (t) => {
  const before = playingAt(0);
  const stopped = after(before, STOP).state;
  t.ok(playIdOf(stopped, 'prepared') > playIdOf(before, 'current'));
});

t.test('a queue that is replaced while stopped prepares its entry, once', async (t) => {
  const { state, reported } = after(stoppedAt(2), replace(['/x', '/y'], 10));
  t.equal(sketch(state), 'stopped at 0, /x prepared');
  t.strictSame(reported, ['load /x', 'save']);
});

t.test('an empty queue has nothing to prepare', async (t) => {
  const { state, reported } = after(stoppedAt(0), replace([]));
  t.equal(sketch(state), 'stopped at 0, nothing prepared');
  t.strictSame(reported, ['clear', 'save']);
  t.equal(transition(state, PLAY).state, state);
});

t.test('before any queue there is nothing', async (t) => {
  t.equal(sketch(INITIAL_STATE), 'stopped at 0, nothing prepared');
});
