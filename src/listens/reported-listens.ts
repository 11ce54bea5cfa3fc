/**
 * Which listening was told of last. One that is stopped may go on, after a start of the daemon too, and is not told of a
 * second time then: so what was told of when it was stopped is kept in the database of what people did, until another one
 * begins. When that cannot be saved, it may be told of twice. Thread: main.
 */
import type { Destination } from './listen-queue.js';
import type { Database } from '../database/database.js';
import type { Log } from '../log.js';
import type { ListeningFacts, ListeningEvent } from '../playback/types.js';

/** Who tells: each has thresholds of its own. */
export type Teller = 'counts' | Destination;

export interface ReportedListensDeps {
  readonly database: Database;
  readonly teller: Teller;
  readonly log: Log;
}

const KEEP = `INSERT INTO told_listening (teller, location) VALUES (?, ?)
  ON CONFLICT (teller) DO UPDATE SET location = excluded.location`;
const KEPT = 'SELECT location FROM told_listening WHERE teller = ?';
const FORGET = 'DELETE FROM told_listening WHERE teller = ?';

export class ReportedListens {
  #number: number | undefined;
  /** Whether the database may hold one. */
  #mayBeKept = true;

  constructor(private readonly deps: ReportedListensDeps) {}

  /** Never rejects. */
  async has({ number, location, resumed }: ListeningFacts): Promise<boolean> {
    if (this.#number !== number && resumed && (await this.#kept()) === location) this.#number = number;
    return this.#number === number;
  }

  /** Marks a listen as reported. Never rejects. */
  async add(phase: ListeningEvent['phase'], { number, location }: ListeningFacts): Promise<void> {
    this.#number = number;
    if (phase !== 'stopped') return;
    this.#mayBeKept = true;
    await this.#try((database, teller) => database.write((sql) => void sql.prepare(KEEP).run(teller, location)));
  }

  /** One begins: what was stopped before it will not go on. Never rejects. */
  async begins({ resumed }: ListeningFacts): Promise<void> {
    if (resumed || !this.#mayBeKept || (await this.#kept()) === undefined) return;
    await this.#try(async (database, teller) => {
      await database.write((sql) => void sql.prepare(FORGET).run(teller));
      this.#mayBeKept = false;
    });
  }

  async #kept(): Promise<string | undefined> {
    let location: string | undefined;
    await this.#try(async (database, teller) => {
      location = await database.read((sql) => sql.prepare(KEPT).pluck().get(teller) as string | undefined);
      this.#mayBeKept = location !== undefined;
    });
    return location;
  }

  async #try(work: (database: Database, teller: Teller) => Promise<void>): Promise<void> {
    const { database, teller, log } = this.deps;
    try {
      await work(database, teller);
    } catch (error) {
      log.debug('listens: reported listen not readable (it may be reported twice)', { teller, error });
    }
  }
}
