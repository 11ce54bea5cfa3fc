/**
 * Records of the library as GraphQL shows them: the rows of REST, page by page, and what each field reads of a row.
 */
import type { RecordKind } from '../library/ids.js';
import type { Library } from '../library/library.js';
import { type Bounds, Pace } from '../library/pace.js';
import type { KeyList, Keys } from '../library/store/lists.js';
import type { RecordKey } from '../library/store/records.js';
import { nextTurn } from '../library/turn.js';
import { ALBUM } from '../http/wire/album.js';
import { ARTIST } from '../http/wire/artist.js';
import { GENRE } from '../http/wire/genre.js';
import type { Mp3Entry } from '../http/wire/mp3-entry.js';
import { TRACK } from '../http/wire/track.js';
import { type Readers, Rows } from './holes.js';

type TrackRow = { readonly [Name in keyof typeof TRACK]: never };
type Named<Names extends string> = { readonly [Name in Names]: unknown };

const orNull = (text: unknown): unknown => (text === '' ? null : text);
/** A number as a text; `""` for 0, which is unknown. */
const asText = (count: unknown): string => (count === 0 ? '' : String(count));
const none = (): readonly [] => [];
const noText = (): string => '';
const zero = (): number => 0;

/** Neither kept by the library nor told by the player. */
const UNKNOWN = { comment: noText, grouping: noText, layer: zero };

export const TRACK_READERS = {
  id: (row: TrackRow) => row.id,
  title: (row: TrackRow) => row.title,
  artist: (row: TrackRow) => row.artist,
  album: (row: TrackRow) => row.album,
  genre: (row: TrackRow) => row.genre,
  disc: (row: TrackRow) => asText(row.disc_number),
  trackString: (row: TrackRow) => asText(row.track_number),
  yearString: (row: TrackRow) => row.year_string,
  composer: (row: TrackRow) => row.composer,
  albumArtist: (row: TrackRow) => row.album_artist,
  discnum: (row: TrackRow) => row.disc_number,
  tracknum: (row: TrackRow) => row.track_number,
  year: (row: TrackRow) => row.year,
  bitrate: (row: TrackRow) => row.bitrate,
  frequency: (row: TrackRow) => row.frequency,
  filesize: (row: TrackRow) => row.filesize,
  length: (row: TrackRow) => row.length,
  elapsed: zero,
  path: (row: TrackRow) => row.path,
  albumId: (row: TrackRow) => orNull(row.album_id),
  artistId: (row: TrackRow) => orNull(row.artist_id),
  genreId: (row: TrackRow) => orNull(row.genre_id),
  albumArt: (row: TrackRow) => orNull(row.album_art),
  ...UNKNOWN,
} satisfies Readers;

/** Entries of the queue, and the current track. */
export const ENTRY_READERS = {
  ...TRACK_READERS,
  id: (row: Mp3Entry) => row.id,
  genre: (row: Mp3Entry) => row.genre_string,
  disc: (row: Mp3Entry) => asText(row.discnum),
  trackString: (row: Mp3Entry) => asText(row.tracknum),
  albumArtist: (row: Mp3Entry) => row.albumartist,
  discnum: (row: Mp3Entry) => row.discnum,
  tracknum: (row: Mp3Entry) => row.tracknum,
  elapsed: (row: Mp3Entry) => row.elapsed,
} satisfies Readers;

/** Albums in a list have no tracks of their own: `album` has them. */
export const ALBUM_READERS = {
  id: (row: Named<'id'>) => row.id,
  title: (row: Named<'title'>) => row.title,
  artist: (row: Named<'artist'>) => row.artist,
  year: (row: Named<'year'>) => row.year,
  yearString: (row: Named<'year_string'>) => row.year_string,
  albumArt: (row: Named<'album_art'>) => orNull(row.album_art),
  md5: (row: Named<'md5'>) => row.md5,
  artistId: (row: Named<'artist_id'>) => row.artist_id,
  copyrightMessage: (row: { readonly copyright_message?: unknown }) => row.copyright_message ?? null,
  tracks: none,
} satisfies Readers;

