/**
 * The levels of all outputs that were ever used, and what a person allows at most on each, in the database. While it
 * cannot be read no level is known.
 */
import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { StateNotSaved } from '../errors.js';
import type { Log } from '../log.js';

const LEVEL = 'SELECT level FROM volume WHERE output = ?';
const LIMIT = 'SELECT highest FROM volume WHERE output = ?';
const SAVE_LEVEL =
  'INSERT INTO volume (output, level) VALUES (?, ?) ON CONFLICT (output) DO UPDATE SET level = excluded.level';
const SAVE_LIMIT =
  'INSERT INTO volume (output, highest) VALUES (?, ?) ON CONFLICT (output) DO UPDATE SET highest = excluded.highest';

export class VolumeStore {
  readonly #database: Database;
  readonly #log: Log;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Undefined when the output was never used, or nobody can say. */
  load(output: string): Promise<number | undefined> {
    return this.#load(LEVEL, output);
  }

  /** Resolves when it is durable. @throws StateNotSaved */
  save(output: string, volume: number): Promise<void> {
    return this.#save((sql) => {
      sql.prepare(SAVE_LEVEL).run(output, volume);
    });
  }

  /** The loudest step that is allowed; undefined for the output's own maximum, or when nobody can say. */
  loadLimit(output: string): Promise<number | undefined> {
    return this.#load(LIMIT, output);
  }

  /** Resolves when it is durable. @param highest undefined for the output's own maximum @throws StateNotSaved */
  saveLimit(output: string, highest: number | undefined): Promise<void> {
    return this.#save((sql) => {
      sql.prepare(SAVE_LIMIT).run(output, highest ?? null);
    });
  }

  async #load(query: string, output: string): Promise<number | undefined> {
    try {
      return await this.#database.read((sql) => {
        const value = sql.prepare(query).pluck().get(output) as number | null | undefined;
        return value ?? undefined;
      });
    } catch (error) {
      this.#log.error('volumes not readable, none is known', { error });
      return undefined;
    }
  }

  async #save(change: (sql: Sqlite) => void): Promise<void> {
    try {
      await this.#database.write(change);
    } catch (cause) {
      this.#log.error('volume not saved', { error: cause });
      throw new StateNotSaved({ cause });
    }
  }
}
