import t from 'tap';
import { INITIAL_STATE } from '../../src/playback/state.js';
import { transition } from '../../src/playback/transition.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { after, atElapsed, PLAY, playingAt, seekTo, sketch, startAt, stoppedAt, STOP } from './states.js';

t.test('play starts the current entry, with what follows it', async (t) => {
  const { state, reported } = after(stoppedAt(1), PLAY);
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['run', 'follow /c', 'save']);
});

t.test('play begins at a given time', async (t) => {
  const { state, reported } = after(stoppedAt(1), { type: 'play', from: atElapsed(5000) });
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['load /b from 5000 ms', 'follow /c', 'run', 'save']);
});

t.test('play begins at a given byte', async (t) => {
  const from = { elapsed: milliseconds(0), offset: byteOffset(777) };
  t.strictSame(after(stoppedAt(0), { type: 'play', from }).reported, [
    'load /a from byte 777',
    'follow /b',
    'run',
    'save',
  ]);
});

t.test('play on an empty queue stays stopped', async (t) => {
  t.equal(transition(INITIAL_STATE, PLAY).state, INITIAL_STATE);
  t.strictSame(transition(INITIAL_STATE, PLAY).effects, []);
});

t.test('start plays the entry that was named and makes it the current one', async (t) => {
  const { state, reported } = after(stoppedAt(0), startAt(2));
  t.equal(sketch(state), 'playing /c at 2, then nothing');
  t.equal(state.queue.index, 2);
  t.strictSame(reported, ['load /c', 'follow nothing', 'run', 'save']);
});

t.test('start of an entry that does not exist changes nothing', async (t) => {
  const before = stoppedAt(0);
  for (const index of [-1, 3, 1.5, NaN, Infinity]) t.equal(transition(before, startAt(index)).state, before);
  t.equal(transition(INITIAL_STATE, startAt(0)).state, INITIAL_STATE, 'an empty queue stays stopped');
});

t.test('pause, resume, stop, next, previous and seek have no effect', async (t) => {
  const before = stoppedAt(1);
  for (const type of ['pause', 'resume', 'stop', 'next', 'previous'] as const) {
    const { state, effects } = transition(before, type === 'stop' ? STOP : { type });
    t.equal(state, before, `${type} changes nothing`);
    t.strictSame(effects, [], `${type} asks for nothing`);
  }
  const { state, effects } = transition(before, seekTo(1000));
  t.equal(state, before);
  t.strictSame(effects, []);
});

t.test('stop is taken once: the second changes nothing', async (t) => {
  const { state } = after(playingAt(1), STOP);
  t.equal(transition(state, STOP).state, state);
});
