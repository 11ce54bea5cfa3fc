/**
 * What the library knows of the locations that a queue holds. A queue of ten thousand is asked for again and again: what
 * was found is kept until the library changes.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Database } from '../../database/database.js';
import type { TrackTag } from '../track-tag.js';
import { rowsOf } from './statements.js';

/** What a queue entry shows of itself. */
export type EntryFacts = Pick<
  TrackTag,
  | 'title'
  | 'artist'
  | 'album'
  | 'albumArtist'
  | 'composer'
  | 'genre'
  | 'trackNumber'
  | 'discNumber'
  | 'year'
  | 'yearString'
  | 'length'
  | 'fileSize'
  | 'bitrate'
  | 'sampleRate'
>;

/** Where it stands in the library; `""` for what it has not. */
export interface EntryIds {
  readonly id: string;
  readonly albumId: string;
  readonly artistId: string;
  readonly genreId: string;
  /** Name of its cover. */
  readonly cover: string;
}

export interface LibraryEntry {
  readonly facts: EntryFacts;
  readonly ids: EntryIds;
}

/** Locations looked up in one turn. */
const TURN = 250;
/** The queue's ten thousand, and some that just left it. */
const CAPACITY = 12_000;

const AT = `SELECT track.location, track.title, track.artist_name, track.album_title, track.album_artist, track.composer,
    track.genre_name, track.track_number, track.disc_number, track.year, track.year_string, track.length, track.size,
    track.bitrate, track.frequency, track.id, album.id, artist.id, coalesce(genre.id, ''),
    coalesce(album.id || '.' || album.cover_ending, '')
  FROM json_each(?) AS wanted CROSS JOIN track ON track.location = wanted.value
  CROSS JOIN artist ON artist.key = track.artist CROSS JOIN album ON album.key = track.album
  LEFT JOIN genre ON genre.key = track.genre`;

type Row = readonly [
  location: string,
  title: string,
  artist: string,
  album: string,
  albumArtist: string,
  composer: string,
  genre: string,
  trackNumber: number,
  discNumber: number,
  year: number,
  yearString: string,
  length: number,
  fileSize: number,
  bitrate: number,
  sampleRate: number,
  id: string,
  albumId: string,
  artistId: string,
  genreId: string,
  cover: string,
];

function toEntry(row: Row): LibraryEntry {
  const [, title, artist, album, albumArtist, composer, genre, trackNumber, discNumber, year, yearString] = row;
  const [length, fileSize, bitrate, sampleRate, id, albumId, artistId, genreId, cover] = row.slice(11) as [
    ...[number, number, number, number],
    ...[string, string, string, string, string],
  ];
  return {
    facts: {
      title,
      artist,
      album,
      albumArtist,
      composer,
      genre,
      trackNumber,
      discNumber,
      year,
      yearString,
      length,
      fileSize,
      bitrate,
      sampleRate,
    },
    ids: { id, albumId, artistId, genreId, cover },
  };
}

export class Entries {
  readonly #database: Database;
  #revision = '';
  #known = new Map<string, LibraryEntry | undefined>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of the files, by location, that are in the library. @param revision of the library now */
  async at(locations: readonly string[], revision: string): Promise<Map<string, LibraryEntry>> {
    if (revision !== this.#revision || this.#known.size > CAPACITY) this.#known = new Map();
    this.#revision = revision;
    const known = this.#known;
    const unknown = [...new Set(locations)].filter((location) => !known.has(location));
    for (let at = 0; at < unknown.length; at += TURN) {
      if (at > 0) await nextTurn();
      await this.#learn(unknown.slice(at, at + TURN), known);
    }
    const found = new Map<string, LibraryEntry>();
    for (const location of locations) {
      const entry = known.get(location);
      if (entry !== undefined) found.set(location, entry);
    }
    return found;
  }

  async #learn(locations: readonly string[], known: Map<string, LibraryEntry | undefined>): Promise<void> {
    const rows = await this.#database.read((sql) => rowsOf(sql, AT).all(JSON.stringify(locations)) as Row[]);
    for (const location of locations) known.set(location, undefined);
    for (const row of rows) known.set(row[0], toEntry(row));
  }
}
