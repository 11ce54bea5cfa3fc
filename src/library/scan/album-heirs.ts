/**
 * Ids of albums that are gone, and which albums have their tracks now: likes follow, and old addresses still lead there
 * (table `album_moved`). Inside a transaction of the scan worker.
 */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { recordId } from '../ids.js';
import type { AlbumRow, AlbumRows } from './album-rows.js';

const HAS_MOVED = 'SELECT 1 FROM album_moved LIMIT 1';
/** An album of the same texts, such as the same one in the folder that it was moved to. */
const TWIN = `SELECT key FROM album WHERE md5 = ? AND key <> ?
  AND EXISTS (SELECT 1 FROM track WHERE track.album = album.key) ORDER BY key LIMIT 1`;

export class AlbumHeirs {
  readonly #rows: AlbumRows;
  /** Whether there are albums that are gone. */
  #hasMoved: boolean;
  readonly #twin: Statement<[string, number], number>;
  readonly #setId: Statement<[string, number]>;
  readonly #move: Statement<[string, string]>;
  readonly #isBack: Statement<[string]>;

  constructor(sql: Sqlite, rows: AlbumRows) {
    this.#rows = rows;
    this.#hasMoved = sql.prepare(HAS_MOVED).get() !== undefined;
    this.#twin = sql.prepare<[string, number], number>(TWIN).pluck();
    this.#setId = sql.prepare('UPDATE album SET id = ? WHERE key = ?');
    this.#move = sql.prepare(
      'INSERT INTO album_moved (was, id) VALUES (?, ?) ON CONFLICT DO UPDATE SET id = excluded.id',
    );
    this.#isBack = sql.prepare('DELETE FROM album_moved WHERE was = ?');
  }

  /**
   * An album was removed. Its likes go to the album that has its tracks now; where the files were moved, that is one of the
   * same texts, which gets the id too.
   * @param heir that its tracks went to @returns an album that has another id now
   */
  inherit(gone: AlbumRow, heir: number | undefined): number | undefined {
    if (this.#rows.added.has(gone.key)) return undefined;
    const key = heir ?? this.#twin.get(gone.md5, gone.key);
    const after = key === undefined ? undefined : this.#rows.get(key);
    if (after === undefined) return undefined;
    this.#hasMoved = true;
    if (heir !== undefined || gone.id === recordId('album', gone.identity)) {
      this.#move.run(gone.id, after.id);
      return undefined;
    }
    this.#setId.run(gone.id, after.key);
    if (!this.#rows.added.has(after.key)) this.#move.run(after.id, gone.id);
    return after.key;
  }

  /** The transaction is about to end: albums that were added in it are there to stay, with ids that may be old ones. */
  settled(): void {
    for (const key of this.#hasMoved ? this.#rows.added : []) {
      const added = this.#rows.get(key);
      if (added !== undefined) this.#isBack.run(added.id);
    }
  }
}
