/** Chooses the cover of an album. Inside a transaction of the scan worker. */
import { extname } from 'node:path';
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';

/** In the order of the album, so that the same files always give the same cover. */
const PICTURE = `SELECT folder.path || '/' || file.name AS cover, file.picture AS ending
  FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder
  WHERE track.album = ? AND file.picture IS NOT NULL ORDER BY disc_number, track_number, track.key LIMIT 1`;
const IMAGE = `SELECT folder.cover FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder
  WHERE track.album = ? AND folder.cover IS NOT NULL ORDER BY disc_number, track_number, track.key LIMIT 1`;
const SHOW = `UPDATE album SET cover = $cover, cover_ending = $ending
  WHERE key = $key AND (cover, cover_ending) IS NOT ($cover, $ending)`;

interface Picture {
  readonly cover: string;
  readonly ending: string;
}

export class AlbumCovers {
  readonly #picture: Statement<[number], Picture>;
  readonly #image: Statement<[number], string>;
  readonly #show: Statement<[{ cover: string | null; ending: string | null; key: number }]>;

  constructor(sql: Sqlite) {
    this.#picture = sql.prepare(PICTURE);
    this.#image = sql.prepare<[number], string>(IMAGE).pluck();
    this.#show = sql.prepare(SHOW);
  }

  /** A picture inside a track, else an image beside one. @returns whether the cover is another one now */
  choose(album: number): boolean {
    const picture = this.#picture.get(album);
    const image = picture === undefined ? this.#image.get(album) : undefined;
    const ending = image === undefined ? picture?.ending : endingOf(image);
    return this.#show.run({ cover: picture?.cover ?? image ?? null, ending: ending ?? null, key: album }).changes > 0;
  }
}

function endingOf(image: string): string {
  return extname(image).slice(1).toLowerCase().replace('jpeg', 'jpg');
}
