/**
 * Tracks that people's playlists, likes and counts name, in the database of what people did, with what the library knows
 * of each: a file that was moved is known again by that. Long lists go in turns; each turn is durable by itself.
 */

import type { Sqlite } from '../../database/sqlite.js';
import type { GuardedDatabase } from '../../database/guarded.js';
import { valuesOf } from '../../database/statements.js';
import { nextTurn } from '../turn.js';

/** Names a kept track as long as something refers to it. */
export type KeptKey = number;

/** Ids in one turn: about two milliseconds. */
const TURN = 250;

/** What the library knows now of each of these ids; nothing of those that it does not have. */
const FACTS = `SELECT json_group_array(json_array(track.id, track.location, root.path, track.size, track.length,
    track.title, track.artist_name, track.album_title))
  FROM json_each(?) AS wanted CROSS JOIN track ON track.id = wanted.value CROSS JOIN root ON root.key = track.root`;

const ADD = `INSERT INTO kept_track (id) SELECT DISTINCT value FROM json_each(?) AS wanted
  WHERE NOT EXISTS (SELECT 1 FROM kept_track WHERE id = wanted.value)`;
const LEARN = `UPDATE kept_track SET location = fact.value ->> 1, root = fact.value ->> 2, size = fact.value ->> 3,
    length = fact.value ->> 4, title = fact.value ->> 5, artist = fact.value ->> 6, album = fact.value ->> 7
  FROM json_each(?) AS fact WHERE kept_track.id = fact.value ->> 0
    AND (location, kept_track.root, size, length, title, artist, album) IS NOT (fact.value ->> 1, fact.value ->> 2,
      fact.value ->> 3, fact.value ->> 4, fact.value ->> 5, fact.value ->> 6, fact.value ->> 7)`;
const KEYS = `SELECT (SELECT min(key) FROM kept_track WHERE id = wanted.value)
  FROM json_each(?) AS wanted`;
const IDS = `SELECT kept_track.id FROM json_each(?) AS wanted CROSS JOIN kept_track ON kept_track.key = wanted.value`;

const NO_KEYS = new Uint32Array();

export class KeptTracks {
  #beingKept = 0;
  #times = 0;
  /** Keys that were given before the last of these mean nothing now. */
  #renewals = 0;

  constructor(
    private readonly state: GuardedDatabase,
    private readonly records: GuardedDatabase,
  ) {}

  /** How often something was kept, or began to be. */
  get times(): number {
    return this.#times;
  }

  /** Whether there may be keys that nothing refers to yet, but soon will. */
  get isBusy(): boolean {
    return this.#beingKept > 0;
  }

  /**
   * Keeps these ids, known or not, and does `change` in the same transaction as the last of them.
   * @param change gets the key of each, in their order
   * @throws what `change` throws; some of the ids may be kept all the same, until nobody names them
   */
  async keep(ids: readonly string[], change: (sql: Sqlite, keys: Uint32Array) => void): Promise<void> {
    this.#beingKept += 1;
    this.#times += 1;
    try {
      while (!(await this.#keepAll(ids, change)));
    } finally {
      this.#beingKept -= 1;
    }
  }

  /** Others took the place of all kept tracks, and no write has come since. */
  renewed(): void {
    this.#renewals += 1;
    this.#times += 1;
  }

  /**
   * For the transaction in which something begins to name a track: keeps it there, without a write of its own. Nothing of
   * it fails while the library cannot be read: then a later look at moved files keeps it.
   */
  async keeping(id: string): Promise<(sql: Sqlite) => void> {
    const ids = JSON.stringify([id]);
    const facts = await factsOf(this.records, ids).catch(() => undefined);
    return (sql) => {
      if (facts !== undefined && facts !== '[]') keep(sql, ids, facts);
    };
  }

  /** The ids that keys stand for now, in their order. */
  async idsOf(keys: Uint32Array): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 0; at < keys.length; at += 2 * TURN) {
      if (at > 0) await nextTurn();
      const wanted = `[${keys.subarray(at, at + 2 * TURN).join(',')}]`;
      const found = await this.state.read((sql) => valuesOf(sql, IDS).all(wanted) as string[]);
      for (const id of found) ids.push(id);
    }
    return ids;
  }

  /** @returns false when all keys have become others meanwhile: then `change` was not done */
  async #keepAll(ids: readonly string[], change: (sql: Sqlite, keys: Uint32Array) => void): Promise<boolean> {
    const renewals = this.#renewals;
    const isOld = (): boolean => renewals !== this.#renewals;
    const keys = new Uint32Array(ids.length);
    for (let at = 0; at + TURN < ids.length; at += TURN) await this.#keepSome(ids, keys, at);
    const rest = Math.max(Math.ceil(ids.length / TURN) - 1, 0) * TURN;
    let isDone = false;
    await this.#keepSome(ids, keys, rest, (sql) => {
      isDone = !isOld();
      if (isDone) change(sql, keys);
    });
    return isDone;
  }

  async #keepSome(
    ids: readonly string[],
    keys: Uint32Array,
    at: number,
    change?: (sql: Sqlite, keys: Uint32Array) => void,
  ): Promise<void> {
    const some = JSON.stringify(ids.slice(at, at + TURN));
    const facts = await factsOf(this.records, some);
    await this.state.write((sql) => {
      keep(sql, some, facts);
      const own = some === '[]' ? NO_KEYS : (valuesOf(sql, KEYS).all(some) as KeptKey[]);
      keys.set(own, at);
      change?.(sql, keys);
    });
  }
}

/** @param ids as a JSON array @returns a JSON array of the facts of those that the library has */
export function factsOf(records: GuardedDatabase, ids: string): Promise<string> {
  return records.read((sql) => valuesOf(sql, FACTS).get(ids) as string);
}

/** Within a transaction. @param ids as a JSON array @param facts of `factsOf` */
export function keep(sql: Sqlite, ids: string, facts: string): void {
  if (ids === '[]') return;
  sql.prepare(ADD).run(ids);
  learn(sql, facts);
}

/** Within a transaction: what is known of kept tracks is brought up to date. @param facts of `factsOf` */
export function learn(sql: Sqlite, facts: string): void {
  if (facts !== '[]') sql.prepare(LEARN).run(facts);
}
