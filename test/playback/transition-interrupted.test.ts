import t from 'tap';
import type { MachineEvent } from '../../src/playback/state.js';
import { after, pausedAt, PLAY, playingAt, playIdOf, seekTo, sketch, startAt, STOP, stoppedAt } from './states.js';

const COMES: MachineEvent = { type: 'interrupted' };
const GOES: MachineEvent = { type: 'givenBack' };
const interrupted = () => after(playingAt(1), COMES).state;

t.test('another sound pauses what plays, which goes on in its turn', async (t) => {
  const { state, reported } = after(playingAt(1), COMES);
  t.equal(sketch(state), 'paused /b at 1, then /c');
  t.equal(playIdOf(state, 'current'), playIdOf(playingAt(1), 'current'), 'the same playing');
  t.match(state.playback, { kind: 'paused', because: 'interrupted' });
  t.strictSame(reported, ['hold', 'save']);
  const back = after(state, GOES);
  t.equal(sketch(back.state), 'playing /b at 1, then /c');
  t.strictSame(back.reported, ['run', 'save']);
  t.strictSame(after(back.state, GOES).reported, [], 'once');
});

t.test('what was paused or stopped before stays so', async (t) => {
  t.strictSame(after(pausedAt(1), COMES, GOES).reported, []);
  t.strictSame(after(stoppedAt(1), COMES, GOES).reported, []);
});

t.test('a pause or a stop by hand meanwhile has the last word', async (t) => {
  t.strictSame(after(interrupted(), { type: 'pause' }, GOES).reported, []);
  t.notOk(after(interrupted(), STOP, GOES).reported.includes('run'));
});

t.test('what is played meanwhile needs no turn', async (t) => {
  for (const event of [startAt(0), { type: 'resume' }] as const) {
    const { state } = after(interrupted(), event);
    t.equal(state.playback.kind, 'playing');
    t.strictSame(after(state, { type: 'pause' }, GOES).reported, []);
  }
  t.equal(after(interrupted(), PLAY).state.playback.kind, 'paused', 'play moves a pause');
});

t.test('where it is sent meanwhile is where it goes on', async (t) => {
  const { state } = after(interrupted(), seekTo(5000), { type: 'next' }, GOES);
  t.equal(sketch(state), 'playing /c at 2, then nothing');
});

t.test('an output that comes back does not interrupt the other sound', async (t) => {
  const back: MachineEvent = { type: 'outputBack', isSoon: true };
  t.strictSame(after(playingAt(1), { type: 'outputLost' }, COMES, back).reported, []);
  t.strictSame(after(interrupted(), { type: 'outputLost' }, back).reported, []);
  t.strictSame(after(playingAt(1), { type: 'outputLost' }, COMES, GOES).reported, [], 'it was at rest');
});
