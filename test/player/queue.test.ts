import fc from 'fast-check';
import t from 'tap';
import { EMPTY_QUEUE, QUEUE_CAPACITY, queueOf } from '../../src/player/queue.js';
import { entriesOf } from './states.js';

t.test('a fresh queue is unshuffled and begins at its first entry', async (t) => {
  const entries = entriesOf(['/a', '/b']);
  t.strictSame(queueOf(entries), {
    entries,
    index: 0,
    firstIndex: 0,
    lastInsertPosition: -1,
    seed: 0,
    capacity: 10_000,
  });
  t.equal(queueOf(entries).entries, entries, 'the entries are not copied');
});

t.test('an index inside the queue is kept', async (t) => {
  t.equal(queueOf(entriesOf(['/a', '/b']), 1).index, 1);
});

t.test('an index outside the queue, or none at all, becomes 0', async (t) => {
  fc.assert(
    fc.property(fc.nat(5), fc.double(), (length, index) => {
      const queue = queueOf(entriesOf(Array.from({ length }, (_, at) => `/${at}`)), index);
      const inside = Number.isInteger(index) && index >= 0 && index < length;
      return Object.is(queue.index, inside ? index : 0) || (inside && queue.index === index);
    }),
  );
  for (const index of [2, -1, 0.5, NaN, Infinity, -Infinity]) t.equal(queueOf(entriesOf(['/a', '/b']), index).index, 0);
});

t.test('the empty queue has nothing in it', async (t) => {
  t.strictSame(EMPTY_QUEUE, queueOf([]));
  t.equal(QUEUE_CAPACITY, 10_000);
});
