/** Revision of the library: another number for every state that lists would show. */
import type { Sqlite } from '../../database/sqlite.js';

/** Part of every transaction after which a list would show another thing. */
export const RAISE_REVISION = 'UPDATE library SET revision = revision + 1';

export function readRevision(sql: Sqlite): number {
  return sql.prepare<[], number>('SELECT revision FROM library').pluck().get() ?? 0;
}
