/**
 * Lists of records in their order. SQLite reads any page of one from an index that has the order and the root by which
 * records are left out that are away: nothing is sorted, and nothing is kept in memory. Thread: main.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import type { Sqlite } from '../../database/sqlite.js';
import { valuesOf } from '../../database/statements.js';
import type { RecordKind } from '../ids.js';
import { nextTurn } from '../turn.js';
import { isComplete, keyOf, type RecordKey } from './records.js';

/** Records of one kind in the order in which a list shows them. */
export type Keys = Uint32Array;

/** A part of a list. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface KeyList {
  /** Records in the whole list. */
  total(): Promise<number>;
  /** Those of the page, fewer at the end of the list; all of them when no page is given. */
  keys(page?: Page): Promise<Keys>;
}

/** A list whose keys are known, or are found all at once. @param source is called once, with the first use */
export function listOf(source: Keys | (() => Promise<Keys>)): KeyList {
  let found: Promise<Keys> | undefined;
  const all = (): Promise<Keys> => (found ??= typeof source === 'function' ? source() : Promise.resolve(source));
  return {
    total: async () => (await all()).length,
    keys: async ({ offset, limit } = WHOLE) => (await all()).subarray(offset, offset + limit),
  };
}

export const WHOLE: Page = { offset: 0, limit: Infinity };

/** Keys read in one time slice: less than a millisecond. */
const SLICE = 5000;

const PRESENT = 'IN (SELECT key FROM root WHERE available)';

/** A condition that everything meets. */
export const ALL = '1';

/** A condition for when every root is there, and another one for when some are not. */
type Condition = readonly [complete: string, partial: string];

function withTrack(condition: string): Condition {
  return [`EXISTS (SELECT 1 FROM ${condition})`, `EXISTS (SELECT 1 FROM ${condition} AND +root ${PRESENT})`];
}

/** Whether a list shows a record. */
export const SHOWN: Readonly<Record<RecordKind, Condition>> = {
  track: [ALL, `+track.root ${PRESENT}`],
  album: withTrack('track WHERE track.album = album.key'),
  artist: withTrack('track_artist WHERE track_artist.artist = artist.key'),
  genre: withTrack('track_genre WHERE track_genre.genre = genre.key'),
};

export interface Source {
  /** The column of the keys, the table, and the columns of the order. */
  readonly key: string;
  readonly from: string;
  readonly order: string;
  /** The table whose rows are counted, where `from` joins another one. */
  readonly counted?: string;
  /** `?` is the key of the record that the list belongs to. */
  readonly where: Condition;
}

/** Whose list it is. */
interface Owner {
  readonly kind: RecordKind;
  readonly id: string;
}

const both = (one: string, [complete, partial]: Condition): Condition => [
  `${one} AND ${complete}`,
  `${one} AND ${partial}`,
];

/** The unary plus has SQLite go through the index of the order, and sort nothing. */
function inTitleOrder(kind: RecordKind, where: Condition): Source {
  return { key: 'key', from: kind, order: 'sort_key, key', where };
}

function linked(kind: 'artist' | 'genre'): Source {
  const where = both(`${kind} = ?`, [ALL, `+root ${PRESENT}`]);
  return { key: 'track', from: `track_${kind}`, order: 'sort_key, track', where };
}

/** The albums that are an artist's own, and those with a track of the artist. */
const OF_ARTIST = `WITH whose (artist) AS (SELECT ?)
  SELECT album.key FROM whose CROSS JOIN album ON album.artist = whose.artist
  UNION ALL SELECT track_artist.album FROM whose CROSS JOIN track_artist ON track_artist.artist = whose.artist`;
/** The albums whose album artist is the artist; and the other ones with a track of the artist. */
const OWN_OF_ARTIST = `SELECT album.key FROM artist CROSS JOIN album ON album.artist_name = artist.name
  WHERE artist.key = ?`;
const OTHERS_OF_ARTIST = `SELECT track_artist.album FROM artist
    CROSS JOIN track_artist ON track_artist.artist = artist.key CROSS JOIN album ON album.key = track_artist.album
  WHERE artist.key = ? AND album.artist_name <> artist.name`;
const ALBUMS_OF_GENRE = 'SELECT album FROM track_genre AS track WHERE genre = ?';
/** Tracks of a genre that follow one of them, as many as a time slice takes. Neighbours in the file, not by title. */
const TRACKS_AFTER = `SELECT track, root FROM track_genre WHERE genre = ? AND track > ? ORDER BY track LIMIT ${SLICE}`;
const LAST_OF = `SELECT max(track) FROM (${TRACKS_AFTER})`;
const ARTISTS_OF = `SELECT DISTINCT track_artist.artist FROM (${TRACKS_AFTER}) AS track
  CROSS JOIN track_artist ON track_artist.track = track.track WHERE ${SHOWN.track[1]}`;
