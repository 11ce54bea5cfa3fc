import fc from 'fast-check';
import t from 'tap';
import { sortInTurns, sortNumbersInTurns } from '../../src/library/sort-in-turns.js';

interface Item {
  readonly value: number;
  readonly at: number;
}

const items = (values: readonly number[]): Item[] => values.map((value, at) => ({ value, at }));
const byValue = (a: Item, b: Item): number => a.value - b.value;

t.test('a list is sorted as by sort, and equal elements keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 5000, size: 'max' }), async (values) => {
      const sorted = await sortInTurns(items(values), byValue);
      return JSON.stringify(sorted) === JSON.stringify(items(values).sort(byValue));
    }),
    { numRuns: 30 },
  );
});

t.test('the event loop turns after every thousand elements', async (t) => {
  let turns = 0;
  let most = 0;
  let compared = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    most = Math.max(most, compared);
    compared = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const values = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 20_011);
  await sortInTurns(items(values), (a, b) => {
    compared += 1;
    return byValue(a, b);
  });
  isOver = true;
  t.ok(turns >= 20, `${turns} turns`);
  // A run of a thousand takes at most ten thousand comparisons.
  t.ok(most <= 10_000, `${most} comparisons in one turn`);
});

t.test('numbers are sorted, however many runs they make', async () => {
  const count = fc.constantFrom(0, 1, 8191, 8192, 8193, 16_384, 40_000, 70_000);
  await fc.assert(
    fc.asyncProperty(count, fc.integer({ min: 1, max: 2 ** 31 }), async (length, seed) => {
      const numbers = Float64Array.from({ length }, (_, at) => ((at + 1) * seed) % 20_011);
      const expected = Float64Array.from(numbers).sort();
      return Buffer.compare(bytesOf(await sortNumbersInTurns(numbers)), bytesOf(expected)) === 0;
    }),
    { numRuns: 30 },
  );
});

t.test('the event loop turns while numbers are sorted', async (t) => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await sortNumbersInTurns(Float64Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 100_003));
  isOver = true;
  t.ok(turns >= 40, `${turns} turns`);
});

const bytesOf = (numbers: Float64Array): Buffer => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
