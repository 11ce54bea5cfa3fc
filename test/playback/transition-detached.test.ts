import t from 'tap';
import { INITIAL_STATE, type PlayerState } from '../../src/playback/state.js';
import { transition } from '../../src/playback/transition.js';
import { after, atElapsed, pausedAt, playIdOf, playingAt, replace, seekTo, sketch, startAt, STOP } from './states.js';

/** /b of the old queue sounds on, the new queue is /x /y. */
const detached = (from: PlayerState = playingAt(1)): PlayerState => after(from, replace(['/x', '/y'], 10)).state;

t.test('a new queue lets the sounding track go on and stands at its first entry', async (t) => {
  const before = playingAt(1);
  const { state, reported } = after(before, replace(['/x', '/y'], 10));
  t.equal(sketch(state), 'playing /b out of queue, then /x');
  t.equal(state.queue.index, 0);
  t.equal(playIdOf(state, 'current'), playIdOf(before, 'current'), 'it is still the same playing');
  t.strictSame(reported, ['follow /x', 'save']);
});

t.test('a new queue leaves a paused track paused', async (t) => {
  t.equal(sketch(detached(pausedAt(1))), 'paused /b out of queue, then /x');
});

t.test('the new queue follows at the end of the track', async (t) => {
  const before = detached();
  const { state, reported } = after(before, { type: 'trackStarted', playId: playIdOf(before, 'upcoming') });
  t.equal(sketch(state), 'playing /x at 0, then /y');
  t.strictSame(reported, ['follow /y', 'save']);
});

t.test('next goes to the first entry of the new queue, not past it', async (t) => {
  t.equal(sketch(after(detached(), { type: 'next' }).state), 'playing /x at 0, then /y');
});

t.test('there is nothing before the first entry of the new queue', async (t) => {
  const before = detached();
  t.equal(transition(before, { type: 'previous' }).state, before);
});

t.test('play and seek move within the sounding track; the new queue still follows', async (t) => {
  for (const event of [{ type: 'play', from: atElapsed(700) } as const, seekTo(700)]) {
    const { state, reported } = after(detached(), event);
    t.equal(sketch(state), 'playing /b out of queue, then /x');
    t.equal(state.queue.index, 0);
    t.strictSame(reported, ['load /b from 700 ms', 'follow /x', 'run']);
  }
});

t.test('pause and resume keep the sounding track', async (t) => {
  const { state } = after(detached(), { type: 'pause' }, { type: 'resume' });
  t.equal(sketch(state), 'playing /b out of queue, then /x');
});

t.test('start leaves the sounding track for the entry that was named', async (t) => {
  t.equal(sketch(after(detached(), startAt(1)).state), 'playing /y at 1, then nothing');
});

t.test('stop forgets the sounding track: the first entry of the new queue is ready', async (t) => {
  t.equal(sketch(after(detached(), STOP).state), 'stopped at 0, /x prepared');
});

t.test('a second new queue replaces what follows, not what sounds', async (t) => {
  const { state } = after(detached(), replace(['/p'], 20));
  t.equal(sketch(state), 'playing /b out of queue, then /p');
});

t.test('a new queue while stopped has its first entry ready and stays stopped', async (t) => {
  const { state, reported } = after(INITIAL_STATE, replace(['/x', '/y']));
  t.equal(sketch(state), 'stopped at 0, /x prepared');
  t.strictSame(reported, ['load /x', 'save']);
});

t.test('an empty new queue is followed by nothing, and the end of the track stops', async (t) => {
  const { state } = after(playingAt(1), replace([]));
  t.equal(sketch(state), 'playing /b out of queue, then nothing');
  const end = after(state, { type: 'finished', playId: playIdOf(state, 'current') });
  t.equal(sketch(end.state), 'stopped at 0, nothing prepared');
  t.strictSame(end.reported, ['halt', 'clear', 'save']);
});
