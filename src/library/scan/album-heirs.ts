/**
 * Ids of albums that are gone, and which albums have their tracks now: likes follow, and old addresses still lead there
 * (table `album_moved`). Inside a transaction of the scan worker.
 */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { recordId } from '../ids.js';
import type { AlbumRow, AlbumRows } from './album-rows.js';

const HAS_MOVED = 'SELECT 1 FROM album_moved LIMIT 1';
/** Tracks of an album that are looked for in other folders, and tracks of one size and length among which they are looked for. */
const SAMPLE = 10;
const MOST_ALIKE = 100;
const FILE = 'SELECT size, length, title FROM track WHERE key = ?';
/** Albums of the same texts with a track like one that is gone. */
const TWINS = `SELECT DISTINCT album.key
  FROM (SELECT album, title FROM track WHERE size = $size AND length = $length LIMIT ${MOST_ALIKE}) AS alike
    CROSS JOIN album ON album.key = alike.album
  WHERE alike.title = $title AND album.md5 = $md5`;

interface FileFacts {
  readonly size: number;
  readonly length: number;
  readonly title: string;
}

export class AlbumHeirs {
  readonly #rows: AlbumRows;
  /** Whether there are albums that are gone. */
  #hasMoved: boolean;
  /** Some tracks that were removed in this transaction, by their albums. */
  readonly #lost = new Map<number, FileFacts[]>();
  readonly #file: Statement<[number], FileFacts>;
  readonly #twins: Statement<[FileFacts & { readonly md5: string }], number>;
  readonly #setId: Statement<[string, number]>;
  readonly #move: Statement<[string, string]>;
  readonly #isBack: Statement<[string]>;

  constructor(sql: Sqlite, rows: AlbumRows) {
    this.#rows = rows;
    this.#hasMoved = sql.prepare(HAS_MOVED).get() !== undefined;
    this.#file = sql.prepare(FILE);
    this.#twins = sql.prepare<[FileFacts & { readonly md5: string }], number>(TWINS).pluck();
    this.#setId = sql.prepare('UPDATE album SET id = ? WHERE key = ?');
    this.#move = sql.prepare(
      'INSERT INTO album_moved (was, id) VALUES (?, ?) ON CONFLICT DO UPDATE SET id = excluded.id',
    );
    this.#isBack = sql.prepare('DELETE FROM album_moved WHERE was = ?');
  }

  /** A track is about to be removed. */
  lose(track: number, album: number): void {
    const lost = this.#lost.get(album) ?? [];
    const file = lost.length < SAMPLE ? this.#file.get(track) : undefined;
    if (file !== undefined) this.#lost.set(album, [...lost, file]);
  }

  /**
   * An album was removed. Its likes go to the album that has its tracks now; where the files were moved, that is one of the
   * same texts with the same files, which gets the id too.
   * @param heir that its tracks went to @returns an album that has another id now
   */
  inherit(gone: AlbumRow, heir: number | undefined): number | undefined {
    if (this.#rows.added.has(gone.key)) return undefined;
    const key = heir ?? this.#twinOf(gone);
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
    this.#lost.clear();
  }

  /** The transaction was rolled back. */
  forget(): void {
    this.#lost.clear();
  }

  /** The album that has most of the files that were lost. */
  #twinOf({ key, md5 }: AlbumRow): number | undefined {
    const lost = this.#lost.get(key) ?? [];
    const found = lost.flatMap((file) => this.#twins.all({ ...file, md5 }));
    return found.find((twin) => 2 * found.filter((other) => other === twin).length > lost.length);
  }
}
