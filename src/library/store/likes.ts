/** What a person likes, in the database of what people did. A like stands while its track or album is away. */

import type { Sqlite } from '../../database/sqlite.js';
import { Changes } from './changes.js';
import type { GuardedDatabase } from '../../database/guarded.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import { Listeners } from '../../listeners.js';
import { nextTurn } from '../turn.js';

/** Likes read in one turn: about a millisecond. */
const TURN = 500;

export type LikedKind = 'track' | 'album';

const LIKE = 'INSERT INTO liked (kind, id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
const UNLIKE = 'DELETE FROM liked WHERE kind = ? AND id IN (?, ?)';
const NEWEST = `SELECT id, at FROM liked WHERE kind = ? AND (at, id) < (?, ?)
  ORDER BY at DESC, id DESC LIMIT ${TURN}`;
const IS_LIKED = 'SELECT 1 FROM liked WHERE kind = ? AND id = ?';
const AMONG = 'SELECT id FROM liked WHERE kind = ? AND id IN (SELECT value FROM json_each(?))';

type Row = readonly [id: string, at: number];

const BEFORE_ALL: Row = ['', Infinity];

export class Likes {
  readonly #changes = new Changes();
  readonly #listeners = new Listeners();

  constructor(private readonly database: GuardedDatabase) {}

  /** Another one after every change, and after every start. */
  get changes(): number {
    return this.#changes.count;
  }

  /** Ids of what changed since `changes` was this, some perhaps twice; undefined when that is not known any more. */
  changedSince(changes: number): string[] | undefined {
    return this.#changes.since(changes);
  }

  /** Resolves when it is durable, with `also`. What is liked already keeps its time. */
  async like(kind: LikedKind, id: string, also?: (sql: Sqlite) => void): Promise<void> {
    await this.#change(id, (sql) => {
      sql.prepare(LIKE).run(kind, id, Date.now());
      also?.(sql);
    });
  }

  /** Resolves when it is durable. @param other id of the same record */
  async unlike(kind: LikedKind, id: string, other = id): Promise<void> {
    await this.#change(id, (sql) => sql.prepare(UNLIKE).run(kind, id, other));
  }

  /** Ids, the newest like first, some in each turn. */
  async *newest(kind: LikedKind): AsyncGenerator<string[]> {
    for (let last: Row | undefined = BEFORE_ALL; last !== undefined;) {
      const rows: Row[] = await this.#page(kind, last);
      yield rows.map(([id]) => id);
      last = rows.length < TURN ? undefined : rows.at(-1);
      if (last !== undefined) await nextTurn();
    }
  }

  #page(kind: LikedKind, [id, at]: Row): Promise<Row[]> {
    return this.database.read((sql) => rowsOf(sql, NEWEST).all(kind, at, id) as Row[]);
  }

  async isLiked(kind: LikedKind, id: string): Promise<boolean> {
    return (await this.database.read((sql) => valuesOf(sql, IS_LIKED).get(kind, id))) !== undefined;
  }

  /** Those of some ids that are liked, in no order. */
  async among(kind: LikedKind, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    return (await this.database.read((sql) => valuesOf(sql, AMONG).all(kind, JSON.stringify(ids)))) as string[];
  }

  /** Somebody else changed some of them, in a transaction of their own. */
  changedElsewhere(): void {
    this.#changed(undefined);
  }

  /** @param listener called after every change; must not throw @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #changed(id: string | undefined): void {
    this.#changes.add(id);
    this.#listeners.call();
  }

  async #change(id: string, change: Parameters<GuardedDatabase['write']>[0]): Promise<void> {
    try {
      await this.database.write(change);
    } finally {
      this.#changed(id);
    }
  }
}
