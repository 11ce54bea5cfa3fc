/** The contract's table of insertion positions (section 5) row by row. */
import t from 'tap';
import { queueOf } from '../../src/playback/queue.js';
import { inserted } from '../../src/playback/insertion.js';
import { entriesOf } from './states.js';

const QUEUE = { ...queueOf(entriesOf(['a', 'b', 'c', 'd']), 1), firstIndex: 0 };
/** Logically c d a b, at d. */
const ROTATED = { ...QUEUE, index: 3, firstIndex: 2 };
const NEW = entriesOf(['x', 'y'], 10);

function show(queue: typeof QUEUE): string {
  return queue.entries
    .map(({ location }, at) => `${at === queue.firstIndex ? '^' : ''}${location}${at === queue.index ? '*' : ''}`)
    .join(' ');
}

for (const [row, position, plain, rotated] of [
  ['-1 prepend: before the logical first track', -1, '^x y a b* c d', 'a b ^x y c d*'],
  ['-2 insert: after the current track', -2, '^a b* x y c d', 'a b ^c d* x y'],
  ['-3 insert last: end of the queue', -3, '^a b* c d x y', 'a b x y ^c d*'],
  ['-4 insert first: right after the current track', -4, '^a b* x y c d', 'a b ^c d* x y'],
  ['-6 replace: clears, keeping the current track, then appends', -6, '^b* x y', '^d* x y'],
  ['-8 last rotated: append by inserting at first_index', -8, 'x y ^a b* c d', 'a b x y ^c d*'],
  ['>= 0: absolute queue index', 1, '^a x y b* c d', 'a x y b ^c d*'],
  ['>= 0: absolute queue index, 0', 0, '^x y a b* c d', 'x y a b ^c d*'],
  ['>= 0: absolute queue index, the end', 4, '^a b* c d x y', 'a b ^c d* x y'],
] as const) {
  t.test(row, async (t) => {
    t.equal(show(inserted(QUEUE, NEW, position, 7, true)), plain);
    t.equal(show(inserted(ROTATED, NEW, position, 7, true)), rotated);
  });
}

t.test('-2 insert: after the run of tracks inserted earlier; -4 always right after the current track', async (t) => {
  const first = inserted(QUEUE, NEW, -2, 7, true);
  t.equal(first.lastInsertPosition, 3);
  t.equal(show(inserted(first, entriesOf(['z'], 20), -2, 7, true)), '^a b* x y z c d');
  t.equal(show(inserted(first, entriesOf(['z'], 20), -4, 7, true)), '^a b* z x y c d');
});

t.test('an absolute index begins no run: what -2 inserts next comes right after the current track', async (t) => {
  const first = inserted(QUEUE, NEW, 3, 7, true);
  t.equal(first.lastInsertPosition, -1);
  t.equal(show(inserted(first, entriesOf(['z'], 20), -2, 7, true)), '^a b* z c x y d');
});

t.test('-5 insert shuffled: each at a random place between the current track and the end', async (t) => {
  const indices = new Set<number>();
  for (let seed = 1; seed < 200; seed++) {
    const queue = inserted(QUEUE, NEW, -5, seed, true);
    t.equal(show(queue).startsWith('^a b*'), true);
    for (const { key } of NEW) indices.add(queue.entries.findIndex((entry) => entry.key === key));
  }
  t.strictSame([...indices].sort(), [2, 3, 4, 5], 'every place');
});

t.test('-5 insert shuffled: in the whole queue if not started', async (t) => {
  const seeds = Array.from({ length: 200 }, (_, at) => at + 1);
  const heads = new Set(seeds.map((seed) => inserted(QUEUE, NEW, -5, seed, false).entries[0]?.location));
  t.strictSame([...heads].sort(), ['a', 'x', 'y']);
});

t.test('-7 last shuffled: the given tracks are shuffled, then appended', async (t) => {
  const seeds = Array.from({ length: 50 }, (_, at) => at + 1);
  const ends = new Set(seeds.map((seed) => show(inserted(QUEUE, NEW, -7, seed, true))));
  t.strictSame([...ends].sort(), ['^a b* c d x y', '^a b* c d y x']);
});

t.test(
  'what is inserted stands beside the same neighbour in the order before the shuffle, or at its end',
  async (t) => {
    const [a, b, c, d] = QUEUE.entries as [(typeof NEW)[0], (typeof NEW)[0], (typeof NEW)[0], (typeof NEW)[0]];
    const shuffled = { ...QUEUE, unshuffled: [d, c, b, a] };
    for (const [position, order] of [
      [-2, 'd c b x y a'],
      [-4, 'd c b x y a'],
      [-3, 'd c b a x y'],
      [-8, 'd c b a x y'],
    ] as const) {
      const { unshuffled } = inserted(shuffled, NEW, position, 7, true);
      t.equal(unshuffled?.map(({ location }) => location).join(' '), order, String(position));
    }
  },
);
