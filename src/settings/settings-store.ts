/** The settings in the database: a row for each member that does not stand at its default. */
import type { Database } from '../database/database.js';

const ALL = 'SELECT name, value FROM setting';
const SAVE = 'INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)';
const FORGET = 'DELETE FROM setting WHERE name = ?';

export class SettingsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Error when they cannot be read */
  load(): Promise<ReadonlyMap<string, unknown>> {
    return this.#database.read((sql) => {
      const rows = sql.prepare(ALL).raw().all() as [string, string][];
      return new Map(rows.map(([name, value]): [string, unknown] => [name, JSON.parse(value)]));
    });
  }

  /**
   * Saves these members and leaves all others as they are; resolves when they are durable. Of saves that overlap the
   * last wins. @throws Error of SQLite or the disk
   */
  save(settings: object, defaults: object): Promise<void> {
    const standard = new Map(Object.entries(defaults).map(([name, value]) => [name, JSON.stringify(value)]));
    const members = Object.entries(settings).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
    return this.#database.write((sql) => {
      const save = sql.prepare(SAVE);
      const forget = sql.prepare(FORGET);
      for (const [name, value] of members) {
        if (standard.get(name) === value) forget.run(name);
        else save.run(name, value);
      }
    });
  }
}
