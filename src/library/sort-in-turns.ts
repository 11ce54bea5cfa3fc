/** Sorts a long list in small turns of the event loop: short runs first, which are then merged two by two. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Elements sorted or merged in one turn: less than a millisecond. */
const TURN = 1000;

type Compare<Item> = (a: Item, b: Item) => number;

async function merged<Item>(a: readonly Item[], b: readonly Item[], compare: Compare<Item>): Promise<Item[]> {
  const both: Item[] = [];
  let fromA = 0;
  let fromB = 0;
  while (fromA < a.length || fromB < b.length) {
    const [left, right] = [a[fromA], b[fromB]];
    if (right === undefined || (left !== undefined && compare(left, right) <= 0)) {
      both.push(left as Item);
      fromA += 1;
    } else {
      both.push(right);
      fromB += 1;
    }
    if (both.length % TURN === 0) await nextTurn();
  }
  return both;
}

/** @param items none of them undefined; equal ones keep their order */
export async function sortInTurns<Item extends object>(
  items: readonly Item[],
  compare: Compare<Item>,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += TURN) {
    runs.push(items.slice(at, at + TURN).sort(compare));
    await nextTurn();
  }
  while (runs.length > 1) {
    const fewer: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) fewer.push(await merged(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = fewer;
  }
  return runs[0] ?? [];
}
