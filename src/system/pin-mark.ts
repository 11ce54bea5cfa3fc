/**
 * A copy of the PIN's row in the file `pin.mark` beside the database, so that neither damage to the database nor an
 * older copy of it removes the PIN. Holds a salted hash, as the database does. Read only when a damaged database is
 * restored; a damaged mark then becomes a PIN that nobody knows, which the file `forget-pin` removes. Thread: main.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Sqlite } from '../database/sqlite.js';
import { writeDurably } from '../durable.js';

const NAME = 'pin.mark';
const ROW = 'SELECT * FROM pin';
const COLUMNS = "SELECT name FROM pragma_table_info('pin')";
const ADD_UNKNOWN = `INSERT INTO pin (id, level, salt, hash, cost, block_size, parallelization)
  VALUES (1, 'changes', ?, ?, 16384, 8, 1)`;

type Row = Readonly<Record<string, unknown>>;

export class PinMark {
  readonly #file: string;

  /** @param directory the state directory */
  constructor(directory: string) {
    this.#file = join(directory, NAME);
  }

  /** Brings the mark in line with the database; resolves when that is durable. @throws Error of SQLite or the disk */
  async follow(state: { read<Result>(query: (sql: Sqlite) => Result): Promise<Result> }): Promise<void> {
    const row = await state.read((sql) => sql.prepare(ROW).get() as Row | undefined);
    if (row === undefined) {
      await rm(this.#file, { force: true });
      return;
    }
    const text = JSON.stringify(row);
    if ((await readFile(this.#file, 'utf8').catch(() => '')) === text) return;
    await writeDurably(this.#file, text);
  }
}

/** Restores the PIN of the mark in a database. @param directory the state directory @throws Error of SQLite */
export function mendPin(sql: Sqlite, directory: string): void {
  let text: string;
  try {
    text = readFileSync(join(directory, NAME), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    text = '';
  }
  const row = rowOf(text);
  const known = sql.prepare(COLUMNS).pluck().all() as string[];
  const columns = Object.keys(row ?? {}).filter((name) => known.includes(name));
  try {
    const values = columns.map((name) => row?.[name]);
    const names = columns.map((name) => `"${name}"`).join(', ');
    sql.prepare(`INSERT OR REPLACE INTO pin (${names}) VALUES (${columns.map(() => '?').join(', ')})`).run(...values);
  } catch {
    const isSet = sql.prepare(ROW).get() !== undefined;
    if (!isSet) sql.prepare(ADD_UNKNOWN).run(randomBytes(16), randomBytes(32));
  }
}

/** The row in a mark; undefined when the mark is damaged. */
function rowOf(text: string): Row | undefined {
  try {
    const value = JSON.parse(text, reviveBytes) as unknown;
    return typeof value === 'object' && value !== null ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes as `Buffer.toJSON` writes them. */
function reviveBytes(_: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { readonly type?: unknown; readonly data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]) : value;
}
