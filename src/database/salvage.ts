/**
 * Reads what can still be read of a damaged database, table by table, into a sound one. Rows are read in the order of their
 * keys from both ends, up to the pages that are broken, and between those from the middle on. A table that can be read to
 * its end replaces what the sound database had of it; of another the rows that were read go over those of the same keys.
 * A row that does not fit its table is left out. Blocks the calling thread.
 */
import { isDamage, type Sqlite } from './sqlite.js';

/** Ranges between broken pages that are tried in one table. */
const MOST_ATTEMPTS = 64;
const LOWEST = Number.MIN_SAFE_INTEGER;
const HIGHEST = Number.MAX_SAFE_INTEGER;
const TABLES = `SELECT name, wr AS isKeyed FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migration'`;
const COLUMNS = 'SELECT name FROM pragma_table_info(?)';
const KEYS = 'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk';

type Row = readonly unknown[];

interface Rows {
  readonly rows: readonly Row[];
  /** They are all there are. */
  readonly isWhole: boolean;
}

/**
 * @param sound has the tables of today, and is nobody else's @param damaged opened for reading
 * @returns how many rows were read and fit
 */
export function salvage(sound: Sqlite, damaged: Sqlite): number {
  // Without it a file that has lost its end cannot be read at all.
  damaged.unsafeMode(true);
  isDone(() => damaged.pragma('writable_schema = ON'));
  sound.pragma('foreign_keys = OFF');
  const tables = sound.prepare(TABLES).all() as { readonly name: string; readonly isKeyed: number }[];
  return sound
    .transaction(() => {
      let count = 0;
      for (const { name, isKeyed } of tables) count += salvageTable(sound, damaged, name, isKeyed !== 0);
      dropOrphans(sound);
      return count;
    })
    .immediate();
}

function salvageTable(sound: Sqlite, damaged: Sqlite, table: string, isKeyed: boolean): number {
  const columns = commonColumns(sound, damaged, table);
  if (columns.length === 0) return 0;
  const list = columns.map(quoted).join(', ');
  const read = isKeyed
    ? readByKeys(damaged, table, list, (sound.prepare(KEYS).pluck().all(table) as string[]).map(quoted))
    : readByNumber(damaged, table, list);
  if (read.isWhole) sound.prepare(`DELETE FROM ${quoted(table)}`).run();
  const add = sound.prepare(
    `INSERT OR REPLACE INTO ${quoted(table)} (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return read.rows.filter((row) => isDone(() => add.run(...row))).length;
}

/** None where nothing of the table is known in the damaged file. */
function commonColumns(sound: Sqlite, damaged: Sqlite, table: string): string[] {
  const now = sound.prepare(COLUMNS).pluck().all(table) as string[];
  let then: unknown[] = [];
  isDone(() => (then = damaged.prepare(COLUMNS).pluck().all(table)));
  return now.filter((name) => then.includes(name));
}

function readByNumber(damaged: Sqlite, table: string, list: string): Rows {
  const rows: Row[] = [];
  const from = `SELECT rowid, ${list} FROM ${quoted(table)} NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid`;
  let attempts = 0;
  /** @returns whether everything of these numbers was read */
  const readRange = (low: number, high: number): boolean => {
    if (low > high) return true;
    if (attempts++ >= MOST_ATTEMPTS) return false;
    let [last, first] = [low - 1, high + 1];
    const take = (direction: 'ASC' | 'DESC', seen: (number: number) => void): boolean =>
      isDone(() => {
        const all = damaged
          .prepare(`${from} ${direction}`)
          .raw()
          .iterate(low, direction === 'ASC' ? high : first - 1);
        for (const row of all as Iterable<[number, ...unknown[]]>) {
          const [number, ...values] = row;
          if (direction === 'DESC' && number <= last) return;
          rows.push(values);
          seen(number);
        }
      });
    if (take('ASC', (number) => (last = number))) return true;
    if (take('DESC', (number) => (first = number))) return false;
    const middle = last + Math.floor((first - last) / 2);
    if (first - last > 2)
      for (const [from, to] of [
        [last + 1, middle - 1],
        [middle, first - 1],
      ] as const)
        readRange(from, to);
    return false;
  };
  const isWhole = readRange(LOWEST, HIGHEST);
  return { rows, isWhole };
}

function readByKeys(damaged: Sqlite, table: string, list: string, keys: readonly string[]): Rows {
  const rows: Row[] = [];
  const take = (direction: 'ASC' | 'DESC'): boolean =>
    isDone(() => {
      const order = keys.map((key) => `${key} ${direction}`).join(', ');
      const all = damaged.prepare(`SELECT ${list} FROM ${quoted(table)} NOT INDEXED ORDER BY ${order}`).raw();
      for (const row of all.iterate() as Iterable<Row>) rows.push(row);
    });
  const isWhole = take('ASC');
  if (!isWhole) take('DESC');
  return { rows, isWhole };
}

/** What refers to a row that could not be read. */
function dropOrphans(sound: Sqlite): void {
  const orphans = sound.pragma('foreign_key_check') as { readonly table: string; readonly rowid: number }[];
  for (const { table, rowid } of orphans) sound.prepare(`DELETE FROM ${quoted(table)} WHERE rowid = ?`).run(rowid);
}

/** @returns false when SQLite says that something is damaged, or that a row does not fit @throws any other Error */
function isDone(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isDamage(error) || /^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|IOERR)/.test(code)) return false;
    throw error;
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
