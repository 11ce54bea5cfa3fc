/** Where parts of files lie, by the location that the queue holds. */
import type { Database } from '../../database/database.js';
import { milliseconds, type Milliseconds } from '../../units.js';
import { rowsOf } from './statements.js';

export interface Part {
  /** Absolute path of the file. */
  readonly path: string;
  readonly start: Milliseconds;
  /** Undefined: with the file. */
  readonly end: Milliseconds | undefined;
}

const MARK = '#track=';
const AT = 'SELECT part_start, part_end FROM track WHERE location = ? AND part_start IS NOT NULL';

type Row = readonly [start: number, end: number | null];

/** Undefined for what is none, or is not in the library. */
export async function partAt(records: Pick<Database, 'read'>, location: string): Promise<Part | undefined> {
  const path = location.slice(0, Math.max(location.lastIndexOf(MARK), 0));
  if (path === '') return undefined;
  const row = await records.read((sql) => rowsOf(sql, AT).get(location) as Row | undefined);
  if (row === undefined) return undefined;
  const [start, end] = row;
  return { path, start: milliseconds(start), end: end === null ? undefined : milliseconds(end) };
}
