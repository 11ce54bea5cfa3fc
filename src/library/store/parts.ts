/** Where parts of files lie, by the location that the queue holds. */
import type { Database } from '../../database/database.js';
import { milliseconds, type Milliseconds } from '../../units.js';
import { rowsOf } from '../../database/statements.js';

export interface Part {
  /** Absolute path of the file. */
  readonly path: string;
  readonly start: Milliseconds;
  /** Undefined: with the file. */
  readonly end: Milliseconds | undefined;
}

const MARK = '#track=';
const AT = 'SELECT part_start, part_end FROM track WHERE location = ? AND part_start IS NOT NULL';

/** `>` follows `=` in the order of texts: between the two lies whatever begins with the mark. */
const OF_FILES = `SELECT wanted.key, track.location, track.part_start FROM json_each(?) AS wanted
  CROSS JOIN track ON track.location > wanted.value || '#track=' AND track.location < wanted.value || '#track>'
  WHERE track.part_start IS NOT NULL`;

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

/** Locations of the parts of each of these files, as they follow each other in it; none for a file without parts. */
export async function partsOf(records: Pick<Database, 'read'>, paths: readonly string[]): Promise<string[][]> {
  const rows = await records.read(
    (sql) => rowsOf(sql, OF_FILES).all(JSON.stringify(paths)) as [index: number, location: string, start: number][],
  );
  const parts = paths.map((): string[] => []);
  for (const [index, location] of rows.sort((a, b) => a[2] - b[2])) parts[index]?.push(location);
  return parts;
}
