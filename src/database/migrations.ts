/**
 * The steps from an empty file to today's tables: `migrations/*.sql`, dated, run in the order of their names, each in a
 * transaction of its own and noted in the table `migration`. A step is never edited after its release.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeCopy } from './copies.js';
import { connect, type Sqlite } from './sqlite.js';

/** Fires when a newer version has already changed the file. A retry helps after an update. */
export class DatabaseTooNew extends Error {
  /** @param unknown steps of the newer version, in the order of their names */
  constructor(
    file: string,
    readonly unknown: readonly string[],
  ) {
    super(`${file} was changed by a newer version of Tonearm (${unknown.join(', ')})`);
    this.name = 'DatabaseTooNew';
  }
}

const NOTES = 'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT';
const NOTED = 'SELECT name FROM migration ORDER BY name';
const NOTE = 'INSERT INTO migration (name, applied_at) VALUES (?, unixepoch())';

/**
 * Brings the file up to date. Before it changes a file that holds something, a durable copy is written beside it, named
 * after the first step: `state.db.before-2026-11-21-player`. An older version goes back to it (downgrade.ts).
 * @param folder holds the `*.sql` files
 * @param copied whether there is such a copy: what can be made again needs none
 * @throws DatabaseTooNew before anything was changed, or SqliteError with the failing step rolled back
 */
export function migrate(sql: Sqlite, folder: string, copied = true): void {
  const names = stepsIn(folder);
  const applied = appliedTo(sql);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new DatabaseTooNew(sql.name, unknown);
  const due = names.filter((name) => !applied.includes(name));
  const [first] = due;
  if (first === undefined) return;
  if (applied.length > 0 && copied) writeCopy(sql, `${sql.name}.before-${first}`);
  sql.exec(NOTES);
  for (const name of due) {
    const text = readFileSync(join(folder, `${name}.sql`), 'utf8');
    sql
      .transaction(() => {
        sql.exec(text);
        sql.prepare(NOTE).run(name);
      })
      .immediate();
  }
}

/** Whether this version knows all steps of a database that nobody else has open. Never rejects. */
export async function isKnown(file: string, folder: string, binding: string): Promise<boolean> {
  try {
    const sql = await connect(file, binding, true);
    try {
      const names = stepsIn(folder);
      return appliedTo(sql).every((name) => names.includes(name));
    } finally {
      sql.close();
    }
  } catch {
    return false;
  }
}

const stepsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();

function appliedTo(sql: Sqlite): string[] {
  const isNew = sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get() === undefined;
  return isNew ? [] : (sql.prepare(NOTED).pluck().all() as string[]);
}
