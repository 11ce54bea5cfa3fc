/**
 * Levels, limits and volume modes of all outputs that were ever used, in the database. While it cannot be read every
 * answer is undefined.
 */
import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { StateNotSaved } from '../errors.js';
import type { Log } from '../log.js';
import type { VolumeMemory } from './memory.js';
import type { VolumeMode } from './scale.js';

const LEVEL = 'SELECT level FROM volume WHERE output = ?';
const LIMIT = 'SELECT highest FROM volume WHERE output = ?';
const SAVE_LEVEL =
  'INSERT INTO volume (output, level) VALUES (?, ?) ON CONFLICT (output) DO UPDATE SET level = excluded.level';
const SAVE_LIMIT =
  'INSERT INTO volume (output, highest) VALUES (?, ?) ON CONFLICT (output) DO UPDATE SET highest = excluded.highest';
const MODE = 'SELECT mode FROM volume_mode WHERE output = ?';
const FORMER_MODE = 'SELECT former FROM volume_mode WHERE output = ?';
const SAVE_MODE = `INSERT INTO volume_mode (output, mode, former) VALUES (?, ?, ?)
  ON CONFLICT (output) DO UPDATE SET mode = excluded.mode, former = excluded.former`;
/** Controls in the keys of an output's hardware levels: its key, the word, the control. */
const CONTROLS = 'SELECT substr(output, length(@head) + 1) FROM volume WHERE substr(output, 1, length(@head)) = @head';
const IS_KNOWN = 'SELECT 1 FROM volume WHERE output = ?';
/** A limit that comes with the former name was restored from an earlier backup. */
const ADOPT = `INSERT INTO volume (output, level, highest) SELECT ?, level, highest FROM volume WHERE output = ?
  ON CONFLICT (output) DO UPDATE SET level = coalesce(level, excluded.level), highest = coalesce(excluded.highest, highest)`;
const FORGET = 'DELETE FROM volume WHERE output = ?';

export class VolumeStore implements VolumeMemory {
  readonly #database: Database;
  readonly #log: Log;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  load(levelKey: string): Promise<number | undefined> {
    return this.#load(LEVEL, levelKey);
  }

  /** @throws StateNotSaved */
  save(levelKey: string, volume: number): Promise<void> {
    return this.#save((sql) => {
      sql.prepare(SAVE_LEVEL).run(levelKey, volume);
    });
  }

  loadLimit(levelKey: string): Promise<number | undefined> {
    return this.#load(LIMIT, levelKey);
  }

  /** @throws StateNotSaved */
  saveLimit(levelKey: string, highest: number | undefined): Promise<void> {
    return this.#save((sql) => {
      sql.prepare(SAVE_LIMIT).run(levelKey, highest ?? null);
    });
  }

  loadMode(key: string): Promise<VolumeMode | undefined> {
    return this.#load<VolumeMode>(MODE, key);
  }

  loadFormerMode(key: string): Promise<VolumeMode | undefined> {
    return this.#load<VolumeMode>(FORMER_MODE, key);
  }

  controls(key: string): Promise<readonly string[]> {
    const head = `${key}, hardware `;
    return this.#read((sql) => sql.prepare(CONTROLS).pluck().all({ head }) as string[], []);
  }

  /** @throws StateNotSaved */
  saveMode(key: string, mode: VolumeMode, former?: VolumeMode): Promise<void> {
    return this.#save((sql) => {
      sql.prepare(SAVE_MODE).run(key, mode, former ?? null);
    });
  }

  /** What is stored under the other key already goes before what is moved to it. */
  async adopt(former: string, levelKey: string): Promise<void> {
    if (former === levelKey || (await this.#load(IS_KNOWN, former)) === undefined) return;
    await this.#save((sql) => {
      sql.prepare(ADOPT).run(levelKey, former);
      sql.prepare(FORGET).run(former);
    }).catch(() => undefined); // logged, and tried again the next time
  }

  #load<Value = number>(query: string, key: string): Promise<Value | undefined> {
    const get = (sql: Sqlite): Value | undefined =>
      (sql.prepare(query).pluck().get(key) as Value | null | undefined) ?? undefined;
    return this.#read(get, undefined);
  }

  async #read<Value>(read: (sql: Sqlite) => Value, otherwise: Value): Promise<Value> {
    try {
      return await this.#database.read(read);
    } catch (error) {
      this.#log.error('volumes not readable: outputs start at a quiet level', { error });
      return otherwise;
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