const IN_NAME_ORDER = 'SELECT key FROM artist WHERE +key IN (SELECT value FROM json_each(?)) ORDER BY sort_key, key';

/** Those of a track that is there. */
function ofGenre(keys: string): Condition {
  return [`+key IN (${keys})`, `+key IN (${keys} AND ${SHOWN.track[1]})`];
}

/** Every list that there is, by what it is of. */
export const LISTS = {
  all: {
    track: inTitleOrder('track', SHOWN.track),
    album: inTitleOrder('album', SHOWN.album),
    artist: inTitleOrder('artist', SHOWN.artist),
    genre: inTitleOrder('genre', SHOWN.genre),
  },
  tracks: {
    album: {
      ...{ key: 'key', from: 'track', order: 'disc_number, track_number, key' },
      where: both('album = ?', SHOWN.track),
    },
    artist: linked('artist'),
    genre: linked('genre'),
  },
  albums: {
    artist: inTitleOrder('album', both(`+key IN (${OF_ARTIST})`, SHOWN.album)),
    genre: inTitleOrder('album', ofGenre(ALBUMS_OF_GENRE)),
    ownOfArtist: inTitleOrder('album', both(`+key IN (${OWN_OF_ARTIST})`, SHOWN.album)),
    othersOfArtist: inTitleOrder('album', both(`+key IN (${OTHERS_OF_ARTIST})`, SHOWN.album)),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Source>>>>;

/** A list that is read page by page. The list of an unknown owner is empty. */
export class SqlList implements KeyList {
  constructor(
    private readonly database: Pick<GuardedDatabase, 'read'>,
    private readonly source: Source,
    private readonly owner?: Owner,
  ) {}

  async total(): Promise<number> {
    const { counted: from = this.source.from } = this.source;
    const [total = 0] = await this.#read((where) => `SELECT count(*) FROM ${from} WHERE ${where}`);
    return total;
  }

  async keys({ offset, limit } = WHOLE): Promise<Keys> {
    const { key, from, order } = this.source;
    const pages: number[][] = [];
    let count = 0;
    while (count < limit) {
      if (count > 0) await nextTurn();
      const most = Math.min(SLICE, limit - count);
      const page = await this.#read(
        (where) => `SELECT ${key} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
        ...[most, offset + count],
      );
      pages.push(page);
      count += page.length;
      if (page.length < most) break;
    }
    return joined(pages, count);
  }

  /** Nothing for an owner that is not known. */
  #read(text: (where: string) => string, ...values: number[]): Promise<number[]> {
    return this.database.read((sql) => {
      const bound = this.#bound(sql);
      const where = this.source.where[isComplete(sql) ? 0 : 1];
      return bound === undefined ? [] : (valuesOf(sql, text(where)).all(...bound, ...values) as number[]);
    });
  }

  #bound(sql: Sqlite): RecordKey[] | undefined {
    if (this.owner === undefined) return [];
    const key = keyOf(sql, this.owner.kind, this.owner.id);
    return key === undefined ? undefined : [key];
  }
}

export function joined(pages: readonly ArrayLike<number>[], count: number): Keys {
  const keys = new Uint32Array(count);
  let at = 0;
  for (const page of pages) {
    keys.set(page, at);
    at += page.length;
  }
  return keys;
}

/**
 * The artists of a genre by name; none for an unknown genre. They are looked for among all of its tracks, which may be
 * half of the library: in time slices, once for a request.
 */
export function artistsOfGenre(database: GuardedDatabase, id: string): KeyList {
  return listOf(async () => {
    const genre = await database.read((sql) => keyOf(sql, 'genre', id));
    const artists = new Set<RecordKey>();
    let last: RecordKey | null = genre === undefined ? null : 0;
    while (last !== null) {
      const after: RecordKey = last;
      const [found, next] = await database.read((sql) => [
        valuesOf(sql, ARTISTS_OF).all(genre, after) as RecordKey[],
        valuesOf(sql, LAST_OF).get(genre, after) as RecordKey | null,
      ]);
      for (const artist of found) artists.add(artist);
      last = next;
      await nextTurn();
    }
    const keys = `[${[...artists].join(',')}]`;
    return Uint32Array.from(await database.read((sql) => valuesOf(sql, IN_NAME_ORDER).all(keys) as RecordKey[]));
  });
}

/** The records of these ids that a list shows, in the order of the ids. */
export function shownKeysOf(sql: Sqlite, kind: 'track' | 'album', ids: readonly string[]): RecordKey[] {
  const text = `SELECT ${kind}.key FROM json_each(?) AS wanted CROSS JOIN ${kind} ON ${kind}.id = wanted.value
    WHERE ${SHOWN[kind][1]}`;
  return valuesOf(sql, text).all(JSON.stringify(ids)) as RecordKey[];
}
