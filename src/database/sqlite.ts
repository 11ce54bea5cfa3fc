/**
 * better-sqlite3 as the house uses it: loaded when the first database is opened, its native half from a path that is
 * given, because a bundle has no `node_modules` to search.
 */
import type BetterSqlite from 'better-sqlite3';

/** An open connection. Everything on it runs in the calling thread and blocks it. */
export type Sqlite = BetterSqlite.Database;

/** How long a lock of another connection is waited for; only the checkpoint worker has one. */
const PATIENCE_MILLISECONDS = 2000;

/**
 * @param binding absolute path of `better_sqlite3.node`
 * @param readonly nothing is written to the file, nor is its log copied into it at the end
 * @throws Error when the binding is missing or of another Node, SqliteError when the file cannot be opened
 */
export async function connect(file: string, binding: string, readonly = false): Promise<Sqlite> {
  const { default: Database } = await import('better-sqlite3');
  return new Database(file, { nativeBinding: binding, timeout: PATIENCE_MILLISECONDS, readonly });
}

/** Whether the file itself is broken (sqlite.org/rescode.html), and not just the disk, a lock or a statement. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}

/** Version of the SQLite that is built in, such as `3.49.1`. */
export function sqliteVersion(sql: Sqlite): string {
  return sql.prepare('SELECT sqlite_version()').pluck().get() as string;
}

/** Runs the smallest of statements. @throws SqliteError when the database does not answer */
export function answer(sql: Sqlite): void {
  sql.prepare('SELECT 1').get();
}
