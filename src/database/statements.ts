/** Prepared statements, kept as long as their connection: one that is opened anew prepares its own. Thread: main. */
import type { Statement } from 'better-sqlite3';

import type { Sqlite } from './sqlite.js';

/** Prepared statements of one connection, by text. */
type Kept = WeakMap<Sqlite, Map<string, Statement>>;

const arrays: Kept = new WeakMap();
const singles: Kept = new WeakMap();

function keptIn(kept: Kept, sql: Sqlite, text: string, prepare: () => Statement): Statement {
  const statements = kept.get(sql) ?? new Map<string, Statement>();
  kept.set(sql, statements);
  let statement = statements.get(text);
  if (statement === undefined) statements.set(text, (statement = prepare()));
  return statement;
}

/** Prepares a statement whose rows are arrays of their columns. `text` is one of a fixed set: what is asked for is bound, never part of it. */
export function rowsOf(sql: Sqlite, text: string): Statement {
  return keptIn(arrays, sql, text, () => sql.prepare(text).raw());
}

/** Prepares a statement whose rows are the values of its one column. */
export function valuesOf(sql: Sqlite, text: string): Statement {
  return keptIn(singles, sql, text, () => sql.prepare(text).pluck());
}
