import t from 'tap';
import type { MachineEvent } from '../../src/playback/state.js';
import { after, atElapsed, entriesOf, pausedAt, playingAt, replace, seekTo, sketch, stoppedAt } from './states.js';

const alarm = (at = 0): MachineEvent => ({
  ...{ type: 'queueSuspended', by: 'alarm', entries: entriesOf(['/x', '/y'], 100), isShuffled: false, index: 0 },
  from: atElapsed(0),
  at: atElapsed(at),
});
const back = (goesOn: boolean): MachineEvent => ({ type: 'queueBroughtBack', goesOn });

t.test('other music takes the place of what plays, and begins at once', async (t) => {
  const { state, reported } = after(playingAt(1), alarm(5000));
  t.equal(sketch(state), 'playing /x at 0, then /y');
  t.strictSame(reported, ['load /x', 'follow /y', 'run', 'save']);
  t.match(state, { modes: { repeat: 'all', single: 'off', shuffle: false }, undo: undefined });
});

t.test('it is repeated until the queue is brought back', async (t) => {
  const first = after(playingAt(1), alarm()).state;
  const { state } = after(first, { type: 'next' });
  t.equal(sketch(state), 'playing /y at 1, then /x');
});

t.test('the queue plays on where it was, or is paused there', async (t) => {
  const ringing = after(playingAt(1), alarm(5000), { type: 'next' }, seekTo(3000)).state;
  const on = after(ringing, back(true));
  t.equal(sketch(on.state), 'playing /b at 1, then /c');
  t.strictSame(on.reported, ['hold', 'load /b from 5000 ms', 'follow /c', 'run', 'save']);
  const silent = after(ringing, back(false));
  t.equal(sketch(silent.state), 'paused /b at 1, then /c');
  t.strictSame(silent.reported, ['hold', 'load /b from 5000 ms', 'follow /c', 'save']);
  t.equal(silent.state.suspended, undefined);
});

t.test('what was paused stays paused, and what was stopped stopped, with its position', async (t) => {
  t.equal(sketch(after(pausedAt(1), alarm(5000), back(true)).state), 'paused /b at 1, then /c');
  const { state, reported } = after(stoppedAt(2), alarm(), back(true));
  t.equal(sketch(state), 'stopped at 2, /c prepared');
  t.strictSame(reported, ['halt', 'load /c', 'save']);
  t.equal(state.resume, undefined);
});

t.test('a queue that is suspended already stays what it was', async (t) => {
  const twice = after(playingAt(1), alarm(5000), alarm(9000), back(true));
  t.equal(sketch(twice.state), 'playing /b at 1, then /c');
  t.ok(twice.reported.includes('load /b from 5000 ms'));
});

t.test('modes and undo are those of the queue, also when they are set meanwhile', async (t) => {
  const edited = after(playingAt(1), replace(['/d', '/e'], 50)).state;
  const ringing = after(edited, alarm(), { type: 'modesSet', modes: { repeat: 'one' } }).state;
  t.equal(ringing.modes.repeat, 'all');
  const { state } = after(ringing, back(false));
  t.equal(state.modes.repeat, 'one');
  t.equal(state.undo, edited.undo);
  const shuffled = after(ringing, { type: 'modesSet', modes: { shuffle: true } }, back(false)).state;
  t.ok(shuffled.queue.seed > 0 && shuffled.modes.shuffle);
  t.equal(shuffled.queue.entries.length, 2);
});

t.test('without music, and without a suspended queue, nothing happens', async (t) => {
  t.strictSame(after(playingAt(1), { ...alarm(), entries: [] } as MachineEvent).reported, []);
  t.strictSame(after(playingAt(1), back(true)).reported, []);
});
