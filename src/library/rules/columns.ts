/**
 * What rules look at, by track: a number of four bytes for each field, in arrays in the order of the titles, so that all
 * rules together cost one pass over the table and then some memory reads a track. The number of a text is its index among
 * the different texts, each of which is looked at once. A hundred thousand tracks take about six megabytes; they are let
 * go a while after the last use, and made again, in time slices, when the library has changed.
 */
import { Pace } from '../pace.js';
import type { GuardedDatabase } from '../../database/guarded.js';
import type { Keys } from '../store/lists.js';
import type { RecordKey } from '../store/records.js';
import { rowsOf } from '../../database/statements.js';
import type { NumberField, TextField } from './criteria.js';
import { nextTurn } from '../turn.js';

/** Rows read in a time slice. */
const ROWS = { first: 500, least: 100, most: 1500 };
/** Numbers beyond it count as this. */
const MOST = 2 ** 32 - 1;

/** Between the names that one track has for a field; in none of them. */
export const BETWEEN_NAMES = '\n';

const TRACKS = `SELECT key, artist, album, created_at, year, length, bitrate, genre_name, artist_name, album_title,
  (SELECT group_concat(artist.name, '${BETWEEN_NAMES}') FROM track_artist CROSS JOIN artist ON artist.key = track_artist.artist
    WHERE track_artist.track = track.key AND artist.name <> track.artist_name)
  FROM track WHERE key > ? ORDER BY key LIMIT ?`;

type Row = readonly [
  key: RecordKey,
  artist: RecordKey,
  album: RecordKey,
  added: number,
  year: number,
  length: number,
  bitrate: number,
  genre: string,
  artistName: string,
  albumTitle: string,
  /** Those who are called otherwise than the whole text. */
  otherArtists: string | null,
];

export interface TextColumn {
  /** The index in `texts`. */
  readonly codes: Uint32Array;
  /** Several names of one track stand in one text, with BETWEEN_NAMES between them. */
  readonly texts: readonly string[];
}

/** Columns by row: the index of a track in the order of the titles. */
export interface TrackColumns {
  /** That of the library. */
  readonly revision: string;
  /** Key of each row. */
  readonly keys: Keys;
  /** Ranks of the tracks: the row is one less. */
  readonly ranks: Uint32Array;
  /** Keys of the first artist and of the album. */
  readonly artist: Uint32Array;
  readonly album: Uint32Array;
  /** What people did comes later, and changes: whoever looks at one takes it once. */
  readonly numbers: Record<NumberField, Uint32Array>;
  readonly texts: Readonly<Record<TextField, TextColumn>>;
}

/** Pages of a column that nobody writes to take no memory. */
function emptyColumns(revision: string, keys: Keys) {
  const column = (): Uint32Array => new Uint32Array(keys.length);
  const text = (): TextColumn & { readonly texts: string[] } => ({ codes: column(), texts: [] });
  return {
    revision,
    keys,
    ranks: ranksOf(keys),
    artist: column(),
    album: column(),
    numbers: {
      play_count: column(),
      skip_count: column(),
      last_played: column(),
      last_skipped: column(),
      is_liked: column(),
      date_added: column(),
      year: column(),
      duration_ms: column(),
      bitrate: column(),
    },
    texts: { genre: text(), artist: text(), album: text() },
  };
}

/** By key: the index in a list, counted from 1; 0 for what is not in the list. */
export function ranksOf(keys: Keys): Uint32Array {
  const ranks = new Uint32Array(keys.reduce((most, key) => Math.max(most, key), 0) + 1);
  keys.forEach((key, at) => (ranks[key] = at + 1));
  return ranks;
}

/** A number as the columns hold it. */
export const held = (value: number): number => Math.min(Math.max(value, 0), MOST);

/** Gives each different text a number, counted from 0. */
function numbered(texts: string[]): (text: string) => number {
  const codes = new Map<string, number>();
  return (text) => {
    let code = codes.get(text);
    if (code === undefined) {
      codes.set(text, (code = texts.length));
      texts.push(text);
    }
    return code;
  };
}

/** Reads everything but what people did. @param keys of all tracks that are shown, by title */
export async function readColumns(database: GuardedDatabase, revision: string, keys: Keys): Promise<TrackColumns> {
  const columns = emptyColumns(revision, keys);
  const { artist, album, numbers, ranks, texts } = columns;
  const codes = {
    genre: numbered(texts.genre.texts),
    artist: numbered(texts.artist.texts),
    album: numbered(texts.album.texts),
  };
  const pace = new Pace(ROWS);
  const readPage = async (after: RecordKey, size: number): Promise<RecordKey | undefined> => {
    const rows = await database.read((sql) => rowsOf(sql, TRACKS).all(after, size) as Row[]);
    for (const row of rows) {
      const at = (ranks[row[0]] ?? 0) - 1;
      if (at < 0) continue;
      artist[at] = row[1];
      album[at] = row[2];
      numbers.date_added[at] = held(row[3]);
      numbers.year[at] = held(row[4]);
      numbers.duration_ms[at] = held(row[5]);
      numbers.bitrate[at] = held(row[6]);
      texts.genre.codes[at] = codes.genre(row[7]);
      texts.artist.codes[at] = codes.artist(row[10] === null ? row[8] : `${row[8]}${BETWEEN_NAMES}${row[10]}`);
      texts.album.codes[at] = codes.album(row[9]);
    }
    return rows.length < size ? undefined : rows.at(-1)?.[0];
  };
  for (let last: RecordKey | undefined = 0; last !== undefined;) {
    await nextTurn();
    const after: RecordKey = last;
    last = await pace.time(() => readPage(after, pace.size));
  }
  return columns;
}
