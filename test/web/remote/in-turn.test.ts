import t from 'tap';
import { InTurn } from '../../../src/web/remote/state/in-turn.js';

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
  const turns = new InTurn();
  for (const name of ['a', 'b', 'c']) turns.add(act(name));
  t.strictSame(begun, ['a']);
  await endOne();
  t.strictSame(begun, ['a', 'b']);
  await endOne();
  await endOne();
  turns.add(act('d'));
  t.strictSame(begun, ['a', 'b', 'c', 'd']);
});

t.test('of values that wait only the newest leaves, but never past another order', async (t) => {
  const { begun, act, endOne } = slow();
  const turns = new InTurn();
  for (const name of ['10', '11', '12']) turns.addNewest(act(name));
  turns.add(act('one step'));
  for (const name of ['13', '14']) turns.addNewest(act(name));
  for (let left = 0; left < 4; left += 1) await endOne();
  t.strictSame(begun, ['10', '12', 'one step', '14']);
});
