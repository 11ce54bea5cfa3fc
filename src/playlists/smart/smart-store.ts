/** Smart playlists that people made, in the database of what people did. A page of them is read in a turn. */

import type { Sqlite } from '../../database/sqlite.js';
import { Conflict } from '../../errors.js';
import type { GuardedDatabase } from '../../database/guarded.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import type { FullCriteria } from './full-criteria.js';
import { nextTurn } from '../../library/turn.js';

export interface StoredSmartPlaylist {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly folderId: string | null;
  /** One object as long as the rules stay what they are. */
  readonly criteria: FullCriteria;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const MOST_SMART_PLAYLISTS = 500;
/** Bytes of the texts of all of them together: the list shows them all, and several clients may ask for it at once. */
export const MOST_BYTES = 1024 * 1024;
/** Rows read in a turn. */
const TURN = 50;

const COLUMNS = 'id, name, description, image, folder_id, rules, created_at, updated_at';
const AFTER = `SELECT ${COLUMNS} FROM smart_playlist WHERE id > ? ORDER BY id LIMIT ${TURN}`;
const OF = `SELECT ${COLUMNS} FROM smart_playlist WHERE id = ?`;
const COUNT = 'SELECT count(*) FROM smart_playlist';
const BYTES = `SELECT coalesce(sum(octet_length(name) + coalesce(octet_length(description), 0)
  + coalesce(octet_length(image), 0) + octet_length(rules)), 0) FROM smart_playlist`;
const ADD = `INSERT INTO smart_playlist (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const REPLACE = `UPDATE smart_playlist
  SET name = ?, description = ?, image = ?, folder_id = ?, rules = ?, updated_at = ? WHERE id = ?`;
const REMOVE = 'DELETE FROM smart_playlist WHERE id = ?';
const SINCE = "SELECT applied_at FROM migration WHERE name = '2026-11-22-smart-playlists'";

type Row = readonly [
  id: string,
  name: string,
  description: string | null,
  image: string | null,
  folderId: string | null,
  rules: string,
  createdAt: number,
  updatedAt: number,
];

export class SmartStore {
  /** Rules that were read, by playlist. */
  #read = new Map<string, { readonly text: string; readonly criteria: FullCriteria }>();

  constructor(private readonly database: GuardedDatabase) {}

  /** By id. */
  async all(): Promise<StoredSmartPlaylist[]> {
    const playlists: StoredSmartPlaylist[] = [];
    for (let last: string | undefined = ''; last !== undefined;) {
      const after: string = last;
      const rows = await this.database.read((sql) => rowsOf(sql, AFTER).all(after) as Row[]);
      for (const row of rows) playlists.push(this.#toPlaylist(row));
      last = rows.length < TURN ? undefined : rows.at(-1)?.[0];
      if (last !== undefined) await nextTurn();
    }
    return playlists;
  }

  async find(id: string): Promise<StoredSmartPlaylist | undefined> {
    const row = await this.database.read((sql) => rowsOf(sql, OF).get(id) as Row | undefined);
    return row && this.#toPlaylist(row);
  }

  /** Resolves when it is durable. @throws Conflict TOO_MANY_SMART_PLAYLISTS, SMART_PLAYLISTS_TOO_LONG */
  add({ id, name, description, image, folderId, criteria, createdAt, updatedAt }: StoredSmartPlaylist): Promise<void> {
    const rules = JSON.stringify(criteria);
    return this.database.write((sql) => {
      if ((valuesOf(sql, COUNT).get() as number) >= MOST_SMART_PLAYLISTS) {
        throw new Conflict('TOO_MANY_SMART_PLAYLISTS', `There can be at most ${MOST_SMART_PLAYLISTS} smart playlists.`);
      }
      sql.prepare(ADD).run(id, name, description, image, folderId, rules, createdAt, updatedAt);
      requireShort(sql);
    });
  }

  /** Resolves to whether there is such a one, when it is durable. @throws Conflict SMART_PLAYLISTS_TOO_LONG */
  async replace(playlist: Omit<StoredSmartPlaylist, 'createdAt'>): Promise<boolean> {
    const { id, name, description, image, folderId, criteria, updatedAt } = playlist;
    const rules = JSON.stringify(criteria);
    let changes = 0;
    await this.database.write((sql) => {
      ({ changes } = sql.prepare(REPLACE).run(name, description, image, folderId, rules, updatedAt, id));
      requireShort(sql);
    });
    return changes > 0;
  }

  /** Resolves to whether there was such a one, when it is durable. */
  async remove(id: string): Promise<boolean> {
    let changes = 0;
    await this.database.write((sql) => {
      ({ changes } = sql.prepare(REMOVE).run(id));
    });
    this.#read.delete(id);
    return changes > 0;
  }

  /** When this database was ready for them, in Unix seconds. */
  async since(): Promise<number> {
    return this.database.read((sql) => valuesOf(sql, SINCE).get() as number);
  }

  #toPlaylist([id, name, description, image, folderId, rules, createdAt, updatedAt]: Row): StoredSmartPlaylist {
    let read = this.#read.get(id);
    if (read?.text !== rules) {
      read = { text: rules, criteria: JSON.parse(rules) as FullCriteria };
      this.#read.set(id, read);
    }
    return { id, name, description, image, folderId, criteria: read.criteria, createdAt, updatedAt };
  }
}

/** The change that made them too long is not kept. @throws Conflict SMART_PLAYLISTS_TOO_LONG */
function requireShort(sql: Sqlite): void {
  if ((valuesOf(sql, BYTES).get() as number) <= MOST_BYTES) return;
  throw new Conflict(
    'SMART_PLAYLISTS_TOO_LONG',
    `The names, descriptions, pictures and rules of all smart playlists can have at most ${MOST_BYTES} bytes together.`,
  );
}
