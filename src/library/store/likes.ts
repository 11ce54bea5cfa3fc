/** What a person likes, in the database of what people did. A like stands while its track or album is away. */
import type { GuardedDatabase } from './guarded.js';
import { valuesOf } from './statements.js';

export type LikedKind = 'track' | 'album';

const LIKE = 'INSERT INTO liked (kind, id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
const UNLIKE = 'DELETE FROM liked WHERE kind = ? AND id = ?';
const NEWEST = 'SELECT id FROM liked WHERE kind = ? ORDER BY at DESC, id DESC';
const IS_LIKED = 'SELECT 1 FROM liked WHERE kind = ? AND id = ?';

export class Likes {
  readonly #database: GuardedDatabase;
  #changes = 0;

  constructor(database: GuardedDatabase) {
    this.#database = database;
  }

  /** Another one after every change since the start. */
  get changes(): number {
    return this.#changes;
  }

  /** Resolves when it is durable. What is liked already keeps its time. */
  async like(kind: LikedKind, id: string): Promise<void> {
    await this.#change((sql) => sql.prepare(LIKE).run(kind, id, Date.now()));
  }

  /** Resolves when it is durable. */
  async unlike(kind: LikedKind, id: string): Promise<void> {
    await this.#change((sql) => sql.prepare(UNLIKE).run(kind, id));
  }

  /** Ids, the newest like first. */
  newest(kind: LikedKind): Promise<string[]> {
    return this.#database.read((sql) => valuesOf(sql, NEWEST).all(kind) as string[]);
  }

  async isLiked(kind: LikedKind, id: string): Promise<boolean> {
    return (await this.#database.read((sql) => valuesOf(sql, IS_LIKED).get(kind, id))) !== undefined;
  }

  async #change(change: Parameters<GuardedDatabase['write']>[0]): Promise<void> {
    try {
      await this.#database.write(change);
    } finally {
      this.#changes += 1;
    }
  }
}
