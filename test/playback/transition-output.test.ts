import t from 'tap';
import type { PlayerEvent } from '../../src/playback/state.js';
import { after, pausedAt, PLAY, playingAt, playIdOf, seekTo, sketch, startAt, STOP, stoppedAt } from './states.js';

const LOST: PlayerEvent = { type: 'outputLost' };
const SOON: PlayerEvent = { type: 'outputBack', isSoon: true };
const LATE: PlayerEvent = { type: 'outputBack', isSoon: false };
const lost = () => after(playingAt(1), LOST).state;

t.test('an output that is lost pauses what plays, where it is', async (t) => {
  const { state, told } = after(playingAt(1), LOST);
  t.equal(sketch(state), 'paused /b at 1, then /c');
  t.equal(playIdOf(state, 'current'), playIdOf(playingAt(1), 'current'), 'the same playing');
  t.match(state.playback, { kind: 'paused', because: 'outputLost' });
  t.strictSame(told, ['hold']);
});

t.test('an output that is back soon goes on', async (t) => {
  const { state, told } = after(lost(), SOON);
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(told, ['run']);
});

t.test('an output that is back later stays paused, also when it is lost again', async (t) => {
  const { state, told } = after(lost(), LATE);
  t.equal(sketch(state), 'paused /b at 1, then /c');
  t.match(state.playback, { because: 'user' });
  t.strictSame(told, ['save']);
  t.strictSame(after(state, LOST, SOON).told, []);
});

t.test('what was paused or stopped before stays so', async (t) => {
  t.strictSame(after(pausedAt(1), LOST).told, []);
  t.strictSame(after(pausedAt(1), LOST, SOON).told, []);
  t.strictSame(after(stoppedAt(1), LOST, SOON).told, []);
});

t.test('a pause or a stop by hand meanwhile has the last word', async (t) => {
  const byHand = after(lost(), { type: 'pause' }).state;
  t.match(byHand.playback, { because: 'user' });
  t.strictSame(after(byHand, SOON).told, []);
  t.strictSame(after(lost(), STOP, SOON).told, []);
  t.strictSame(after(lost(), { type: 'resume' }, { type: 'pause' }, SOON).told, []);
});

t.test('another place or track that is chosen meanwhile goes on as well', async (t) => {
  for (const event of [seekTo(900), PLAY, { type: 'next' }] as const) {
    const { state } = after(lost(), event);
    t.match(state.playback, { because: 'outputLost' });
    t.strictSame(after(state, SOON).told, ['run']);
  }
});

t.test('what is started meanwhile plays, and is not run twice', async (t) => {
  const { state, told } = after(lost(), startAt(2), SOON);
  t.equal(sketch(state), 'playing /c at 2, then nothing');
  t.strictSame(told, []);
});
