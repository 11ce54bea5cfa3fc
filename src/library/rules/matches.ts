/** Finds the tracks that follow rules, counts them, or brings them into the asked order; in small time slices. */
import type { Turn } from '../turn.js';
import type { TrackColumns } from './columns.js';
import type { Rules } from './criteria.js';
import { type Filter, filtersOf, mark } from './filters.js';

/** Rows that are marked before the clock is looked at: a fraction of a millisecond for some conditions. */
const BLOCK = 8192;
/** Rows that are marked before the clock is looked at where there are more than `CONDITIONS_OF_BLOCK` conditions. */
const LEAST_BLOCK = 512;
const CONDITIONS_OF_BLOCK = 8;

/** Numbers of a track, and ranks, stay below this. */
const BEYOND = 2 ** 32;

/** The record of a track that is asked for. */
export type Wanted = 'track' | 'album' | 'artist';

/** Ranks of artists or albums in their own order, where the rules sort by those. */
export type Ranks = Uint32Array | undefined;

export interface Moment {
  /** Unix seconds. */
  readonly now: number;
  /** Seed of a random order: equal seeds give equal orders. */
  readonly seed: number;
}

/** Hands the marks of every block of rows to `look`. */
async function eachBlock(
  rules: Rules,
  filters: readonly Filter[],
  rows: number,
  turn: Turn,
  look: (marks: Uint8Array, from: number) => void,
): Promise<void> {
  const size = filters.length > CONDITIONS_OF_BLOCK ? LEAST_BLOCK : BLOCK;
  const all = new Uint8Array(Math.min(size, rows));
  for (let from = 0; from < rows; from += size) {
    if (turn.isOver) await turn.end();
    const marks = all.subarray(0, Math.min(size, rows - from));
    mark(marks, rules.match, filters, from);
    look(marks, from);
  }
}

/** How many there are, whatever the limit. @param now Unix seconds */
export async function countMatches(rules: Rules, columns: TrackColumns, now: number, turn: Turn): Promise<number> {
  const rows = columns.keys.length;
  if (rules.conditions.length === 0) return rows;
  let count = 0;
  await eachBlock(rules, await filtersOf(rules, columns, now, turn), rows, turn, (marks) => {
    for (let at = 0; at < marks.length; at++) count += marks[at] as number;
  });
  return count;
}

/**
 * What is wanted of the tracks that the rules name, of no more tracks than their limit, in their order; where they leave
 * it open, by title. Each record is listed once, where its first track is.
 */
export async function findMatches(
  wanted: Wanted,
  rules: Rules,
  columns: TrackColumns,
  ranks: Ranks,
  { now, seed }: Moment,
  turn: Turn,
): Promise<Uint32Array> {
  const { keys } = columns;
  const found = new Uint32Array(keys.length);
  let count = 0;
  await eachBlock(rules, await filtersOf(rules, columns, now, turn), keys.length, turn, (marks, from) => {
    for (let at = 0; at < marks.length; at++) if (marks[at] === 1) found[count++] = from + at;
  });
  const rows = found.subarray(0, count);
  const limit = Math.min(rules.limit ?? count, count);
  const chosen = (await inOrder(rows, rules, rankOf(rules, columns, ranks, seed), turn)).subarray(0, limit);
  const records = wanted === 'track' ? keys : columns[wanted];
  for (let at = 0; at < limit; at++) {
    if (at % BLOCK === 0 && turn.isOver) await turn.end();
    chosen[at] = records[chosen[at] as number] as number;
  }
  return wanted === 'track' ? chosen : eachOnce(chosen, turn);
}

/** Rows, which come by title, in the order of the rules. @param rows taken over */
async function inOrder(
  rows: Uint32Array,
  { sort, descending }: Rules,
  rank: (row: number) => number,
  turn: Turn,
): Promise<Uint32Array> {
  if (sort === 'title') return descending ? rows.reverse() : rows;
  // A rank and the index among the rows in one number: those of one rank stay as they are.
  const span = rows.length;
  const ranks = new Float64Array(span);
  for (let at = 0; at < span; at++) {
    if (at % BLOCK === 0 && turn.isOver) await turn.end();
    const value = rank(rows[at] as number);
    ranks[at] = (descending ? BEYOND - value : value) * span + at;
  }
  await turn.end();
  // A typed array sorts by number, without a call of JavaScript: a hundred thousand take nine milliseconds.
  ranks.sort();
  await turn.end();
  const ordered = new Uint32Array(span);
  for (let at = 0; at < span; at++) {
    if (at % BLOCK === 0 && turn.isOver) await turn.end();
    ordered[at] = rows[(ranks[at] as number) % span] as number;
  }
  return ordered;
}

/** What orders the rows: the smaller, the further in front. */
function rankOf(
  { sort }: Rules,
  { keys, numbers, ...columns }: TrackColumns,
  ranks: Ranks,
  seed: number,
): (row: number) => number {
  switch (sort) {
    case 'title':
      return (row) => row;
    case 'random':
      return (row) => scattered(keys[row] as number, seed);
    case 'artist':
    case 'album': {
      const column = columns[sort];
      return (row) => ranks?.[column[row] as number] ?? 0;
    }
    default: {
      const column = numbers[sort];
      return (row) => column[row] as number;
    }
  }
}

/** A number below 2³² that looks like chance: the finalizer of MurmurHash3, which is in the public domain. */
function scattered(key: number, seed: number): number {
  let mixed = Math.imul(key, 0x9e3779b1) ^ seed;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The records without those that stood before. @param records taken over */
async function eachOnce(records: Uint32Array, turn: Turn): Promise<Uint32Array> {
  const seen = new Uint8Array(records.reduce((most, key) => Math.max(most, key), 0) + 1);
  let count = 0;
  for (let at = 0; at < records.length; at++) {
    if (at % BLOCK === 0 && turn.isOver) await turn.end();
    const record = records[at] as number;
    if (seen[record] === 0) records[count++] = record;
    seen[record] = 1;
  }
  return records.subarray(0, count);
}
