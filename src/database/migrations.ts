/**
 * The steps from an empty file to today's tables: `migrations/*.sql`, dated, run in the order of their names, each in a
 * transaction of its own and noted in the table `migration`. A step is never edited after its release.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Sqlite } from './sqlite.js';

/** Fires when a newer version has already changed the file. A retry helps after an update. */
export class DatabaseTooNew extends Error {
  constructor(file: string, unknown: readonly string[]) {
    super(`${file} was changed by a newer version of Tonearm (${unknown.join(', ')})`);
    this.name = 'DatabaseTooNew';
  }
}

const NOTES = 'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT';
const NOTED = 'SELECT name FROM migration ORDER BY name';
const NOTE = 'INSERT INTO migration (name, applied_at) VALUES (?, unixepoch())';

/**
 * Brings the file up to date. Before it changes a file that holds something, a copy is written beside it, named after
 * the first step: `state.db.before-2026-11-21-player`.
 * @param folder holds the `*.sql` files
 * @param copied whether there is such a copy: what can be made again needs none
 * @throws DatabaseTooNew before anything was changed, or SqliteError with the failing step rolled back
 */
export function migrate(sql: Sqlite, folder: string, copied = true): void {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
  const isNew = sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get() === undefined;
  const applied = isNew ? [] : (sql.prepare(NOTED).pluck().all() as string[]);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new DatabaseTooNew(sql.name, unknown);
  const due = names.filter((name) => !applied.includes(name));
  const [first] = due;
  if (first === undefined) return;
  if (applied.length > 0 && copied) backUp(sql, `${sql.name}.before-${first}`);
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

/** A compact copy (sqlite.org/lang_vacuum.html, VACUUM INTO), in the place of an older one that was not finished. */
function backUp(sql: Sqlite, copy: string): void {
  rmSync(copy, { force: true });
  sql.prepare('VACUUM INTO ?').run(copy);
}
