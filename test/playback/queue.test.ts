import fc from 'fast-check';
import t from 'tap';
import { DEFAULT_MODES } from '../../src/playback/modes.js';
import { EMPTY_QUEUE, indexAtRank, queueOf, rankOf } from '../../src/playback/queue.js';
import { restored } from '../../src/playback/restored.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { storedPlayer } from './fake-store.js';
import { entriesOf } from './states.js';

const ENTRIES = entriesOf(['/a', '/b', '/c']);

t.test('a fresh queue is unshuffled and begins at its first entry', async (t) => {
  t.strictSame(queueOf(ENTRIES), { ...EMPTY_QUEUE, entries: ENTRIES });
});

t.test('ranks count in play order and wrap round', async (t) => {
  const queue = { ...queueOf(ENTRIES), firstIndex: 2 };
  t.strictSame(
    [2, 0, 1].map((index) => rankOf(queue, index)),
    [0, 1, 2],
  );
  t.strictSame(
    [0, 1, 2].map((rank) => indexAtRank(queue, rank)),
    [2, 0, 1],
  );
});

/** What becomes of numbers from the disk. */
function queueFrom(numbers: Partial<Record<'index' | 'firstIndex' | 'lastInsertPosition' | 'seed', number>>) {
  const stored = storedPlayer(['/a', '/b', '/c'], 0);
  const event = restored({ ...stored, queue: { ...stored.queue, ...numbers } }, false, 7);
  if (event.type !== 'restored') throw new Error('no restored queue');
  return event.queue;
}

t.test('restored numbers outside the queue, or none at all, stand for nothing', async (t) => {
  const anything = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double());
  fc.assert(
    fc.property(anything, anything, anything, anything, (index, firstIndex, lastInsertPosition, seed) => {
      const queue = queueFrom({ index, firstIndex, lastInsertPosition, seed });
      t.ok([0, 1, 2].includes(queue.index));
      t.ok([0, 1, 2].includes(queue.firstIndex));
      t.ok([-1, 0, 1, 2].includes(queue.lastInsertPosition));
      t.equal(queue.seed, 0, 'without an order of insertion it is not shuffled');
    }),
  );
});

t.test('a restored order of insertion counts when it holds the same entries', async (t) => {
  const stored = storedPlayer(['/a', '/b', '/c'], 0);
  for (const [unshuffled, seed] of [
    [[...stored.queue.entries].reverse(), 5],
    [stored.queue.entries.slice(1), 0],
    [entriesOf(['/x', '/y', '/z'], 10), 0],
  ] as const) {
    const event = restored({ ...stored, queue: { ...stored.queue, seed: 5, unshuffled } }, false, 7);
    t.equal(event.type === 'restored' && event.queue.seed, seed);
  }
});

t.test(
  'the saved track is looked for from its index on, then before it; a lost one means the first entry',
  async (t) => {
    const point = (index: number, location: string) => ({
      index,
      location,
      elapsed: milliseconds(900),
      offset: byteOffset(70),
    });
    for (const [index, location, key, elapsed] of [
      [1, '/a', 3, 900],
      [3, '/a', 1, 900],
      [99, '/b', 2, 900],
      [0, '/gone', 1, 0],
    ] as const) {
      const event = restored(storedPlayer(['/a', '/b', '/a'], 0, { resume: point(index, location) }), false, 7);
      t.match(event, { resume: { entry: { key }, elapsed } }, `${location} from ${index}`);
    }
    const event = restored(storedPlayer([], 0, { resume: point(0, '/a') }), false, 7);
    t.match(event, { resume: undefined, modes: DEFAULT_MODES });
  },
);
