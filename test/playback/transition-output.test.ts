import t from 'tap';
import type { MachineEvent } from '../../src/playback/state.js';
import { after, pausedAt, PLAY, playingAt, playIdOf, seekTo, sketch, startAt, STOP, stoppedAt } from './states.js';

const LOST: MachineEvent = { type: 'outputLost' };
const SOON: MachineEvent = { type: 'outputBack', isSoon: true };
const LATE: MachineEvent = { type: 'outputBack', isSoon: false };
const lost = () => after(playingAt(1), LOST).state;

t.test('an output that is lost pauses what plays, where it is', async (t) => {
  const { state, reported } = after(playingAt(1), LOST);
  t.equal(sketch(state), 'paused /b at 1, then /c');
  t.equal(playIdOf(state, 'current'), playIdOf(playingAt(1), 'current'), 'the same playing');
  t.match(state.playback, { kind: 'paused', because: 'outputLost' });
  t.strictSame(reported, ['hold']);
});

t.test('an output that is back soon goes on', async (t) => {
  const { state, reported } = after(lost(), SOON);
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['run']);
});

t.test('an output that is back later stays paused, also when it is lost again', async (t) => {
  const { state, reported } = after(lost(), LATE);
  t.equal(sketch(state), 'paused /b at 1, then /c');
  t.match(state.playback, { because: 'user' });
  t.strictSame(reported, ['save']);
  t.strictSame(after(state, LOST, SOON).reported, []);
});

t.test('what was paused or stopped before stays so', async (t) => {
  t.strictSame(after(pausedAt(1), LOST).reported, []);
  t.strictSame(after(pausedAt(1), LOST, SOON).reported, []);
  t.strictSame(after(stoppedAt(1), LOST, SOON).reported, []);
});

t.test('a pause or a stop by hand meanwhile has the last word', async (t) => {
  const byHand = after(lost(), { type: 'pause' }).state;
  t.match(byHand.playback, { because: 'user' });
  t.strictSame(after(byHand, SOON).reported, []);
  t.strictSame(after(lost(), STOP, SOON).reported, []);
  t.strictSame(after(lost(), { type: 'resume' }, { type: 'pause' }, SOON).reported, []);
});

t.test('another place or track that is chosen meanwhile goes on as well', async (t) => {
  for (const event of [seekTo(900), PLAY, { type: 'next' }] as const) {
    const { state } = after(lost(), event);
    t.match(state.playback, { because: 'outputLost' });
    t.strictSame(after(state, SOON).reported, ['run']);
  }
});

t.test('what is started meanwhile plays, and is not run twice', async (t) => {
  const { state, reported } = after(lost(), startAt(2), SOON);
  t.equal(sketch(state), 'playing /c at 2, then nothing');
  t.strictSame(reported, []);
});
