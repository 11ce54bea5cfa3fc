/**
 * The records as JSON. SQLite itself makes the text of a page of rows, already as bytes: a quarter of the CPU of objects
 * that are made of columns and serialised here. What a field is called on the wire the caller says; what it is, stands
 * in the tables below.
 */
import type { Sqlite } from '../../database/sqlite.js';
import type { RecordKind } from '../ids.js';
import { movedAlbums } from './moved-albums.js';
import { valuesOf } from '../../database/statements.js';

/** A number that stands for a record as long as the library is not made anew. */
export type RecordKey = number;

/** What can be shown of a track. Texts are `""` and numbers 0 when unknown. */
const TRACK = {
  id: 'track.id',
  location: 'track.location',
  md5: 'track.md5',
  title: 'track.title',
  artist: 'track.artist_name',
  album: 'track.album_title',
  albumArtist: 'track.album_artist',
  composer: 'track.composer',
  genre: 'track.genre_name',
  trackNumber: 'track.track_number',
  discNumber: 'track.disc_number',
  year: 'track.year',
  yearString: 'track.year_string',
  /** ms */
  length: 'track.length',
  /** kbit/s */
  bitrate: 'track.bitrate',
  /** Hz */
  frequency: 'track.frequency',
  /** bytes */
  size: 'track.size',
  cover: "coalesce(album.id || '.' || album.cover_ending, '')",
  artistId: 'artist.id',
  albumId: 'album.id',
  genreId: "coalesce(genre.id, '')",
  isRemote: "json('false')",
  /** Unix seconds */
  createdAt: 'track.created_at',
  updatedAt: 'track.updated_at',
  zero: '0',
} as const;

const ALBUM = {
  id: 'album.id',
  md5: 'album.md5',
  title: 'album.title',
  artist: 'album.artist_name',
  artistId: 'artist.id',
  year: 'album.year',
  yearString: 'album.year_string',
  cover: "coalesce(album.id || '.' || album.cover_ending, '')",
  /** null when unknown */
  label: "nullif(album.label, '')",
  copyright: "nullif(album.copyright, '')",
} as const;

/** The tracks of an artist whose genres count: somebody unknown may have a hundred thousand. */
const GENRES_FROM = 500;

const ARTIST = {
  id: 'artist.id',
  name: 'artist.name',
  /** Names in order, separated by comma and space. */
  genres: `coalesce((
    SELECT group_concat(name, ', ') FROM (
      SELECT genre.name FROM genre WHERE genre.key IN (
        SELECT track_genre.genre
        FROM (
          SELECT track FROM track_artist WHERE track_artist.artist = artist.key ORDER BY track LIMIT ${GENRES_FROM}
        ) AS known
        CROSS JOIN track_genre ON track_genre.track = known.track
      ) ORDER BY genre.sort_key, genre.key
    )), '')`,
  /** Where the picture of the artist is served; missing when there is none. */
  image: `CASE
    WHEN artist.image IS NULL THEN NULL
    WHEN artist.image LIKE '%.png' THEN '/covers/' || artist.id || '.png'
    ELSE '/covers/' || artist.id || '.jpg' END`,
} as const;

const GENRE = {
  id: 'genre.id',
  name: 'genre.name',
  /** How many a list shows. */
  tracks: `(SELECT count(*) FROM track_genre
    WHERE track_genre.genre = genre.key AND +track_genre.root IN (SELECT key FROM root WHERE available))`,
} as const;

const FIELDS = { track: TRACK, album: ALBUM, artist: ARTIST, genre: GENRE } as const;

/** Which field of a record stands under which name. */
export type Shape<Kind extends RecordKind> = Readonly<Record<string, keyof (typeof FIELDS)[Kind]>>;

/** Beside the record itself. CROSS JOIN keeps the order in which the keys are asked for. */
export const JOINED: Readonly<Record<RecordKind, string>> = {
  track: `CROSS JOIN artist ON artist.key = track.artist CROSS JOIN album ON album.key = track.album
    LEFT JOIN genre ON genre.key = track.genre`,
  album: 'CROSS JOIN artist ON artist.key = album.artist',
  artist: '',
  genre: '',
};

const ABSENT_ROOT = 'SELECT EXISTS (SELECT 1 FROM root WHERE NOT available)';

/** Whether every root is there, so that nothing has to be left out. */
export function isComplete(sql: Sqlite): boolean {
  return valuesOf(sql, ABSENT_ROOT).get() === 0;
}

const texts = new WeakMap<object, string>();

/** The expression of a record as a JSON object. */
export function jsonOf(kind: RecordKind, shape: Readonly<Record<string, PropertyKey>>): string {
  const fields = FIELDS[kind] as Readonly<Record<PropertyKey, string>>;
  const object = (named: readonly (readonly [name: string, field: PropertyKey])[]): string =>
    `json_object(${named.map(([name, field]) => `'${name}', ${fields[field] ?? 'NULL'}`).join(', ')})`;
  const named = Object.entries(shape);
  if (kind !== 'artist') return object(named);
  const pictureless = named.filter(([, field]) => field !== ('image' satisfies keyof typeof ARTIST));
  return `iif(artist.image IS NULL, ${object(pictureless)}, ${object(named)})`;
}

function textOf(kind: RecordKind, shape: Readonly<Record<string, PropertyKey>>): string {
  return `SELECT CAST(json_group_array(${jsonOf(kind, shape)}) AS BLOB)
    FROM json_each(?) AS wanted CROSS JOIN ${kind} ON ${kind}.key = wanted.value ${JOINED[kind]}`;
}

/**
 * A JSON array, in UTF-8, of these records in this order; what is not there any more is left out.
 * @param shape a constant: its statement is kept with it
 */
export function recordsJson<Kind extends RecordKind>(
  sql: Sqlite,
  kind: Kind,
  keys: ArrayLike<RecordKey>,
  shape: Shape<Kind>,
): Buffer {
  let text = texts.get(shape);
  if (text === undefined) texts.set(shape, (text = textOf(kind, shape)));
  return valuesOf(sql, text).get(`[${Array.prototype.join.call(keys, ',')}]`) as Buffer;
}

const KEY_OF: Readonly<Record<RecordKind, string>> = {
  track: 'SELECT key FROM track WHERE id = ?',
  album: 'SELECT key FROM album WHERE id = ?',
  artist: 'SELECT key FROM artist WHERE id = ?',
  genre: 'SELECT key FROM genre WHERE id = ?',
};

/** The id that the record of an id has now; of an album that is gone, that of the one that has its tracks now. */
export function idOf(sql: Sqlite, kind: RecordKind, id: string): string | undefined {
  if (valuesOf(sql, KEY_OF[kind]).get(id) !== undefined) return id;
  return kind === 'album' ? movedAlbums(sql, [id])[0]?.[1] : undefined;
}

/** The record of an id, as `idOf`, whether its root is there or not. */
export function keyOf(sql: Sqlite, kind: RecordKind, id: string): RecordKey | undefined {
  const known = idOf(sql, kind, id);
  return known === undefined ? undefined : (valuesOf(sql, KEY_OF[kind]).get(known) as RecordKey);
}
