/** Rows of albums: found by their identities, made, described and removed. Inside a transaction of the scan worker. */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { albumMd5, recordId } from '../ids.js';
import { indexed } from '../search-words.js';
import { sortKey } from '../sort-key.js';
import type { AlbumFacts } from './album-facts.js';
import { UNKNOWN_ALBUM } from './track-record.js';

/** Albums that are kept in memory: a folder's tracks follow each other. */
const CAPACITY = 1000;

const FIND = `SELECT key, title, artist_name AS artist, year, year_string AS yearString FROM album WHERE identity = ?`;
/** What was an album of these texts before albums had identities becomes the first one of them that is found. */
const ADOPT = 'UPDATE album SET identity = ? WHERE identity = ?';
const HAS_OLD = `SELECT 1 FROM album WHERE identity >= '0' AND identity < 'g' LIMIT 1`;
/** An album artist is sorted as the artist of this name; one who is no artist of a track, by the name. */
const ARTIST_SORT = (name: string, otherwise: string): string =>
  `coalesce((SELECT artist.sort_key FROM artist WHERE artist.name = ${name}), ${otherwise})`;
const ADD = `INSERT INTO album
    (id, identity, md5, title, sort_key, artist_name, artist, year, year_string, label, copyright, artist_sort)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${ARTIST_SORT('?', '?')}) ON CONFLICT (id) DO NOTHING`;
const DESCRIBE = `UPDATE album SET md5 = $md5, title = $title, sort_key = iif(title = $title, sort_key, $sortKey),
    artist_sort = iif(artist_name = $artist, artist_sort, ${ARTIST_SORT('$artist', '$artistSort')}),
    artist_name = $artist, year = $year, year_string = $yearString
  WHERE key = $key`;
/** The artist of an album is one of its tracks'. */
const HAND_OVER = `UPDATE album SET artist =
    (SELECT track.artist FROM track WHERE track.album = album.key ORDER BY disc_number, track_number, track.key LIMIT 1)
  WHERE key = ? AND NOT EXISTS (SELECT 1 FROM track WHERE track.album = album.key AND track.artist = album.artist)`;

export interface KnownAlbum extends AlbumFacts {
  readonly key: number;
}

export interface NewAlbum extends AlbumFacts {
  readonly artistKey: number;
  readonly sortKey: string;
  readonly label: string;
  readonly copyright: string;
}

export interface AlbumRow {
  readonly key: number;
  readonly id: string;
  readonly identity: string;
  readonly md5: string;
  readonly title: string;
}

export class AlbumRows {
  readonly #known = new Map<string, KnownAlbum>();
  /** Made in this transaction: nobody has seen them. */
  readonly #added = new Set<number>();
  /** Whether there are albums without an identity, which have the MD5 as their identity. */
  readonly #hasOld: boolean;
  readonly #find: Statement<[string], KnownAlbum>;
  readonly #adopt: Statement<[string, string]>;
  readonly #add: Statement;
  readonly #addWords: Statement<[number, string, string]>;
  readonly #label: Statement<[string, string, string, number]>;
  readonly #describe: Statement;
  readonly #handOver: Statement<[number]>;
  readonly #row: Statement<[number], AlbumRow>;
  readonly #remove: Statement<[number]>;
  readonly #removeWords: Statement<[number]>;

  constructor(sql: Sqlite) {
    this.#hasOld = sql.prepare(HAS_OLD).get() !== undefined;
    this.#find = sql.prepare(FIND);
    this.#adopt = sql.prepare(ADOPT);
    this.#add = sql.prepare(ADD);
    this.#addWords = sql.prepare('INSERT INTO album_words (rowid, title, artist) VALUES (?, ?, ?)');
    this.#label = sql.prepare('UPDATE album SET sort_key = ?, label = ?, copyright = ? WHERE key = ?');
    this.#describe = sql.prepare(DESCRIBE);
    this.#handOver = sql.prepare(HAND_OVER);
    this.#row = sql.prepare('SELECT key, id, identity, md5, title FROM album WHERE key = ?');
    this.#remove = sql.prepare('DELETE FROM album WHERE key = ?');
    this.#removeWords = sql.prepare('DELETE FROM album_words WHERE rowid = ?');
  }

  /** Keys of the albums that were made in this transaction. */
  get added(): ReadonlySet<number> {
    return this.#added;
  }

  get(key: number): AlbumRow | undefined {
    return this.#row.get(key);
  }

  find(identity: string): KnownAlbum | undefined {
    const known = this.#known.get(identity) ?? this.#find.get(identity);
    if (known !== undefined) this.#keep(identity, known);
    return known;
  }

  /** @param identity that no album has yet */
  insert(identity: string, album: NewAlbum): KnownAlbum {
    const { title, artist, artistKey, year, yearString, label, copyright } = album;
    const md5 = albumMd5(artist, title, year);
    const isOld = this.#hasOld && this.#adopt.run(identity, md5).changes > 0;
    const adopted = isOld ? this.#find.get(identity) : undefined;
    if (adopted !== undefined) {
      this.#keep(identity, adopted);
      return adopted;
    }
    const values = [
      ...[identity, md5, title, album.sortKey, artist, artistKey, year, yearString, label, copyright],
      ...[artist, sortKey(artist)],
    ];
    // Texts of an album without a title do not identify it.
    let added = this.#add.run(recordId('album', title === UNKNOWN_ALBUM ? identity : md5), ...values);
    if (added.changes === 0) added = this.#add.run(recordId('album', identity), ...values);
    const key = Number(added.lastInsertRowid);
    this.#added.add(key);
    this.#addWords.run(key, indexed(title), indexed(artist));
    const known = { key, title, artist, year, yearString };
    this.#keep(identity, known);
    return known;
  }

  label(key: number, sortBy: string, label: string, copyright: string): void {
    this.#label.run(sortKey(sortBy), label, copyright, key);
  }

  describe(key: number, identity: string, facts: AlbumFacts): void {
    const { title, artist, year, yearString } = facts;
    const known = this.find(identity);
    const isRenamed = known?.title !== title || known.artist !== artist;
    if (!isRenamed && known.year === year && known.yearString === yearString) return;
    const sortKeys = { sortKey: sortKey(title), artistSort: sortKey(artist) };
    this.#describe.run({ ...facts, ...sortKeys, md5: albumMd5(artist, title, year), key });
    this.#keep(identity, { ...facts, key });
    if (!isRenamed) return;
    this.#removeWords.run(key);
    this.#addWords.run(key, indexed(title), indexed(artist));
  }

  handOver(key: number): void {
    this.#handOver.run(key);
  }

  remove({ key, identity }: AlbumRow): void {
    this.#known.delete(identity);
    this.#remove.run(key);
    this.#removeWords.run(key);
  }

  /** The transaction is about to end: albums that were added in it are there to stay. */
  settled(): void {
    this.#added.clear();
  }

  /** The transaction was rolled back: rows that were added in it are gone. */
  forget(): void {
    this.#known.clear();
    this.#added.clear();
  }

  #keep(identity: string, known: KnownAlbum): void {
    if (this.#known.size >= CAPACITY) this.#known.clear();
    this.#known.set(identity, known);
  }
}
