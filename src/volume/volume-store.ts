/**
 * The levels of all outputs that were ever used, what a person allows at most on each, and by what the volume is made, in
 * the database. While it cannot be read no level is known.
 */
import type { RestingVolumeMemory } from './inactive-volumes.js';
import type { VolumeMode } from './scales.js';
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
const MODE = 'SELECT mode FROM volume_mode WHERE output = ?';
const FORMER_MODE = 'SELECT former FROM volume_mode WHERE output = ?';
const SAVE_MODE = `INSERT INTO volume_mode (output, mode, former) VALUES (?, ?, ?)
  ON CONFLICT (output) DO UPDATE SET mode = excluded.mode, former = excluded.former`;
/** Of an output's names those of hardware: its key, the word, the control. */
const CONTROLS = 'SELECT substr(output, length(@head) + 1) FROM volume WHERE substr(output, 1, length(@head)) = @head';
const IS_KNOWN = 'SELECT 1 FROM volume WHERE output = ?';
/** A limit that comes with the former name was restored from an earlier backup. */
const ADOPT = `INSERT INTO volume (output, level, highest) SELECT ?, level, highest FROM volume WHERE output = ?
  ON CONFLICT (output) DO UPDATE SET level = coalesce(level, excluded.level), highest = coalesce(excluded.highest, highest)`;
const FORGET = 'DELETE FROM volume WHERE output = ?';

export class VolumeStore implements RestingVolumeMemory {
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

  /** By what an output's volume is made; undefined when nobody chose, or nobody can say. */
  loadMode(key: string): Promise<VolumeMode | undefined> {
    return this.#load<VolumeMode>(MODE, key);
  }

  /** What is still to be carried over to that mode; undefined: nothing, or nobody can say. */
  loadFormerMode(key: string): Promise<VolumeMode | undefined> {
    return this.#load<VolumeMode>(FORMER_MODE, key);
  }

  /** Names of the controls under which something is remembered of an output; none while nobody can say. */
  async controls(key: string): Promise<readonly string[]> {
    try {
      return await this.#database.read(
        (sql) =>
          sql
            .prepare(CONTROLS)
            .pluck()
            .all({ head: `${key}, hardware ` }) as string[],
      );
    } catch (error) {
      this.#log.error('volumes not readable, none is known', { error });
      return [];
    }
  }

  /** Resolves when it is durable. @throws StateNotSaved */
  saveMode(key: string, mode: VolumeMode, former?: VolumeMode): Promise<void> {
    return this.#save((sql) => {
      sql.prepare(SAVE_MODE).run(key, mode, former ?? null);
    });
  }

  /** What was remembered under a former name goes over to another, where it does not know better. Never rejects. */
  async adopt(former: string, output: string): Promise<void> {
    if (former === output || (await this.#load(IS_KNOWN, former)) === undefined) return;
    await this.#save((sql) => {
      sql.prepare(ADOPT).run(output, former);
      sql.prepare(FORGET).run(former);
    }).catch(() => undefined); // told, and tried again the next time
  }

  async #load<Value = number>(query: string, output: string): Promise<Value | undefined> {
    try {
      return await this.#database.read((sql) => {
        const value = sql.prepare(query).pluck().get(output) as Value | null | undefined;
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