/** Artists in a list have neither tracks nor albums of their own: `artist` has them. */
export const ARTIST_READERS = {
  id: (row: Named<'id'>) => row.id,
  name: (row: Named<'name'>) => row.name,
  bio: () => null,
  image: (row: { readonly image?: unknown }) => row.image ?? null,
  tracks: none,
  albums: none,
} satisfies Readers;

/** Genres in a list have nothing of their own but its number: `genre` has the rest. */
export const GENRE_READERS = {
  id: (row: Named<'id'>) => row.id,
  name: (row: Named<'name'>) => row.name,
  description: () => null,
  image: () => null,
  tracks: none,
  albums: none,
  artists: none,
  trackCount: (row: Named<'track_count'>) => row.track_count,
} satisfies Readers;

type ReadRows = (library: Library, keys: ArrayLike<RecordKey>) => Promise<Buffer>;

/** The rows of some keys as a JSON array. */
const READ: Readonly<Record<RecordKind, ReadRows>> = {
  track: (library, keys) => library.records('track', keys, TRACK),
  album: (library, keys) => library.records('album', keys, ALBUM),
  artist: (library, keys) => library.records('artist', keys, ARTIST),
  genre: (library, keys) => library.records('genre', keys, GENRE),
};

const READERS: Readonly<Record<RecordKind, Readers>> = {
  track: TRACK_READERS,
  album: ALBUM_READERS,
  artist: ARTIST_READERS,
  genre: GENRE_READERS,
};

/** Rows of a turn. */
const PAGES: Readonly<Record<RecordKind, Bounds>> = {
  track: { first: 200, least: 50, most: 500 },
  album: { first: 250, least: 50, most: 500 },
  artist: { first: 16, least: 1, most: 64 },
  genre: { first: 250, least: 50, most: 500 },
};

/** Keys that are held at a time. */
const KEYS = 5000;

/** @param read the rows of some keys as a JSON array, where they are not simply those of the library */
export function rowsOf(
  library: Library,
  kind: RecordKind,
  list: KeyList,
  read = (keys: Keys): Promise<Buffer> => READ[kind](library, keys),
): Promise<Rows> {
  return Rows.of(pagesOf(kind, list, read), READERS[kind]);
}

async function* pagesOf(
  kind: RecordKind,
  list: KeyList,
  read: (keys: Keys) => Promise<Buffer>,
): AsyncGenerator<readonly unknown[]> {
  const pace = new Pace(PAGES[kind]);
  const total = await list.total();
  for (let at = 0; at < total;) {
    const keys = await list.keys({ offset: at, limit: Math.min(KEYS, total - at) });
    // The list may have become shorter since it was counted.
    if (keys.length === 0) return;
    at += keys.length;
    for (let from = 0; from < keys.length;) {
      const some = keys.subarray(from, from + pace.size);
      from += some.length;
      await nextTurn();
      yield await pace.time(async () => JSON.parse((await read(some)).toString()) as unknown[]);
    }
  }
}

/** The one record of an id; null when there is none. */
export async function recordOf(library: Library, kind: RecordKind, id: string): Promise<object | null> {
  const key = await library.find(kind, id);
  if (key === undefined) return null;
  const [row] = JSON.parse((await READ[kind](library, [key])).toString()) as unknown[];
  return row === undefined ? null : readBy(READERS[kind], row);
}

/** All that can be shown of a row, by the names of the fields. */
export function readBy(readers: Readers, row: unknown): object {
  return Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(row as never)]));
}

/** Rows that are known, or found all at once. */
export function rowsIn(rows: readonly unknown[], readers: Readers): Promise<Rows> {
  return Rows.of(inPages(rows), readers);
}

const PAGE = 250;

async function* inPages(rows: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (let at = 0; at < rows.length; at += PAGE) {
    if (at > 0) await nextTurn();
    yield rows.slice(at, at + PAGE);
  }
}
