/**
 * The list of all tracks as it stands in the file, ready to be sent: neighbours in the list are neighbours on the disk,
 * and no row is put together of columns. Thread: main; the scan worker writes it (`scan/track-list.ts`).
 */
import type { Sqlite } from '../../database/sqlite.js';
import { md5 } from '../ids.js';
import { ABSENT_ROOT, jsonOf, type RecordKey, recordsJson, type Shape } from './records.js';
import { rowsOf, valuesOf } from './statements.js';

const IS_LISTED = `SELECT listed IS ? AND NOT (${ABSENT_ROOT}) FROM library`;
const PLACE = 'SELECT sort_key FROM track WHERE key = ?';
/** How many rows, the sum of their keys, and the rows. A list that is out of date may mean very many. */
const ROWS = `SELECT count(*), sum(key), CAST('[' || group_concat(json, ',') || ']' AS BLOB)
  FROM (SELECT key, json FROM track_list WHERE (sort_key, key) >= (?, ?) AND (sort_key, key) <= (?, ?)
    ORDER BY sort_key, key LIMIT ?)`;

type Rows = readonly [count: number, sum: number, json: Buffer];

const marks = new WeakMap<object, string>();

/** What `library.listed` says when the rows are of this shape, and made as this version makes them. */
export function markOf(shape: Shape<'track'>): string {
  let mark = marks.get(shape);
  if (mark === undefined) marks.set(shape, (mark = md5(jsonOf('track', shape))));
  return mark;
}

/**
 * As `recordsJson`, of tracks that follow each other in the list of all. Where they do not do so any more, or the list is
 * not there, or shows tracks whose root is away, they are looked up one by one.
 * @param shape a constant
 */
export function neighboursJson(sql: Sqlite, keys: ArrayLike<RecordKey>, shape: Shape<'track'>): Buffer {
  return listedJson(sql, keys, shape) ?? recordsJson(sql, 'track', keys, shape);
}

function listedJson(sql: Sqlite, keys: ArrayLike<RecordKey>, shape: Shape<'track'>): Buffer | undefined {
  const [first, last] = [keys[0], keys[keys.length - 1]];
  if (first === undefined || last === undefined) return undefined;
  if (valuesOf(sql, IS_LISTED).get(markOf(shape)) !== 1) return undefined;
  const [from, to] = [placeOf(sql, first), placeOf(sql, last)];
  if (from === undefined || to === undefined) return undefined;
  const [count, sum, json] = rowsOf(sql, ROWS).get(from, first, to, last, keys.length + 1) as Rows;
  return count === keys.length && sum === sumOf(keys) ? json : undefined;
}

function placeOf(sql: Sqlite, key: RecordKey): string | undefined {
  return valuesOf(sql, PLACE).get(key) as string | undefined;
}

function sumOf(keys: ArrayLike<RecordKey>): number {
  let sum = 0;
  for (let at = 0; at < keys.length; at++) sum += keys[at] ?? 0;
  return sum;
}
