/** Where in the list of all records of a kind the letters begin. Thread: main. */
import { rowsOf } from '../../database/statements.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { RecordKind } from '../ids.js';
import { type Letter, lettersOf, type Run } from '../letters.js';
import { SHOWN } from './lists.js';
import { isComplete } from './records.js';

/**
 * First characters of the sort keys (null of an empty one), and how many records have each: from one to the next in the
 * index, instead of a look at every record.
 */
function textOf(kind: RecordKind, shown: string): string {
  return `WITH RECURSIVE run (first) AS (
      SELECT min(sort_key) FROM ${kind}
      UNION ALL
      SELECT (SELECT min(sort_key) FROM ${kind} WHERE sort_key >= char(coalesce(unicode(first), 0) + 1))
        FROM run WHERE first IS NOT NULL
    )
    SELECT unicode(first), (SELECT count(*) FROM ${kind} WHERE sort_key >= first
      AND sort_key < char(coalesce(unicode(first), 0) + 1) AND ${shown})
    FROM run WHERE first IS NOT NULL`;
}

export function readLetters(sql: Sqlite, kind: RecordKind): Letter[] {
  const text = textOf(kind, SHOWN[kind][isComplete(sql) ? 0 : 1]);
  const runs: Run[] = [];
  let offset = 0;
  for (const [first, count] of rowsOf(sql, text).all() as [number | null, number][]) {
    if (count > 0) runs.push({ first: first ?? -1, offset, count });
    offset += count;
  }
  return lettersOf(runs);
}
