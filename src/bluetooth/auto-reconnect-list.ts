/**
 * Addresses of the speakers that somebody connected here and has not disconnected since: these are reconnected
 * automatically, also after a restart. Kept in the state database. Thread: main.
 */
import type { Database } from '../database/database.js';
import { StateNotSaved } from '../errors.js';
import type { Log } from '../log.js';

const ALL = 'SELECT address FROM wanted_speaker ORDER BY address';
const ADD = 'INSERT INTO wanted_speaker (address) VALUES (?) ON CONFLICT (address) DO NOTHING';
const REMOVE = 'DELETE FROM wanted_speaker WHERE address = ?';

export class AutoReconnectList {
  constructor(
    private readonly database: Pick<Database, 'read' | 'write'>,
    private readonly log: Log,
  ) {}

  /** Addresses of the speakers to reconnect; none while the database cannot be read. */
  async read(): Promise<readonly string[]> {
    try {
      return await this.database.read((sql) => sql.prepare(ALL).pluck().all() as string[]);
    } catch (error) {
      this.log.error('speakers: auto-reconnect list not read (no speaker is reconnected)', { error });
      return [];
    }
  }

  /** Resolves when it is durable. @throws StateNotSaved */
  add(address: string): Promise<void> {
    return this.#save(ADD, address);
  }

  /** Resolves when it is durable. @throws StateNotSaved */
  remove(address: string): Promise<void> {
    return this.#save(REMOVE, address);
  }

  async #save(statement: string, address: string): Promise<void> {
    try {
      await this.database.write((sql) => void sql.prepare(statement).run(address));
    } catch (cause) {
      this.log.error('speakers: auto-reconnect list not saved (a restart may reconnect other speakers)', {
        error: cause,
      });
      throw new StateNotSaved({ cause });
    }
  }
}
