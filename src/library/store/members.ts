/** What belongs to what: the tracks of an album, an artist or a genre, and whom those tracks belong to in turn. */

import type { GuardedDatabase } from '../../database/guarded.js';
import type { RecordKey } from './records.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import { nextTurn } from '../turn.js';

/** Keys read in one turn: about a millisecond. */
const TURN = 2000;
/** The same where tracks are looked at. */
const TRACKS_TURN = 500;

/** Of an album, in the order of its index; those that are not shown are negative. */
const OF_ALBUM = `SELECT iif(root IN (SELECT key FROM root WHERE available), key, -key), disc_number, track_number
  FROM track WHERE album = ? AND (disc_number, track_number, key) > (?, ?, ?)
  ORDER BY disc_number, track_number, key LIMIT ${TRACKS_TURN}`;

const TRACKS_OF = {
  artist: `SELECT track FROM track_artist WHERE artist = ? AND track > ? ORDER BY track LIMIT ${TURN}`,
  genre: `SELECT track FROM track_genre WHERE genre = ? AND track > ? ORDER BY track LIMIT ${TURN}`,
} as const;

const ALBUMS_BY = 'SELECT key FROM album WHERE artist = ?';

const OF_TRACKS = {
  album: 'SELECT track.album FROM json_each(?) AS wanted CROSS JOIN track ON track.key = wanted.value',
  artist: `SELECT track_artist.artist FROM json_each(?) AS wanted
    CROSS JOIN track_artist ON track_artist.track = wanted.value`,
  genre: `SELECT track_genre.genre FROM json_each(?) AS wanted
    CROSS JOIN track_genre ON track_genre.track = wanted.value`,
} as const;

type Numbered = readonly [key: number, disc: number, number: number];

export class Members {
  readonly #database: GuardedDatabase;

  constructor(database: GuardedDatabase) {
    this.#database = database;
  }

  /** By disc, then by number; those that are shown. */
  async tracksOfAlbum(album: RecordKey): Promise<RecordKey[]> {
    const tracks: RecordKey[] = [];
    for (let last: Numbered | undefined = [0, -1, 0]; last !== undefined;) {
      const page: Numbered[] = await this.#pageOfAlbum(album, last);
      for (const [track] of page) if (track > 0) tracks.push(track);
      last = page.length < TRACKS_TURN ? undefined : page.at(-1);
      if (last !== undefined) await nextTurn();
    }
    return tracks;
  }

  #pageOfAlbum(album: RecordKey, [last, disc, number]: Numbered): Promise<Numbered[]> {
    return this.#database.read((sql) => rowsOf(sql, OF_ALBUM).all(album, disc, number, Math.abs(last)) as Numbered[]);
  }

  /** In no order that means anything. */
  async tracksOf(kind: keyof typeof TRACKS_OF, whose: RecordKey): Promise<RecordKey[]> {
    const tracks: RecordKey[] = [];
    for (let last: RecordKey | undefined = 0; last !== undefined;) {
      const after: RecordKey = last;
      const page = await this.#database.read((sql) => valuesOf(sql, TRACKS_OF[kind]).all(whose, after) as RecordKey[]);
      for (const track of page) tracks.push(track);
      last = page.length < TURN ? undefined : page.at(-1);
      if (last !== undefined) await nextTurn();
    }
    return tracks;
  }

  /** The albums, or all the artists or genres, of these tracks. */
  async ofTracks(kind: keyof typeof OF_TRACKS, tracks: ArrayLike<RecordKey>): Promise<Set<RecordKey>> {
    const found = new Set<RecordKey>();
    for (let at = 0; at < tracks.length; at += TRACKS_TURN) {
      if (at > 0) await nextTurn();
      const page = `[${Array.prototype.slice.call(tracks, at, at + TRACKS_TURN).join(',')}]`;
      const keys = await this.#database.read((sql) => valuesOf(sql, OF_TRACKS[kind]).all(page) as RecordKey[]);
      for (const key of keys) found.add(key);
    }
    return found;
  }

  /** Albums whose own artist it is, whoever plays on them. */
  albumsBy(artist: RecordKey): Promise<RecordKey[]> {
    return this.#database.read((sql) => valuesOf(sql, ALBUMS_BY).all(artist) as RecordKey[]);
  }
}
