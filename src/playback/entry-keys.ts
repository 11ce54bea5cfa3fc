/** Gives the entries of the queue keys that are never used again. */
import type { QueueEntry } from './types.js';

export class EntryKeys {
  #next = 1;

  /** These keys are used already. */
  skip(entries: readonly QueueEntry[]): void {
    this.#next = entries.reduce((next, { key }) => Math.max(next, key + 1), this.#next);
  }

  entriesOf(locations: readonly string[]): QueueEntry[] {
    return locations.map((location) => ({ key: this.#next++, location }));
  }
}
