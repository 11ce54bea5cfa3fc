/**
 * The list of all tracks as it is in the file, ready to be sent: neighbours in the list are neighbours on the disk,
 * and no row is put together of columns. Thread: main; the scan worker writes it (`scan/track-list.ts`).
 */
import type { Sqlite } from '../../database/sqlite.js';
import { md5 } from '../ids.js';
import { jsonOf, type RecordKey, recordsJson, type Shape } from './records.js';
import { rowsOf, valuesOf } from '../../database/statements.js';

const IS_LISTED = 'SELECT listed IS ? FROM library';
/** As many as are wanted from the first of them on: never more, however far the last has moved away. */
const RUN = `SELECT group_concat(key, ','), CAST('[' || group_concat(json, ',') || ']' AS BLOB) FROM (
    SELECT key, json FROM track_list WHERE (sort_key, key) >= (SELECT sort_key, key FROM track WHERE key = ?)
    ORDER BY sort_key, key LIMIT ?
  )`;

const marks = new WeakMap<object, string>();

/** What `library.listed` says when the rows are of this shape, and made as this version makes them. */
export function markOf(shape: Shape<'track'>): string {
  let mark = marks.get(shape);
  if (mark === undefined) marks.set(shape, (mark = md5(jsonOf('track', shape))));
  return mark;
}

/**
 * As `recordsJson`, for tracks that follow each other in the list of all. Where they do not do so any more, or some that
 * are away lie between them, they are looked up one by one.
 * @param shape a constant
 */
export function neighboursJson(sql: Sqlite, keys: ArrayLike<RecordKey>, shape: Shape<'track'>): Buffer {
  if (keys.length > 0 && valuesOf(sql, IS_LISTED).get(markOf(shape)) === 1) {
    const [found, json] = rowsOf(sql, RUN).get(keys[0], keys.length) as [string | null, Buffer];
    if (found === Array.prototype.join.call(keys, ',')) return json;
  }
  return recordsJson(sql, 'track', keys, shape);
}
