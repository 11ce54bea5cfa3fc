import t from 'tap';
import { Slots } from '../../src/http/slots.js';
import { clientOf } from '../../src/http/shares.js';

interface Visitor {
  readonly name: string;
  readonly client: ReturnType<typeof clientOf>;
  isIdle: boolean;
}

function rig(bounds = { address: 3, network: 4, all: 6 }) {
  const ended: string[] = [];
  const slots = new Slots<Visitor>(bounds, {
    isIdle: ({ isIdle }) => isIdle,
    end: ({ name }) => void ended.push(name),
  });
  const come = (name: string, remoteAddress: string, isIdle = false, localAddress = '192.0.2.1') => {
    const visitor = { name, client: clientOf({ remoteAddress, localAddress }), isIdle };
    return { visitor, isIn: slots.take(visitor) };
  };
  return { places: slots, ended, come };
}

t.test('an address that has all its places gets another one only for an idle one of its own', async (t) => {
  const { places: slots, ended, come } = rig();
  const { visitor: first } = come('a', '192.0.2.2');
  come('b', '192.0.2.2', true);
  come('c', '192.0.2.2', true);
  t.ok(come('d', '192.0.2.2').isIn);
  t.strictSame(ended, ['b'], 'the one that has been idle for longest');
  come('e', '192.0.2.2');
  t.notOk(come('f', '192.0.2.2').isIn);
  t.ok(come('g', '192.0.2.3').isIn, 'others have their own');
  slots.leave(first);
  slots.leave(first);
  t.ok(come('h', '192.0.2.2').isIn, 'one has left');
  t.strictSame(ended, ['b', 'c']);
});

t.test('those of an address that stay are counted when others of it leave', async (t) => {
  const { places: slots, come } = rig();
  const [first, second] = ['a', 'b', 'c'].map((name) => come(name, '192.0.2.2').visitor);
  for (const visitor of [first, second]) if (visitor !== undefined) slots.leave(visitor);
  t.ok(come('d', '192.0.2.2').isIn);
  t.ok(come('e', '192.0.2.2').isIn);
  t.notOk(come('f', '192.0.2.2').isIn);
});

t.test('a newcomer gets a place of who holds most, when all are taken', async (t) => {
  const { ended, come } = rig();
  for (const name of ['a1', 'a2', 'a3']) come(name, '192.0.2.2');
  for (const name of ['b1', 'b2']) come(name, '192.0.2.3');
  come('c1', '192.0.2.4');
  t.ok(come('d1', '192.0.2.5').isIn);
  t.strictSame(ended, ['a1']);
  t.notOk(come('c2', '192.0.2.4').isIn, 'nobody holds more than it would');
  t.ok(come('e1', '192.0.2.6').isIn);
  t.strictSame(ended, ['a1', 'a2']);
});

t.test('who is idle goes before who holds most', async (t) => {
  const { ended, come } = rig();
  for (const name of ['a1', 'a2', 'a3']) come(name, '192.0.2.2');
  come('b1', '192.0.2.3', true);
  for (const name of ['c1', 'c2']) come(name, '192.0.2.4');
  t.ok(come('d1', '192.0.2.5').isIn);
  t.strictSame(ended, ['b1']);
});

t.test('a network of many addresses is bounded, and fair inside', async (t) => {
  const { ended, come } = rig();
  for (const name of ['a1', 'a2', 'a3']) come(name, '2001:db8::a');
  come('b1', '2001:db8::b');
  t.ok(come('c1', '2001:db8::c').isIn, 'its neighbour has most');
  t.strictSame(ended, ['a1']);
  t.ok(come('d1', '2001:db8:0:1::d').isIn, 'another network');
  t.strictSame(ended, ['a1']);
});

t.test('programs on the box always find room, and take none from others', async (t) => {
  const { ended, come } = rig();
  for (const last of ['2', '3']) for (const name of ['1', '2', '3']) come(last + name, `192.0.2.${last}`);
  const own = ['x', 'y', 'z', 'more'].map((name) => come(name, '127.0.0.1', false, '127.0.0.1').isIn);
  t.strictSame(own, [true, true, true, false]);
  t.ok(come('40', '192.0.2.4').isIn);
  t.strictSame(ended, ['21']);
});
