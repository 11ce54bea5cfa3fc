/** Keys of albums by what names them; those that are new get a row. Inside a transaction of the scan worker. */
import { extname } from 'node:path';
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { recordId } from '../ids.js';
import { indexed } from '../search-words.js';
import { sortKey } from '../sort-key.js';
import type { TrackRecord } from './track-record.js';

/** Albums that are kept in memory: a folder's tracks follow each other. */
const CAPACITY = 1000;

const ADD = `INSERT INTO album (id, md5, title, sort_key, artist_name, artist, year, year_string, label, copyright)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const DESCRIBE = 'UPDATE album SET sort_key = ?, year_string = ?, label = ?, copyright = ? WHERE key = ?';
/** In the order of the album, so that the same files always give the same cover. */
const PICTURE = `SELECT folder.path || '/' || file.name AS cover, file.picture AS ending
  FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder
  WHERE track.album = ? AND file.picture IS NOT NULL ORDER BY disc_number, track_number, track.key LIMIT 1`;
const IMAGE = `SELECT folder.cover FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder
  WHERE track.album = ? AND folder.cover IS NOT NULL ORDER BY disc_number, track_number, track.key LIMIT 1`;
const SHOW = `UPDATE album SET cover = $cover, cover_ending = $ending
  WHERE key = $key AND (cover, cover_ending) IS NOT ($cover, $ending)`;
/** The artist of an album is one of its tracks'. */
const HAND_OVER = `UPDATE album SET artist =
    (SELECT track.artist FROM track WHERE track.album = album.key ORDER BY disc_number, track_number, track.key LIMIT 1)
  WHERE key = ? AND NOT EXISTS (SELECT 1 FROM track WHERE track.album = album.key AND track.artist = album.artist)`;

interface Picture {
  readonly cover: string;
  readonly ending: string;
}

export class Albums {
  readonly #known = new Map<string, number>();
  readonly #find: Statement<[string], number>;
  readonly #add: Statement;
  readonly #addWords: Statement<[number, string, string]>;
  readonly #describe: Statement;
  readonly #picture: Statement<[number], Picture>;
  readonly #image: Statement<[number], string>;
  readonly #show: Statement<[{ cover: string | null; ending: string | null; key: number }]>;
  readonly #handOver: Statement<[number]>;
  readonly #md5Of: Statement<[number], string>;
  readonly #remove: Statement<[number]>;
  readonly #removeWords: Statement<[number]>;

  constructor(sql: Sqlite) {
    this.#find = sql.prepare<[string], number>('SELECT key FROM album WHERE md5 = ?').pluck();
    this.#add = sql.prepare(ADD);
    this.#addWords = sql.prepare('INSERT INTO album_words (rowid, title, artist) VALUES (?, ?, ?)');
    this.#describe = sql.prepare(DESCRIBE);
    this.#picture = sql.prepare(PICTURE);
    this.#image = sql.prepare<[number], string>(IMAGE).pluck();
    this.#show = sql.prepare(SHOW);
    this.#handOver = sql.prepare(HAND_OVER);
    this.#md5Of = sql.prepare<[number], string>('SELECT md5 FROM album WHERE key = ?').pluck();
    this.#remove = sql.prepare('DELETE FROM album WHERE key = ?');
    this.#removeWords = sql.prepare('DELETE FROM album_words WHERE rowid = ?');
  }

  /** @param artist key of the artist of the track that is the first of the album */
  key(record: TrackRecord, artist: number): number {
    const known = this.#known.get(record.albumMd5);
    if (known !== undefined) return known;
    const key = this.#find.get(record.albumMd5) ?? this.#insert(record, artist);
    if (this.#known.size >= CAPACITY) this.#known.clear();
    this.#known.set(record.albumMd5, key);
    return key;
  }

  /** A tag that was changed tells anew what does not name the album. */
  describe(key: number, { tag, album }: TrackRecord): void {
    this.#describe.run(sortKey(tag.albumSort || album), tag.yearString, tag.label, tag.copyright, key);
  }

  /** Chooses the cover anew: a picture inside a track, else an image beside one. @returns whether it is another one */
  chooseCover(key: number): boolean {
    const picture = this.#picture.get(key);
    const image = picture === undefined ? this.#image.get(key) : undefined;
    const ending = image === undefined ? picture?.ending : endingOf(image);
    return this.#show.run({ cover: picture?.cover ?? image ?? null, ending: ending ?? null, key }).changes > 0;
  }

  handOver(key: number): void {
    this.#handOver.run(key);
  }

  remove(key: number): void {
    const md5 = this.#md5Of.get(key);
    if (md5 === undefined) return;
    this.#known.delete(md5);
    this.#remove.run(key);
    this.#removeWords.run(key);
  }

  /** A transaction was rolled back: rows that were added in it are gone. */
  forget(): void {
    this.#known.clear();
  }

  #insert({ tag, album, albumArtist, albumMd5 }: TrackRecord, artist: number): number {
    const { lastInsertRowid } = this.#add.run(
      recordId('album', albumMd5),
      albumMd5,
      album,
      sortKey(tag.albumSort || album),
      albumArtist,
      artist,
      tag.year,
      tag.yearString,
      tag.label,
      tag.copyright,
    );
    const key = Number(lastInsertRowid);
    this.#addWords.run(key, indexed(album), indexed(albumArtist));
    return key;
  }
}

function endingOf(image: string): string {
  return extname(image).slice(1).toLowerCase().replace('jpeg', 'jpg');
}
