/**
 * The id by which clients recognise a box on the network, whatever its name: 16 hex digits, generated once and kept in
 * the state database. Not part of a backup, and not changed by a reset. Thread: main.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.js';
import type { Log } from '../log.js';

const KEPT = 'SELECT id FROM box';
/** Keeps an id that is there. */
const KEEP = 'INSERT OR IGNORE INTO box (one, id) VALUES (1, ?)';

export class BoxId {
  #id: Promise<string> | undefined;

  constructor(
    private readonly state: Pick<Database, 'read' | 'write'>,
    private readonly log: Log,
  ) {}

  /** Resolves when the id is durable. Never rejects: an id that cannot be saved is used until the daemon ends. */
  read(): Promise<string> {
    return (this.#id ??= this.#kept());
  }

  async #kept(): Promise<string> {
    const made = randomBytes(8).toString('hex');
    try {
      const kept = await this.state.read((sql) => sql.prepare(KEPT).pluck().get() as string | undefined);
      if (kept !== undefined) return kept;
      await this.state.write((sql) => void sql.prepare(KEEP).run(made));
    } catch (error) {
      this.log.error('box id: not saved (the box has another one after the next start)', { error });
    }
    return made;
  }
}
