/**
 * What a box is known again by on the network, whatever it is called: 16 hex digits, made once and kept with the state. It
 * belongs to the box: it is in no backup, and a reset leaves it. Thread: main.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.js';
import type { Log } from '../log.js';

const KEPT = 'SELECT id FROM box';
/** The first one stays. */
const KEEP = 'INSERT OR IGNORE INTO box (one, id) VALUES (1, ?)';

export class BoxId {
  readonly #state: Pick<Database, 'read' | 'write'>;
  readonly #log: Log;
  #id: Promise<string> | undefined;

  constructor(state: Pick<Database, 'read' | 'write'>, log: Log) {
    this.#state = state;
    this.#log = log;
  }

  /** Resolves when it is durable. Never rejects: what cannot be kept is good until the daemon ends. */
  read(): Promise<string> {
    return (this.#id ??= this.#kept());
  }

  async #kept(): Promise<string> {
    const made = randomBytes(8).toString('hex');
    try {
      const kept = await this.#state.read((sql) => sql.prepare(KEPT).pluck().get() as string | undefined);
      if (kept !== undefined) return kept;
      await this.#state.write((sql) => void sql.prepare(KEEP).run(made));
    } catch (error) {
      this.#log.error('box id: not saved (the box has another one after the next start)', { error });
    }
    return made;
  }
}
