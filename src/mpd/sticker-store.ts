/**
 * Stickers in the database of what people did: values that clients keep with songs, playlists, tags and filters. Bounded
 * in number and size. Thread: main. Changes resolve when they are durable.
 * @throws Unavailable LIBRARY_UNAVAILABLE, or NOT_SAVED from those that change something
 */
import type { Database } from '../database/database.js';
import { GuardedDatabase } from '../database/guarded.js';
import type { Sqlite } from '../database/sqlite.js';
import { rowsOf, valuesOf } from '../database/statements.js';
import { Conflict, InvalidInput } from '../errors.js';
import { nextTurn } from '../library/turn.js';
import type { Log } from '../log.js';
import { Revision } from '../revision.js';

export interface StickerStoreDeps {
  readonly state: Database;
  /** For the transaction in which a song gets its first sticker: keeps its track, so that it is known when it is moved. */
  readonly keeping: (track: string) => Promise<(sql: Sqlite) => void>;
  readonly log: Log;
}

export interface Sticker {
  /** What the sticker is of: for a song the id of its track. */
  readonly uri: string;
  readonly value: string;
}

export const SONG = 'song';
const MOST_STICKERS = 200_000;
const LONGEST_NAME = 200;
const LONGEST_URI = 4096;
const LONGEST_VALUE = 4096;
/** Rows in one turn. */
const PAGE = 1000;

const GET = 'SELECT value FROM sticker WHERE kind = ? AND uri = ? AND name = ?';
const LIST = 'SELECT name, value FROM sticker WHERE kind = ? AND uri = ? ORDER BY name';
const SET = `INSERT INTO sticker (kind, uri, name, value) VALUES (?, ?, ?, ?)
  ON CONFLICT (kind, uri, name) DO UPDATE SET value = excluded.value`;
/** What is no number counts as 0, as SQLite casts it. */
const ADD = `INSERT INTO sticker (kind, uri, name, value) VALUES (?, ?, ?, ?)
  ON CONFLICT (kind, uri, name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + CAST(? AS INTEGER) AS TEXT)`;
const DELETE = 'DELETE FROM sticker WHERE kind = ? AND uri = ? AND name = ?';
const DELETE_ALL = 'DELETE FROM sticker WHERE kind = ? AND uri = ?';
const FIND = `SELECT uri, value FROM sticker WHERE kind = ? AND name = ? AND uri > ? ORDER BY uri LIMIT ${PAGE}`;
const NAMES_OF_KINDS = 'SELECT DISTINCT name, kind FROM sticker ORDER BY name, kind';
const COUNT = 'SELECT count(*) FROM sticker';

export class StickerStore extends Revision {
  readonly #state: GuardedDatabase;

  constructor(private readonly deps: StickerStoreDeps) {
    super();
    this.#state = new GuardedDatabase(deps.state, deps.log);
  }

  get(kind: string, uri: string, name: string): Promise<string | undefined> {
    return this.#state.read((sql) => valuesOf(sql, GET).get(kind, uri, name) as string | undefined);
  }

  /** By name. */
  list(kind: string, uri: string): Promise<[name: string, value: string][]> {
    return this.#state.read((sql) => rowsOf(sql, LIST).all(kind, uri) as [string, string][]);
  }

  /** @throws InvalidInput for what is too long; Conflict TOO_MANY_STICKERS */
  set(kind: string, uri: string, name: string, value: string): Promise<void> {
    return this.#write(kind, uri, name, value, (sql) => sql.prepare(SET).run(kind, uri, name, value));
  }

  /** Adds to a number; one that is not there yet becomes the amount. @throws as `set` */
  add(kind: string, uri: string, name: string, amount: number): Promise<void> {
    const text = String(amount);
    return this.#write(kind, uri, name, text, (sql) => sql.prepare(ADD).run(kind, uri, name, text, text));
  }

  /** @param name undefined for all of them @returns whether there was one */
  async remove(kind: string, uri: string, name?: string): Promise<boolean> {
    let count = 0;
    await this.#state.write((sql) => {
      const done =
        name === undefined ? sql.prepare(DELETE_ALL).run(kind, uri) : sql.prepare(DELETE).run(kind, uri, name);
      count = done.changes;
    });
    if (count > 0) this.changed();
    return count > 0;
  }

  /** All of a name, some in each turn, in the order of what they are of. */
  async *find(kind: string, name: string): AsyncGenerator<readonly Sticker[]> {
    for (let last: string | undefined = ''; last !== undefined;) {
      const after: string = last;
      const rows = await this.#state.read(
        (sql) => rowsOf(sql, FIND).all(kind, name, after) as [uri: string, value: string][],
      );
      yield rows.map(([uri, value]) => ({ uri, value }));
      last = rows.length < PAGE ? undefined : rows.at(-1)?.[0];
      await nextTurn();
    }
  }

  namesOfKinds(): Promise<[name: string, kind: string][]> {
    return this.#state.read((sql) => rowsOf(sql, NAMES_OF_KINDS).all() as [string, string][]);
  }

  async #write(kind: string, uri: string, name: string, value: string, change: (sql: Sqlite) => void): Promise<void> {
    requireLength('name', name, LONGEST_NAME);
    requireLength('URI', uri, LONGEST_URI);
    requireLength('value', value, LONGEST_VALUE);
    const keep = kind === SONG ? await this.deps.keeping(uri) : undefined;
    await this.#state.write((sql) => {
      const isNew = valuesOf(sql, GET).get(kind, uri, name) === undefined;
      if (isNew && (valuesOf(sql, COUNT).get() as number) >= MOST_STICKERS) {
        throw new Conflict('TOO_MANY_STICKERS', `At most ${MOST_STICKERS} stickers are kept.`);
      }
      change(sql);
      keep?.(sql);
    });
    this.changed();
  }
}

function requireLength(what: string, text: string, most: number): void {
  if (text.length > most)
    throw new InvalidInput('INVALID_BODY', `The ${what} of a sticker has at most ${most} characters`);
}
