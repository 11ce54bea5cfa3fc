/**
 * The shelves of Home: albums and tracks to begin with. Each is read from an index and ends after some rows, so that a
 * large library costs no more than a small one. Thread: main.
 * @throws Unavailable LIBRARY_UNAVAILABLE from every call
 */
import { createHash } from 'node:crypto';

import type { GuardedDatabase } from '../database/guarded.js';
import type { Likes, LikedKind } from './store/likes.js';
import { shownKeysOf } from './store/lists.js';
import type { RecordKey } from './store/records.js';
import * as sources from './store/shelf-sources.js';

/** Where an album goes on. */
export interface UnfinishedAlbum {
  readonly album: RecordKey;
  readonly track: RecordKey;
  /** Index of the track in the list of the album's tracks. */
  readonly index: number;
}

export interface Shelves {
  /** The album that was played last, unless its last track was. */
  readonly unfinished: UnfinishedAlbum | undefined;
  readonly recentlyPlayed: readonly RecordKey[];
  readonly recentlyAdded: readonly RecordKey[];
  readonly rediscover: readonly RecordKey[];
  readonly likedAlbums: readonly RecordKey[];
  readonly likedTracks: readonly RecordKey[];
}

/** Records on a shelf. */
export const MOST_ON_SHELF = 20;
/** Days without a play after which an album is one to rediscover, and plays of a track that make it one. */
const FORGOTTEN_DAYS = 90;
const OFTEN = 3;
/** Tracks, and liked albums, from which the albums to rediscover are drawn. */
const DRAWN_FROM = 300;
/** What has more tracks is a folder of all sorts of things, not an album. */
const LONGEST_ALBUM = 200;
/** Rows of plays and of tracks that are looked at, in pages, until a shelf is full. */
const PLAYS = { page: 100, pages: 10 } as const;
const TRACKS = { page: 500, pages: 10 } as const;
const DAY_SECONDS = 86_400;
const BEFORE_ALL: sources.LastPlay = { id: '', at: Number.MAX_SAFE_INTEGER };

export class ShelfReader {
  constructor(
    private readonly records: GuardedDatabase,
    private readonly people: GuardedDatabase,
    private readonly likes: Pick<Likes, 'newest'>,
  ) {}

  /** @param now Unix seconds @param lot the draw of what is rediscovered: the same text draws the same albums */
  async read(now: number, lot: string): Promise<Shelves> {
    return {
      unfinished: await this.#unfinished(),
      recentlyPlayed: await this.#recentlyPlayed(),
      recentlyAdded: await this.#recentlyAdded(),
      rediscover: await this.#rediscover(now - FORGOTTEN_DAYS * DAY_SECONDS, lot),
      likedAlbums: await this.#liked('album'),
      likedTracks: await this.#liked('track'),
    };
  }

  /** The album of the last two plays, at the track behind the last one: two, since a single track is no beginning. */
  async #unfinished(): Promise<UnfinishedAlbum | undefined> {
    const plays = await this.people.read((sql) => sources.playsBefore(sql, BEFORE_ALL, 2));
    const ids = plays.map(({ id }) => id);
    const [last, before] = await this.records.read((sql) => sources.albumsOfTracks(sql, ids));
    if (last === undefined || last[1] !== before?.[1]) return undefined;
    const [, album] = last;
    const all = await this.records.read((sql) => sources.tracksOfAlbum(sql, album, LONGEST_ALBUM));
    const shown = await this.records.read((sql) => shownKeysOf(sql, 'track', all));
    const index = shown.indexOf(last[0]) + 1;
    const track = index > 0 ? shown[index] : undefined;
    return track === undefined ? undefined : { album, track, index };
  }

  /** Albums by the last counted play of one of their tracks. */
  async #recentlyPlayed(): Promise<RecordKey[]> {
    let last: sources.LastPlay | undefined = BEFORE_ALL;
    return filled(PLAYS.pages, async () => {
      if (last === undefined) return undefined;
      const before = last;
      const plays = await this.people.read((sql) => sources.playsBefore(sql, before, PLAYS.page));
      last = plays.length < PLAYS.page ? undefined : plays.at(-1);
      const ids = plays.map(({ id }) => id);
      return this.records.read((sql) => sources.albumsOfTracks(sql, ids));
    });
  }

  /** Albums by the newest of their tracks: keys grow in the order in which the scanner finds tracks. */
  async #recentlyAdded(): Promise<RecordKey[]> {
    let last: RecordKey | undefined = Number.MAX_SAFE_INTEGER;
    return filled(TRACKS.pages, async () => {
      if (last === undefined) return undefined;
      const before = last;
      const tracks = await this.records.read((sql) => sources.tracksFoundBefore(sql, before, TRACKS.page));
      last = tracks.length < TRACKS.page ? undefined : tracks.at(-1)?.[0];
      return tracks;
    });
  }

  /**
   * Albums that were liked before a border, or have a track with several plays, and none of whose tracks was played
   * since. @param border Unix seconds
   */
  async #rediscover(border: number, lot: string): Promise<RecordKey[]> {
    const { often, liked } = await this.people.read((sql) => ({
      often: sources.oftenPlayed(sql, OFTEN, border, DRAWN_FROM),
      liked: sources.likedBefore(sql, border * 1000, DRAWN_FROM),
    }));
    const albums = await this.records.read((sql) => [
      ...shownKeysOf(sql, 'album', liked),
      ...sources.albumsOfTracks(sql, often).map(([, album]) => album),
    ]);
    const drawn = inDrawnOrder([...new Set(albums)], lot);
    const found: RecordKey[] = [];
    for (let at = 0; at < drawn.length && found.length < MOST_ON_SHELF; at += MOST_ON_SHELF) {
      const some = drawn.slice(at, at + MOST_ON_SHELF);
      const tracks = await this.records.read((sql) =>
        some.map((album) => sources.tracksOfAlbum(sql, album, LONGEST_ALBUM + 1)),
      );
      const since = new Set(await this.people.read((sql) => sources.playedSince(sql, tracks.flat(), border)));
      found.push(
        ...some.filter((_, index) => {
          const ids = tracks[index] ?? [];
          return ids.length <= LONGEST_ALBUM && !ids.some((id) => since.has(id));
        }),
      );
    }
    return found.slice(0, MOST_ON_SHELF);
  }

  async #liked(kind: LikedKind): Promise<RecordKey[]> {
    const { value: ids } = (await this.likes.newest(kind).next()) as IteratorResult<string[], undefined>;
    if (ids === undefined) return [];
    // The first page alone: five hundred likes, of which some may be away.
    return (await this.records.read((sql) => shownKeysOf(sql, kind, ids))).slice(0, MOST_ON_SHELF);
  }
}

/** The albums of pages of tracks, each once, until a shelf is full. @param next undefined: there are no more */
async function filled(
  pages: number,
  next: () => Promise<readonly sources.TrackOfAlbum[] | undefined>,
): Promise<RecordKey[]> {
  const albums = new Set<RecordKey>();
  for (let page = 0; page < pages; page++) {
    const tracks = await next();
    if (tracks === undefined) break;
    for (const [, album] of tracks) if (albums.size < MOST_ON_SHELF) albums.add(album);
    if (albums.size === MOST_ON_SHELF) break;
  }
  return [...albums];
}

/** Keys in an order that looks like chance, and is the same for the same lot. */
function inDrawnOrder(keys: readonly RecordKey[], lot: string): RecordKey[] {
  const rank = (key: RecordKey): number => createHash('sha1').update(`${lot} ${key}`).digest().readUInt32LE();
  return keys
    .map((key) => ({ key, rank: rank(key) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ key }) => key);
}
