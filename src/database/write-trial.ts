/** Tries whether a database can be written to. Thread: main. */
import type { Database } from './database.js';

/** A trial that went well counts for so long, in ms: who asks every second must not wear the card. */
const GOOD_FOR_MILLISECONDS = 60_000;

export class WriteTrial {
  #goodUntil = -Infinity;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(
    private readonly database: Pick<Database, 'tryWrite'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws Error whose message says that it cannot be written to, and why */
  async look(): Promise<void> {
    if (this.now() < this.#goodUntil) return;
    try {
      await this.database.tryWrite();
    } catch (cause) {
      throw new Error(`cannot be written to: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
    this.#goodUntil = this.now() + GOOD_FOR_MILLISECONDS;
  }
}
