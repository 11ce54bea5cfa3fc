/**
 * All albums and all tracks in other orders than that of their titles, and those of them that have some words. Each order is
 * that of an index, which SQLite reads page by page; only what was played most is put together (`most-played.ts`).
 * Thread: main.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import { matchExpression, termsOf } from '../search-words.js';
import {
  both,
  joined,
  type KeyList,
  type Keys,
  LISTS,
  type Page,
  SHOWN,
  type Source,
  SqlList,
  WHOLE,
} from './lists.js';
import { MostPlayed } from './most-played.js';

/** Columns of albums. The newest come first. */
const ALBUM_ORDERS = {
  title: 'sort_key, key',
  artist: 'artist_sort, year DESC, sort_key, key',
  year: 'year DESC, sort_key, key',
  // Keys grow in the order in which the scanner finds albums.
  added: 'key DESC',
} as const;

export type AlbumOrder = keyof typeof ALBUM_ORDERS;

/** A list of albums in another order. */
export function inOrder(source: Source, order: AlbumOrder): Source {
  return { ...source, order: ALBUM_ORDERS[order] };
}

/** Tracks in the order of their albums, each by disc and number. */
function byAlbums(order: AlbumOrder): Source {
  const columns = ALBUM_ORDERS[order].split(', ').map((column) => `album.${column}`);
  return {
    key: 'track.key',
    from: 'album CROSS JOIN track ON track.album = album.key',
    order: [...columns, 'disc_number', 'track_number', 'track.key'].join(', '),
    counted: 'track',
    where: SHOWN.track,
  };
}

const TRACKS = {
  title: LISTS.all.track,
  artist: byAlbums('artist'),
  album: byAlbums('title'),
  added: { ...LISTS.all.track, order: 'created_at DESC, key' },
} as const satisfies Readonly<Record<string, Source>>;

export type TrackOrder = keyof typeof TRACKS;

type Kind = 'track' | 'album';

export interface OrdersDeps {
  readonly records: GuardedDatabase;
  /** What people did. */
  readonly people: GuardedDatabase;
  /** Another one after every change of the library and every play. */
  readonly revision: () => Promise<string>;
}

export class Orders {
  readonly #mostPlayed: MostPlayed;

  constructor(private readonly deps: OrdersDeps) {
    this.#mostPlayed = new MostPlayed(deps.people, deps.records);
  }

  /** @param words beginnings of words that title and artist have; everything without a letter or a digit */
  async albums(order: AlbumOrder | 'played', words = ''): Promise<KeyList> {
    if (order === 'played') return this.#byPlays('album', words);
    return this.#list('album', inOrder(LISTS.all.album, order), words);
  }

  /** @param words beginnings of words that title, artist and album have; everything without a letter or a digit */
  async tracks(order: TrackOrder | 'played', words = ''): Promise<KeyList> {
    return order === 'played' ? this.#byPlays('track', words) : this.#list('track', TRACKS[order], words);
  }

  #list(kind: Kind, source: Source, words: string, but?: Keys): SqlList {
    const terms = termsOf(words);
    const bound: string[] = [];
    let { where } = source;
    const narrow = (condition: string, value: string): void => {
      // The condition that is put in front is bound first.
      where = both(`+${kind}.key ${condition}`, where);
      bound.unshift(value);
    };
    if (terms.length > 0) {
      narrow(`IN (SELECT rowid FROM ${kind}_words WHERE ${kind}_words MATCH ?)`, matchExpression(terms));
    }
    if (but !== undefined) narrow('NOT IN (SELECT value FROM json_each(?))', `[${but.join(',')}]`);
    return new SqlList(this.deps.records, { ...source, where }, bound);
  }

  /** The most played first, and what was never played by title. */
  async #byPlays(kind: Kind, words: string): Promise<KeyList> {
    const source = LISTS.all[kind];
    const whole = this.#list(kind, source, words);
    let played = await this.#mostPlayed.keys(kind, await this.deps.revision());
    if (termsOf(words).length > 0) {
      const wanted = new Set(await whole.keys());
      played = played.filter((key) => wanted.has(key));
    }
    const rest = this.#list(kind, source, words, played);
    return {
      total: () => whole.total(),
      async keys({ offset, limit }: Page = WHOLE) {
        const first = played.subarray(offset, offset + limit);
        if (first.length === limit) return first;
        const behind = { offset: Math.max(0, offset - played.length), limit: limit - first.length };
        const others = await rest.keys(behind);
        return joined([first, others], first.length + others.length);
      },
    };
  }
}
