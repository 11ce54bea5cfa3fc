/** Sorts a long list in small turns of the event loop: short runs first, which are then merged two by two. */
import { nextTurn } from './turn.js';

/** Elements sorted or merged in one turn: less than a millisecond. */
const TURN = 1000;
/** The same of numbers, which need no function to be compared. */
const NUMBERS_TURN = 8192;

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

/** Two neighbouring runs of `from`, each in order, become one at the same place of `to`. */
async function merge(from: Float64Array, to: Float64Array, start: number, middle: number, end: number): Promise<void> {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isLeft = right >= end || (left < middle && (from[left] as number) <= (from[right] as number));
    to[at] = from[isLeft ? left++ : right++] as number;
    if (at % NUMBERS_TURN === 0) await nextTurn();
  }
}

/** @param numbers taken over: what is in there afterwards means nothing */
export async function sortNumbersInTurns(numbers: Float64Array): Promise<Float64Array> {
  const { length } = numbers;
  for (let at = 0; at < length; at += NUMBERS_TURN) {
    if (at > 0) await nextTurn();
    numbers.subarray(at, at + NUMBERS_TURN).sort();
  }
  let from = numbers;
  let to: Float64Array = new Float64Array(length);
  for (let run = NUMBERS_TURN; run < length; run *= 2) {
    for (let at = 0; at < length; at += 2 * run) {
      await merge(from, to, at, Math.min(at + run, length), Math.min(at + 2 * run, length));
    }
    [from, to] = [to, from];
  }
  return from;
}
