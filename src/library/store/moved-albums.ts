/** Albums that are gone, and which have their tracks now, as the scanner noted it. */
import type { Sqlite } from '../../database/sqlite.js';
import { rowsOf } from '../../database/statements.js';

/** An album may have gone into another one again and again; in a circle only while none of them is there. */
const MOST_STEPS = 50;

const MOVED = `WITH RECURSIVE step (was, id, number) AS (
    SELECT wanted.value, album_moved.id, 1 FROM json_each(?) AS wanted
      CROSS JOIN album_moved ON album_moved.was = wanted.value
      WHERE NOT EXISTS (SELECT 1 FROM album WHERE album.id = wanted.value)
    UNION ALL
    SELECT step.was, album_moved.id, number + 1 FROM step CROSS JOIN album_moved ON album_moved.was = step.id
      WHERE number < ${MOST_STEPS} AND NOT EXISTS (SELECT 1 FROM album WHERE album.id = step.id)
  )
  SELECT step.was, album.id FROM step CROSS JOIN album ON album.id = step.id`;

/** Old and new id of each album among these that is gone because it went into another one. */
export function movedAlbums(sql: Sqlite, ids: readonly string[]): (readonly [was: string, id: string])[] {
  return ids.length === 0 ? [] : (rowsOf(sql, MOVED).all(JSON.stringify(ids)) as [string, string][]);
}
