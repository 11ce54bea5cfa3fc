/**
 * All albums and all tracks in other orders than that of their titles, and those of them that have some words. Each order is
 * that of an index, which SQLite reads page by page. No index has the order of the plays, and none that of a title together
 * with words: such a list is made as a whole, in time slices, and held for a minute. Thread: main.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import { valuesOf } from '../../database/statements.js';
import { Lru } from '../../lru.js';
import { matchExpression, termsOf } from '../search-words.js';
import { nextTurn } from '../turn.js';
import { joined, type KeyList, type Keys, listOf, LISTS, SHOWN, type Source, SqlList, WHOLE } from './lists.js';
import { MostPlayed } from './most-played.js';
import type { RecordKey } from './records.js';

/** Columns of albums. The newest come first. */
export const ALBUM_ORDERS = {
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

/** Lists that are held in memory, 400 kB each for a hundred thousand tracks; and milliseconds after the last use. */
const HELD = 4;
const PATIENCE = 60_000;
/** Rows of the word index that are read in one time slice. */
const SLICE = 2000;

const MATCHING = (kind: Kind): string => `SELECT rowid FROM ${kind}_words
  WHERE ${kind}_words MATCH ? AND rowid > ? ORDER BY rowid LIMIT ${SLICE}`;

export interface OrdersDeps {
  readonly records: GuardedDatabase;
  /** What people did. */
  readonly people: GuardedDatabase;
  /** Another one after every change of the library and every play. */
  readonly revision: () => Promise<string>;
}

export class Orders {
  readonly #mostPlayed: MostPlayed;
  readonly #held = new Lru<string, Promise<Keys>>(HELD);
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: OrdersDeps) {
    this.#mostPlayed = new MostPlayed(deps.people, deps.records);
  }

  /** @param words beginnings of words that title and artist have; everything without a letter or a digit */
  async albums(order: AlbumOrder | 'played', words = ''): Promise<KeyList> {
    return this.#list('album', order, order === 'played' ? undefined : inOrder(LISTS.all.album, order), words);
  }

  /** @param words beginnings of words that title, artist and album have; everything without a letter or a digit */
  async tracks(order: TrackOrder | 'played', words = ''): Promise<KeyList> {
    return this.#list('track', order, order === 'played' ? undefined : TRACKS[order], words);
  }

  /** @param source undefined: the most played first, and what was never played by title */
  async #list(kind: Kind, order: string, source: Source | undefined, words: string): Promise<KeyList> {
    const terms = termsOf(words);
    const list = new SqlList(this.deps.records, source ?? LISTS.all[kind]);
    if (source !== undefined && terms.length === 0) return list;
    const revision = await this.deps.revision();
    const played = source === undefined ? await this.#mostPlayed.keys(kind, revision) : undefined;
    const made = (): Promise<Keys> => {
      const match = matchExpression(terms);
      return this.#hold(`${kind} ${order} ${revision} ${match}`, () => this.#make(kind, list, played, match));
    };
    if (played === undefined || terms.length > 0) return listOf(made);
    return {
      total: () => list.total(),
      keys: async ({ offset, limit } = WHOLE) =>
        (offset + limit <= played.length ? played : await made()).subarray(offset, offset + limit),
    };
  }

  /** All keys of a list, in time slices: some of them first, and only what has the words. @param match `''` for all */
  async #make(kind: Kind, list: KeyList, first: Keys | undefined, match: string): Promise<Keys> {
    const all = await list.keys();
    const marks = new Uint8Array(largest(all) + 1);
    if (match === '') marks.fill(1);
    else for await (const keys of this.#matching(kind, match)) for (const key of keys) marks[key] = 1;
    await nextTurn();
    if (first === undefined) return marked(all, marks);
    const head = marked(first, marks);
    for (const key of head) marks[key] = 0;
    await nextTurn();
    const rest = marked(all, marks);
    return joined([head, rest], head.length + rest.length);
  }

  async *#matching(kind: Kind, match: string): AsyncGenerator<readonly RecordKey[]> {
    for (let last: RecordKey | undefined = 0; last !== undefined;) {
      await nextTurn();
      const after: RecordKey = last;
      const keys: RecordKey[] = await this.deps.records.read(
        (sql) => valuesOf(sql, MATCHING(kind)).all(match, after) as RecordKey[],
      );
      yield keys;
      last = keys.length < SLICE ? undefined : keys.at(-1);
    }
  }

  #hold(name: string, make: () => Promise<Keys>): Promise<Keys> {
    const held = this.#held.get(name) ?? make();
    this.#held.set(name, held);
    held.catch(() => this.#held.delete(name));
    this.#timer?.refresh();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#held.clear();
    }, PATIENCE).unref();
    return held;
  }
}

function largest(keys: Keys): number {
  let most = 0;
  for (const key of keys) if (key > most) most = key;
  return most;
}

/** Those of the keys that have a mark. */
function marked(keys: Keys, marks: Uint8Array): Keys {
  const found = new Uint32Array(keys.length);
  let count = 0;
  for (const key of keys) if (marks[key] === 1) found[count++] = key;
  return found.subarray(0, count);
}
