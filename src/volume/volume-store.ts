/**
 * Levels, limits and volume modes of all outputs that were ever used, in the database: levels and limits by `levelKey`, modes
 * by the output's key. While it cannot be read every answer is undefined. Saving resolves when it is durable.
 */
import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { StateNotSaved } from '../errors.js';
import type { Log } from '../log.js';
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

export type VolumeMemory = Pick<VolumeStore, keyof VolumeStore>;

export class VolumeStore {
  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  load(levelKey: string): Promise<number | undefined> {
    return this.#load(LEVEL, levelKey);
  }

  /** @throws StateNotSaved */
  save(levelKey: string, volume: number): Promise<void> {
    return this.#save((sql) => sql.prepare(SAVE_LEVEL).run(levelKey, volume));
  }

  /** The loudest step that a person allows; undefined for the output's own maximum. */
  loadLimit(levelKey: string): Promise<number | undefined> {
    return this.#load(LIMIT, levelKey);
  }

  /** @throws StateNotSaved */
  saveLimit(levelKey: string, highest: number | undefined): Promise<void> {
    return this.#save((sql) => sql.prepare(SAVE_LIMIT).run(levelKey, highest ?? null));
  }

  /** Undefined: nobody has chosen a mode. */
  loadMode(key: string): Promise<VolumeMode | undefined> {
    return this.#load<VolumeMode>(MODE, key);
  }

  /** The mode whose level and limit are still to be transferred to the present one. */
  loadFormerMode(key: string): Promise<VolumeMode | undefined> {
    return this.#load<VolumeMode>(FORMER_MODE, key);
  }

  /** Names of the hardware controls for which a level or limit of an output is stored. */
  controls(key: string): Promise<readonly string[]> {
    const head = `${key}, hardware `;
    return this.#read((sql) => sql.prepare(CONTROLS).pluck().all({ head }) as string[], []);
  }

  /**
   * @param former mode whose level and limit are to be transferred when the output is there; undefined: none
   * @throws StateNotSaved
   */
  saveMode(key: string, mode: VolumeMode, former?: VolumeMode): Promise<void> {
    return this.#save((sql) => sql.prepare(SAVE_MODE).run(key, mode, former ?? null));
  }

  /** Moves what is stored under a former key to another; what is stored there already has precedence. Never rejects. */
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
      return await this.database.read(read);
    } catch (error) {
      this.log.error('volumes not readable: outputs start at a quiet level', { error });
      return otherwise;
    }
  }

  async #save(change: (sql: Sqlite) => void): Promise<void> {
    try {
      await this.database.write(change);
    } catch (cause) {
      this.log.error('volume not saved', { error: cause });
      throw new StateNotSaved({ cause });
    }
  }
}
