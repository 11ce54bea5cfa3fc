/** A real database in a folder of the test's own. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Database, type DatabaseDeps } from '../../src/database/database.js';
import { connect, type Sqlite } from '../../src/database/sqlite.js';
import { SILENT_LOG } from '../fixtures/log.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const BINDING = here('../../node_modules/better-sqlite3/build/Release/better_sqlite3.node');
export const MIGRATIONS = here('../../src/database/migrations');

/** Copies the log into the file in this thread: what the worker does. */
export async function checkpointHere(file: string): Promise<void> {
  const sql = await connect(file, BINDING);
  sql.pragma('wal_checkpoint(TRUNCATE)');
  sql.close();
}

export function databaseIn(directory: string, deps: Partial<DatabaseDeps> = {}): Database {
  return new Database({
    file: join(directory, 'state.db'),
    binding: BINDING,
    migrations: MIGRATIONS,
    log: SILENT_LOG,
    checkpoint: checkpointHere,
    ...deps,
  });
}

export const put = (name: string, value: number) => (sql: Sqlite) => {
  sql.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(name, JSON.stringify(value));
};

/** Every setting that is in the database, by name. */
export const settingsOf = (sql: Sqlite): Record<string, number> =>
  Object.fromEntries(sql.prepare('SELECT name, json(value) FROM setting ORDER BY name').raw().all() as []);

/** Whether the promise is still pending once everything that was due has happened. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  const first = await Promise.race([promise, setImmediate(pending).then(() => setImmediate(pending))]);
  return first === pending;
}
