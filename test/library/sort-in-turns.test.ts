import fc from 'fast-check';
import t from 'tap';
import { sortInTurns } from '../../src/library/sort-in-turns.js';

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
