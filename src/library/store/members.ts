/** What belongs to what: the tracks of an album, an artist or a genre, and whom those tracks belong to in turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { GuardedDatabase } from './guarded.js';
import type { RecordKey } from './records.js';
import { valuesOf } from './statements.js';

/** Keys read in one turn: about a millisecond. */
const TURN = 2000;

/** Of an album, in the order of the record: few enough to be sorted by the index alone. */
const OF_ALBUM = `SELECT key FROM track WHERE album = ? AND +root IN (SELECT key FROM root WHERE available)
  ORDER BY disc_number, track_number, key`;

const TRACKS_OF = {
  artist: `SELECT track FROM track_artist WHERE artist = ? AND track > ? ORDER BY track LIMIT ${TURN}`,
  genre: `SELECT track FROM track_genre WHERE genre = ? AND track > ? ORDER BY track LIMIT ${TURN}`,
} as const;

const ALBUMS_BY = 'SELECT key FROM album WHERE artist = ?';

const OF_TRACKS = {
  album: 'SELECT track.album FROM json_each(?) AS wanted CROSS JOIN track ON track.key = wanted.value',
  artist: `SELECT track_artist.artist FROM json_each(?) AS wanted
    CROSS JOIN track_artist ON track_artist.track = wanted.value`,
} as const;

export class Members {
  readonly #database: GuardedDatabase;

  constructor(database: GuardedDatabase) {
    this.#database = database;
  }

  /** By disc, then by number. */
  tracksOfAlbum(album: RecordKey): Promise<RecordKey[]> {
    return this.#database.read((sql) => valuesOf(sql, OF_ALBUM).all(album) as RecordKey[]);
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

  /** The albums, or all the artists, of these tracks. */
  async ofTracks(kind: keyof typeof OF_TRACKS, tracks: ArrayLike<RecordKey>): Promise<Set<RecordKey>> {
    const found = new Set<RecordKey>();
    const all = Array.from(tracks);
    for (let at = 0; at < all.length; at += TURN) {
      const page = JSON.stringify(all.slice(at, at + TURN));
      const keys = await this.#database.read((sql) => valuesOf(sql, OF_TRACKS[kind]).all(page) as RecordKey[]);
      for (const key of keys) found.add(key);
      if (at + TURN < all.length) await nextTurn();
    }
    return found;
  }

  /** Albums whose own artist it is, whoever plays on them. */
  albumsBy(artist: RecordKey): Promise<RecordKey[]> {
    return this.#database.read((sql) => valuesOf(sql, ALBUMS_BY).all(artist) as RecordKey[]);
  }
}
