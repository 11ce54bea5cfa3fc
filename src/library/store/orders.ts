/**
 * The orders in which lists show the records. For every kind the keys of what is shown now stand in an array: four bytes
 * a record, made in small turns when first asked for, and again when the library has changed. A part of a list is a part
 * of the array, and a selection is brought into order by the places of its keys: nothing is ever sorted by SQLite.
 */

import type { GuardedDatabase } from '../../database/guarded.js';
import type { RecordKind } from '../ids.js';
import type { Members } from './members.js';
import { isComplete, type RecordKey } from './records.js';
import { valuesOf } from '../../database/statements.js';
import { nextTurn } from '../turn.js';

export interface Order {
  /** Of what is shown, in order. */
  readonly keys: Uint32Array;
  /** By key: its place in `keys`, counted from 1; 0 when it is not shown. */
  readonly places: Uint32Array;
}

/** Rows read in one turn: about a millisecond. */
const TURN: Readonly<Record<RecordKind, number>> = { track: 1000, album: 300, artist: 300, genre: 300 };

const PRESENT = 'IN (SELECT key FROM root WHERE available)';

/** A condition that everything meets. */
export const ALL = '1';

/** Whether a list shows it: when every root is there, and when some are not. */
export const SHOWN: Readonly<Record<RecordKind, readonly [complete: string, partial: string]>> = {
  track: [ALL, `+root ${PRESENT}`],
  album: [
    'EXISTS (SELECT 1 FROM track WHERE track.album = album.key)',
    `EXISTS (SELECT 1 FROM track WHERE track.album = album.key AND +track.root ${PRESENT})`,
  ],
  artist: [
    'EXISTS (SELECT 1 FROM track_artist WHERE track_artist.artist = artist.key)',
    `EXISTS (SELECT 1 FROM track_artist CROSS JOIN track ON track.key = track_artist.track
      WHERE track_artist.artist = artist.key AND +track.root ${PRESENT})`,
  ],
  genre: [
    'EXISTS (SELECT 1 FROM track_genre WHERE track_genre.genre = genre.key)',
    `EXISTS (SELECT 1 FROM track_genre CROSS JOIN track ON track.key = track_genre.track
      WHERE track_genre.genre = genre.key AND +track.root ${PRESENT})`,
  ],
};

/**
 * Keys in order; those of records that are not shown are negative. Which albums, artists and genres have a track that is
 * there is looked up beforehand: one may have very many that are away.
 */
function pageText(kind: RecordKind, complete: boolean): string {
  return `SELECT iif(${SHOWN[kind][kind === 'track' && !complete ? 1 : 0]}, key, -key) FROM ${kind}
    WHERE (sort_key, key) > (?, ?) ORDER BY sort_key, key LIMIT ${TURN[kind]}`;
}

/** A place in an order. */
interface Place {
  readonly sortKey: string;
  readonly key: RecordKey;
}

const START: Place = { sortKey: '', key: 0 };

interface Page {
  readonly keys: readonly number[];
  /** Where the next one begins. */
  readonly end: Place | undefined;
}

/** The places are found when they are asked for: a whole list needs none. */
function orderOf(keys: Uint32Array): Order {
  let places: Uint32Array | undefined;
  return {
    keys,
    get places() {
      return (places ??= placesOf(keys));
    },
  };
}

function placesOf(keys: Uint32Array): Uint32Array {
  let most = 0;
  for (const key of keys) if (key > most) most = key;
  const places = new Uint32Array(most + 1);
  for (let at = 0; at < keys.length; at++) places[keys[at] ?? 0] = at + 1;
  return places;
}

/** A loop over all keys would cost more to compile, once it is found to be hot, than all else. */
function joined(pages: readonly Uint32Array[]): Uint32Array {
  const keys = new Uint32Array(pages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const page of pages) {
    keys.set(page, at);
    at += page.length;
  }
  return keys;
}

interface Known {
  readonly revision: string;
  readonly order: Promise<Order>;
}

export class Orders {
  readonly #database: GuardedDatabase;
  readonly #members: Members;
  readonly #known = new Map<RecordKind, Known>();

  constructor(database: GuardedDatabase, members: Members) {
    this.#database = database;
    this.#members = members;
  }

  /** @param revision of the library now: an order that was made for another one is made again */
  of(kind: RecordKind, revision: string): Promise<Order> {
    const known = this.#known.get(kind);
    if (known?.revision === revision) return known.order;
    const order = this.#make(kind, revision);
    this.#known.set(kind, { revision, order });
    order.catch(() => {
      if (this.#known.get(kind)?.order === order) this.#known.delete(kind);
    });
    return order;
  }

  async #make(kind: RecordKind, revision: string): Promise<Order> {
    const complete = await this.#database.read(isComplete);
    const present = kind === 'track' || complete ? undefined : await this.#withTracks(kind, revision);
    const isShown = (key: RecordKey): boolean => key > 0 && present?.has(key) !== false;
    const pages: Uint32Array[] = [];
    for (let place: Place | undefined = START; place !== undefined;) {
      const page = await this.#page(pageText(kind, complete), kind, place);
      const all = kind === 'track' && complete;
      pages.push(new Uint32Array(all ? page.keys : page.keys.filter(isShown)));
      place = page.end;
      if (place !== undefined) await nextTurn();
    }
    return orderOf(joined(pages));
  }

  /** What has a track whose root is there. */
  async #withTracks(kind: Exclude<RecordKind, 'track'>, revision: string): Promise<ReadonlySet<RecordKey>> {
    const tracks = await this.of('track', revision);
    return this.#members.ofTracks(kind, tracks.keys);
  }

  #page(text: string, kind: RecordKind, { sortKey, key }: Place): Promise<Page> {
    return this.#database.read((sql) => {
      const keys = valuesOf(sql, text).all(sortKey, key) as number[];
      if (keys.length < TURN[kind]) return { keys, end: undefined };
      const last = Math.abs(keys.at(-1) ?? 0);
      const lastSortKey = valuesOf(sql, `SELECT sort_key FROM ${kind} WHERE key = ?`).get(last) as string;
      return { keys, end: { sortKey: lastSortKey, key: last } };
    });
  }
}

/** Fewer keys than this part of all are sorted; more are marked, and found by going over all. */
const FEW = 16;

/** Those of the keys that are shown, each once, in order. */
export function inOrder({ keys, places }: Order, selected: ArrayLike<RecordKey>): Uint32Array {
  if (selected.length * FEW > keys.length) {
    const isSelected = new Uint8Array(places.length);
    for (let at = 0; at < selected.length; at++) isSelected[selected[at] ?? 0] = 1;
    return keys.filter((key) => isSelected[key] === 1);
  }
  // A typed array sorts by number, without a comparison in JavaScript.
  const chosen = Uint32Array.from(selected, (key) => places[key] ?? 0).sort();
  return chosen.filter((place, at) => place > 0 && place !== chosen[at - 1]).map((place) => keys[place - 1] ?? 0);
}
