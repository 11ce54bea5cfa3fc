/**
 * The list of all tracks as it stands in the file, ready to be sent: neighbours in the list are neighbours on the disk,
 * and no row is put together of columns. Thread: main; the scan worker writes it (`scan/track-list.ts`).
 */
import type { Sqlite } from '../../database/sqlite.js';
import { md5 } from '../ids.js';
import { isComplete, jsonOf, type RecordKey, recordsJson, type Shape } from './records.js';
import { rowsOf, valuesOf } from '../../database/statements.js';

const IS_LISTED = 'SELECT listed IS ? FROM library';
const PLACE = 'SELECT sort_key FROM track WHERE key = ?';
const FOUND = "count(*), CAST('[' || group_concat(track_list.json, ',') || ']' AS BLOB)";
const EACH = `SELECT ${FOUND} FROM json_each(?) AS wanted CROSS JOIN track ON track.key = wanted.value
  CROSS JOIN track_list ON track_list.sort_key = track.sort_key AND track_list.key = track.key`;
const NTH = 'SELECT key FROM track_list WHERE (sort_key, key) >= (?, ?) ORDER BY sort_key, key LIMIT 1 OFFSET ?';
const RUN = `SELECT ${FOUND}, sum(key) FROM track_list WHERE (sort_key, key) >= (?, ?) AND (sort_key, key) <= (?, ?)`;

/** The sum of the keys tells one run from another one as long as it. */
type Found = readonly [count: number, json: Buffer, sum?: number];

const marks = new WeakMap<object, string>();

/** What `library.listed` says when the rows are of this shape, and made as this version makes them. */
export function markOf(shape: Shape<'track'>): string {
  let mark = marks.get(shape);
  if (mark === undefined) marks.set(shape, (mark = md5(jsonOf('track', shape))));
  return mark;
}

/** As `recordsJson`, of tracks near each other: those from everywhere in the list cost more than their columns. */
function tracksJson(sql: Sqlite, keys: ArrayLike<RecordKey>, shape: Shape<'track'>): Buffer {
  const listed = keys.length > 0 && isListed(sql, shape) ? eachJson(sql, keys) : undefined;
  return listed ?? recordsJson(sql, 'track', keys, shape);
}

/**
 * The same of tracks that follow each other in the list of all, twice as fast again. Where they do not do so any more, or
 * the list has tracks whose root is away, they are looked up one by one.
 * @param shape a constant
 */
export function neighboursJson(sql: Sqlite, keys: ArrayLike<RecordKey>, shape: Shape<'track'>): Buffer {
  const listed = isListed(sql, shape) && isComplete(sql) ? runJson(sql, keys) : undefined;
  return listed ?? tracksJson(sql, keys, shape);
}

function isListed(sql: Sqlite, shape: Shape<'track'>): boolean {
  return valuesOf(sql, IS_LISTED).get(markOf(shape)) === 1;
}

/** Undefined when one of them is not there any more. */
function eachJson(sql: Sqlite, keys: ArrayLike<RecordKey>): Buffer | undefined {
  const [count, json] = rowsOf(sql, EACH).get(`[${Array.from(keys).join(',')}]`) as Found;
  return count === keys.length ? json : undefined;
}

/** Undefined when they do not follow each other. */
function runJson(sql: Sqlite, keys: ArrayLike<RecordKey>): Buffer | undefined {
  const [first, last] = [keys[0], keys[keys.length - 1]];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [placeOf(sql, first), placeOf(sql, last)];
  if (from === undefined || to === undefined) return undefined;
  // Before any is read: between the two there may be very many where the list is out of date.
  if (valuesOf(sql, NTH).get(from, first, keys.length - 1) !== last) return undefined;
  const [count, json, sum] = rowsOf(sql, RUN).get(from, first, to, last) as Found;
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
