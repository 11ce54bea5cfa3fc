/** Sorting in turns gives what sorting at once gives. */
import t from 'tap';
import { sortedInSlices } from '../../src/mpd/sort.js';
import { randomFrom } from '../../src/playback/random.js';

t.test('any number of items, equal ones in their order', async (t) => {
  const random = randomFrom(5);
  for (const length of [0, 1, 255, 256, 257, 512, 1000, 5000]) {
    const items = Array.from({ length }, (_, at) => ({ key: Math.floor(random() * 50), at }));
    const compare = (one: { key: number }, other: { key: number }): number => one.key - other.key;
    t.strictSame(await sortedInSlices(items, compare), items.toSorted(compare), `${length} items`);
  }
});

t.test('something else has its turn meanwhile', async (t) => {
  const items = Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 300_007);
  let slices = 0;
  let isDone = false;
  const count = (): void => {
    slices += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await sortedInSlices(items, (one, other) => one - other);
  isDone = true;
  t.ok(slices > 3, `${slices} slices`);
});
