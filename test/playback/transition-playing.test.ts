import t from 'tap';
import { transition } from '../../src/playback/transition.js';
import { after, atElapsed, PLAY, playingAt, seekTo, sketch, startAt, STOP } from './states.js';

t.test('play restarts the current track', async (t) => {
  const { state, reported } = after(playingAt(1), PLAY);
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['load /b', 'follow /c', 'run', 'save']);
});

t.test('play moves within the current track', async (t) => {
  const { state, reported } = after(playingAt(1), { type: 'play', from: atElapsed(61_000) });
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['load /b from 61000 ms', 'follow /c', 'run', 'save']);
});

t.test('start plays the entry that was named', async (t) => {
  const { state, reported } = after(playingAt(2), startAt(0, atElapsed(10)));
  t.equal(sketch(state), 'playing /a at 0, then /b');
  t.strictSame(reported, ['load /a from 10 ms', 'follow /b', 'run', 'save']);
});

t.test('start of the sounding entry begins it anew, and is where a restart would resume', async (t) => {
  t.strictSame(after(playingAt(0), startAt(0)).reported, ['load /a', 'follow /b', 'run', 'save']);
});

t.test('start of an entry that does not exist plays on', async (t) => {
  const before = playingAt(0);
  for (const index of [-1, 3, 0.5, NaN]) t.equal(transition(before, startAt(index)).state, before);
});

t.test('pause holds the track where it is', async (t) => {
  const { state, reported } = after(playingAt(1), { type: 'pause' });
  t.equal(sketch(state), 'paused /b at 1, then /c');
  t.strictSame(reported, ['hold', 'save']);
});

t.test('resume has no effect', async (t) => {
  const before = playingAt(1);
  const { state, effects } = transition(before, { type: 'resume' });
  t.equal(state, before);
  t.strictSame(effects, []);
});

t.test('next plays the following entry', async (t) => {
  const { state, reported } = after(playingAt(0), { type: 'next' });
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['load /b', 'follow /c', 'run', 'save']);
});

t.test('previous plays the entry before', async (t) => {
  const { state, reported } = after(playingAt(2), { type: 'previous' });
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['load /b', 'follow /c', 'run', 'save']);
});

t.test('seek goes to the time; a negative one is for the decoder to count from the end', async (t) => {
  const forward = after(playingAt(1), seekTo(2500));
  t.equal(sketch(forward.state), 'playing /b at 1, then /c');
  t.strictSame(forward.reported, ['load /b from 2500 ms', 'follow /c', 'run', 'save']);
  t.strictSame(after(playingAt(1), seekTo(-2500)).reported[0], 'load /b from -2500 ms');
  t.strictSame(after(playingAt(1), seekTo(0)).reported[0], 'load /b');
});

t.test('stop keeps queue and index, and has the entry ready from its start', async (t) => {
  const before = playingAt(1);
  const { state, reported } = after(before, STOP);
  t.equal(sketch(state), 'stopped at 1, /b prepared');
  t.equal(state.queue, before.queue);
  t.strictSame(reported, ['halt', 'load /b', 'save']);
});
