/** The settings in the database: a row for each member that does not stand at its default. */
import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';

const ALL = 'SELECT name, value FROM setting';
const SAVE = 'INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)';
const FORGET = 'DELETE FROM setting WHERE name = ?';

/** The rows of settings: name and JSON of each member that does not stand at its default. */
export function rowsOfSettings(settings: object, defaults: object): [name: string, json: string][] {
  return Object.keys(defaults)
    .map((name): [string, string] => [name, jsonOf(settings, name)])
    .filter(([name, json]) => json !== jsonOf(defaults, name));
}

export class SettingsStore {
  /** The file that was read or written last. */
  #sql: Sqlite | undefined;

  constructor(private readonly database: Database) {}

  /** @throws Error when they cannot be read */
  load(): Promise<ReadonlyMap<string, unknown>> {
    return this.database.read((sql) => {
      const rows = sql.prepare(ALL).raw().all() as [string, string][];
      this.#sql = sql;
      return new Map(rows.map(([name, value]): [string, unknown] => [name, JSON.parse(value)]));
    });
  }

  /**
   * Saves the members that are `due` and leaves all others as they are; into a fresh file, which took the place of a
   * damaged one meanwhile, all of them. Resolves when they are durable; of saves that overlap the last wins.
   * @throws Error of SQLite or the disk
   */
  async save(settings: object, due: readonly string[], defaults: object): Promise<void> {
    let written: Sqlite | undefined;
    await this.database.write((sql) => {
      written = sql;
      const isFresh = this.#sql !== undefined && this.#sql !== sql;
      const save = sql.prepare(SAVE);
      const forget = sql.prepare(FORGET);
      for (const name of isFresh ? Object.keys(settings) : due) {
        const value = jsonOf(settings, name);
        if (jsonOf(defaults, name) === value) forget.run(name);
        else save.run(name, value);
      }
    });
    this.#sql = written;
  }
}

const jsonOf = (settings: object, name: string): string =>
  JSON.stringify((settings as Readonly<Record<string, unknown>>)[name]);
