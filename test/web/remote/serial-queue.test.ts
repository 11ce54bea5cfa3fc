import t from 'tap';
import { SerialQueue } from '../../../src/web/remote/state/serial-queue.js';

/** Orders that end when they are told to. */
function slow() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const act = (name: string) => () =>
    new Promise<void>((end) => {
      begun.push(name);
      ends.push(end);
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, act, endOne };
}

t.test('orders leave one after the other, in the order they were given', async (t) => {
  const { begun, act, endOne } = slow();
  const queue = new SerialQueue();
  for (const name of ['a', 'b', 'c']) queue.add(act(name));
  t.strictSame(begun, ['a']);
  await endOne();
  t.strictSame(begun, ['a', 'b']);
  await endOne();
  await endOne();
  queue.add(act('d'));
  t.strictSame(begun, ['a', 'b', 'c', 'd']);
});

t.test('of values that wait only the newest leaves, but never past another order', async (t) => {
  const { begun, act, endOne } = slow();
  const queue = new SerialQueue();
  for (const name of ['10', '11', '12']) queue.addNewest(act(name));
  queue.add(act('one step'));
  for (const name of ['13', '14']) queue.addNewest(act(name));
  for (let left = 0; left < 4; left += 1) await endOne();
  t.strictSame(begun, ['10', '12', 'one step', '14']);
});
