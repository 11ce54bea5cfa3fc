/**
 * Lists of records in their order. SQLite reads any page of one from an index that has the order and the root by which
 * records are left out that are away: nothing is sorted, and nothing is kept in memory. Thread: main.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import type { Sqlite } from '../../database/sqlite.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
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

/** Keys read in one time slice: one or two milliseconds. */
const SLICE = 2000;
/** Records passed over in one time slice on the way to a page: as long. */
const SKIPPED = 10_000;
/** Tracks of a genre that are looked at in one time slice. */
const GENRE_SLICE = 5000;

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
  /** The column of the keys, the table, and the columns of the order, which have a value in every row. */
  readonly key: string;
  readonly from: string;
  readonly order: string;
  /** The table whose rows are counted, where `from` joins another one. */
  readonly counted?: string;
  /** `@owner` is the key of the record that the list belongs to. */
  readonly where: Condition;
}

/** A row of a list: the values of the columns of its order, `c0` and so on. */
type Cursor = Readonly<Record<string, string | number>>;

interface Slice {
  readonly keys: number[];
  readonly last: Cursor | undefined;
}

/** The row before the first one. */
const BEGINNING: Cursor = {};

function columnsOf({ order }: Source): readonly { readonly name: string; readonly isFalling: boolean }[] {
  return order.split(', ').map((column) => {
    const [name = '', direction] = column.split(' ');
    return { name, isFalling: direction === 'DESC' };
  });
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
  const where = both(`${kind} = @owner`, [ALL, `+root ${PRESENT}`]);
  return { key: 'track', from: `track_${kind}`, order: 'sort_key, track', where };
}

/** The albums that are an artist's own, and those with a track of the artist. */
const OF_ARTIST = `WITH whose (artist) AS (SELECT @owner)
  SELECT album.key FROM whose CROSS JOIN album ON album.artist = whose.artist
  UNION ALL SELECT track_artist.album FROM whose CROSS JOIN track_artist ON track_artist.artist = whose.artist`;
/** The albums whose album artist is the artist; and the other ones with a track of the artist. */
const OWN_OF_ARTIST = `SELECT album.key FROM artist CROSS JOIN album ON album.artist_name = artist.name
  WHERE artist.key = @owner`;
const OTHERS_OF_ARTIST = `SELECT track_artist.album FROM artist
    CROSS JOIN track_artist ON track_artist.artist = artist.key CROSS JOIN album ON album.key = track_artist.album
  WHERE artist.key = @owner AND album.artist_name <> artist.name`;
/** Tracks of a genre that follow one of them, as many as a time slice takes. Neighbours in the file, not by title. */
const TRACKS_AFTER = `SELECT track, album, root FROM track_genre WHERE genre = ? AND track > ?
  ORDER BY track LIMIT ${GENRE_SLICE}`;
