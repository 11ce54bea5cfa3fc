import t from 'tap';
import { type MachineEvent, type PlayerState } from '../../src/playback/state.js';
import { transition } from '../../src/playback/transition.js';
import { after, PLAY, pausedAt, playIdOf, playingAt, replace, sketch, startAt, stoppedAt, STOP } from './states.js';

const failureOf = (state: PlayerState, which: 'current' | 'upcoming' | 'prepared'): MachineEvent => ({
  type: 'trackFailed',
  playId: playIdOf(state, which),
});

t.test('the current track cannot be played: the next one is', async (t) => {
  const before = playingAt(0);
  const { state, reported } = after(before, failureOf(before, 'current'));
  t.equal(sketch(state), 'playing /b at 1, then /c');
  t.strictSame(reported, ['load /b', 'follow /c', 'run', 'save']);
});

t.test('while paused the next one is loaded and stays paused', async (t) => {
  const before = pausedAt(0);
  t.equal(sketch(after(before, failureOf(before, 'current')).state), 'paused /b at 1, then /c');
});

t.test('the upcoming track cannot be played: the one behind it follows, and nothing that sounds changes', async (t) => {
  const before = playingAt(0);
  const { state, reported } = after(before, failureOf(before, 'upcoming'));
  t.equal(sketch(state), 'playing /a at 0, then /c');
  t.equal(playIdOf(state, 'current'), playIdOf(before, 'current'));
  t.strictSame(reported, ['follow /c']);
});

t.test('nothing behind the upcoming track: the current one becomes the last', async (t) => {
  const before = playingAt(1);
  const { state, reported } = after(before, failureOf(before, 'upcoming'));
  t.equal(sketch(state), 'playing /b at 1, then nothing');
  t.strictSame(reported, ['follow nothing']);
  const end = after(state, { type: 'finished', playId: playIdOf(state, 'current') });
  t.equal(sketch(end.state), 'stopped at 1, /b prepared');
});

t.test('next and previous pass an unplayable entry over', async (t) => {
  const first = playingAt(0);
  const { state } = after(first, failureOf(first, 'upcoming'));
  const third = after(state, { type: 'next' }).state;
  t.equal(sketch(third), 'playing /c at 2, then nothing');
  t.equal(sketch(after(third, { type: 'previous' }).state), 'playing /a at 0, then /c');
});

t.test('the prepared track cannot be played: the player stays stopped where it is', async (t) => {
  const before = stoppedAt(0);
  const { state, reported } = after(before, failureOf(before, 'prepared'));
  t.equal(sketch(state), 'stopped at 0, nothing prepared');
  t.strictSame(reported, ['clear']);
});

t.test('play tries an unplayable prepared track once more, and goes on to the next one', async (t) => {
  const before = stoppedAt(0);
  const tried = after(before, failureOf(before, 'prepared'), PLAY);
  t.equal(sketch(tried.state), 'playing /a at 0, then /b');
  t.strictSame(tried.reported, ['load /a', 'follow /b', 'run', 'save']);
  t.equal(sketch(after(tried.state, failureOf(tried.state, 'current')).state), 'playing /b at 1, then /c');
});

t.test('nothing in the queue can be played: it stops instead of going round', async (t) => {
  let state = playingAt(0);
  for (const index of [0, 1, 2]) {
    t.equal(state.queue.index, index);
    state = after(state, failureOf(state, 'current')).state;
  }
  t.equal(sketch(state), 'stopped at 2, nothing prepared');
});

t.test('the last track cannot be played: it stops, and an earlier good one is not repeated', async (t) => {
  const before = playingAt(2);
  const { state, reported } = after(before, failureOf(before, 'current'));
  t.equal(sketch(state), 'stopped at 2, nothing prepared');
  t.strictSame(reported, ['halt', 'clear', 'save']);
});

t.test('a choice by hand tries every entry again', async (t) => {
  const before = playingAt(0);
  const skipping = after(before, failureOf(before, 'upcoming')).state;
  t.equal(sketch(after(skipping, startAt(1)).state), 'playing /b at 1, then /c');
  t.equal(sketch(after(skipping, startAt(0)).state), 'playing /a at 0, then /b');
  t.equal(sketch(after(skipping, PLAY).state), 'playing /a at 0, then /b');
});

t.test('a new queue knows of no failures', async (t) => {
  const before = playingAt(0);
  const { state } = after(before, failureOf(before, 'upcoming'), replace(['/x', '/y'], 10));
  t.equal(state.unplayable.size, 0);
});

t.test('a detached track fails: the new queue begins', async (t) => {
  const before = after(playingAt(1), replace(['/x', '/y'], 10)).state;
  t.equal(sketch(after(before, failureOf(before, 'current')).state), 'playing /x at 0, then /y');
});

t.test('the first of the new queue fails behind a detached track: the second follows it', async (t) => {
  const before = after(playingAt(1), replace(['/x', '/y'], 10)).state;
  const { state } = after(before, failureOf(before, 'upcoming'));
  t.equal(sketch(state), 'playing /b out of queue, then /y');
  t.equal(sketch(after(state, { type: 'next' }).state), 'playing /y at 1, then nothing');
  t.equal(sketch(transition(state, STOP).state), 'stopped at 0, nothing prepared');
});