const LAST_OF = `SELECT max(track) FROM (${TRACKS_AFTER})`;
/** What those of them that are there belong to. */
const MEMBERS = {
  album: `SELECT DISTINCT album FROM (${TRACKS_AFTER}) AS track WHERE ${SHOWN.track[1]}`,
  artist: `SELECT DISTINCT track_artist.artist FROM (${TRACKS_AFTER}) AS track
    CROSS JOIN track_artist ON track_artist.track = track.track WHERE ${SHOWN.track[1]}`,
} as const;

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
      where: both('album = @owner', SHOWN.track),
    },
    artist: linked('artist'),
    genre: linked('genre'),
  },
  albums: {
    artist: inTitleOrder('album', both(`+key IN (${OF_ARTIST})`, SHOWN.album)),
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
    const { counted = this.source.from } = this.source;
    if (this.owner === undefined && counted !== 'track') return this.#countInSlices(counted);
    return this.database.read((sql) => {
      const bound = this.#bound(sql);
      // Without the order, the index of the roots is the one to count in.
      const where = this.#where(sql).replace(SHOWN.track[1], `track.root ${PRESENT}`);
      const text = `SELECT count(*) FROM ${counted} WHERE ${where}`;
      return bound === undefined ? 0 : (valuesOf(sql, text).get(bound) as number);
    });
  }

  /** Counts albums, artists or genres, each of which has tracks to look for: some in each time slice. */
  async #countInSlices(table: string): Promise<number> {
    let total = 0;
    for (let from: RecordKey | null = 0; from !== null;) {
      const after: RecordKey = from;
      const [count, rows, last] = await this.database.read((sql) => {
        const some = `SELECT * FROM ${table} WHERE key > ? ORDER BY key LIMIT ${SLICE}`;
        const text = `SELECT count(*) FILTER (WHERE ${this.#where(sql)}), count(*), max(key) FROM (${some}) AS ${table}`;
        return rowsOf(sql, text).get(after) as [count: number, rows: number, last: RecordKey | null];
      });
      total += count;
      from = rows < SLICE ? null : last;
      if (from !== null) await nextTurn();
    }
    return total;
  }

  #where(sql: Sqlite): string {
    return this.source.where[isComplete(sql) ? 0 : 1];
  }

  async keys({ offset, limit } = WHOLE): Promise<Keys> {
    const pages: number[][] = [];
    let count = 0;
    let row = await this.#rowBefore(offset);
    while (row !== undefined && count < limit) {
      if (count > 0) await nextTurn();
      const { keys, last }: Slice = await this.#slice(row, Math.min(SLICE, limit - count));
      pages.push(keys);
      count += keys.length;
      row = last;
    }
    return joined(pages, count);
  }

  /** The row before an offset of the list, found in time slices. @returns undefined when the list ends before */
  async #rowBefore(offset: number): Promise<Cursor | undefined> {
    let row: Cursor | undefined = BEGINNING;
    for (let rest = offset; rest > 0 && row !== undefined; rest -= SKIPPED) {
      if (rest < offset) await nextTurn();
      const after: Cursor = row;
      row = await this.database.read((sql) => this.#row(sql, after, Math.min(rest, SKIPPED)));
    }
    return row;
  }

  /** The keys of the rows after another one, and the last of these rows when more may follow. */
  #slice(after: Cursor, most: number): Promise<Slice> {
    return this.database.read((sql) => {
      const bound = this.#bound(sql);
      if (bound === undefined) return { keys: [], last: undefined };
      const text = `${this.#after(sql, after, this.source.key)} LIMIT @limit`;
      const keys = valuesOf(sql, text).all({ ...bound, ...after, limit: most }) as number[];
      return { keys, last: keys.length === SLICE ? this.#row(sql, after, SLICE) : undefined };
    });
  }

  /** The columns of the order of a row. @param distance from the row `after` */
  #row(sql: Sqlite, after: Cursor, distance: number): Cursor | undefined {
    const bound = this.#bound(sql);
    if (bound === undefined) return undefined;
    const text = `${this.#after(
      sql,
      after,
      columnsOf(this.source)
        .map(({ name }) => name)
        .join(),
    )} LIMIT 1 OFFSET @skipped`;
    const row = rowsOf(sql, text).get({ ...bound, ...after, skipped: distance - 1 }) as (string | number)[] | undefined;
    return row && Object.fromEntries(row.map((value, column) => [`c${column}`, value]));
  }

  /**
   * The rows that follow another one in the order: those that first differ from it in the last column, then those that
   * first differ in the column before, and so on. SQLite reads each of these ranges from the index, one after the other.
   */
  #after(sql: Sqlite, after: Cursor, what: string): string {
    const { from, order } = this.source;
    const where = this.#where(sql);
    if (after === BEGINNING) return `SELECT ${what} FROM ${from} WHERE ${where} ORDER BY ${order}`;
    const columns = columnsOf(this.source);
    const ranges = columns.map(({ name, isFalling }, column) => {
      const same = columns.slice(0, column).map((before, index) => `${before.name} = @c${index} AND `);
      const range = `${same.join('')}${name} ${isFalling ? '<' : '>'} @c${column}`;
      return `SELECT * FROM (SELECT ${what} FROM ${from} WHERE ${range} AND ${where} ORDER BY ${order})`;
    });
    return ranges.reverse().join(' UNION ALL ');
  }

  /** @returns undefined for an owner that is not known */
  #bound(sql: Sqlite): { readonly owner?: RecordKey } | undefined {
    if (this.owner === undefined) return {};
    const owner = keyOf(sql, this.owner.kind, this.owner.id);
    return owner === undefined ? undefined : { owner };
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
 * The albums or artists of a genre; none for an unknown genre. They are looked for among all of its tracks, which may be
 * half of the library: in time slices, once for a request.
 * @param order columns of the album or artist
 */
export function membersOfGenre(
  database: GuardedDatabase,
  id: string,
  kind: keyof typeof MEMBERS,
  order: string,
): KeyList {
  return listOf(async () => {
    const genre = await database.read((sql) => keyOf(sql, 'genre', id));
    const members = new Set<RecordKey>();
    let last: RecordKey | null = genre === undefined ? null : 0;
    while (last !== null) {
      const after: RecordKey = last;
      const [found, next] = await database.read((sql) => [
        valuesOf(sql, MEMBERS[kind]).all(genre, after) as RecordKey[],
        valuesOf(sql, LAST_OF).get(genre, after) as RecordKey | null,
      ]);
      for (const member of found) members.add(member);
      last = next;
      await nextTurn();
    }
    const ordered = `SELECT key FROM ${kind} WHERE +key IN (SELECT value FROM json_each(?)) ORDER BY ${order}`;
    const keys = `[${[...members].join(',')}]`;
    return Uint32Array.from(await database.read((sql) => valuesOf(sql, ordered).all(keys) as RecordKey[]));
  });
}

/** The records of these ids that a list shows, in the order of the ids. */
export function shownKeysOf(sql: Sqlite, kind: 'track' | 'album', ids: readonly string[]): RecordKey[] {
  const text = `SELECT ${kind}.key FROM json_each(?) AS wanted CROSS JOIN ${kind} ON ${kind}.id = wanted.value
    WHERE ${SHOWN[kind][1]}`;
  return valuesOf(sql, text).all(JSON.stringify(ids)) as RecordKey[];
}
