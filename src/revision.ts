import { randomStart } from './random-start.js';

/** The state of something by a number, another one after every change and after every start, and who listens to that. */
export class Revision {
  readonly #listeners = new Set<() => void>();
  #number = randomStart();

  get revision(): number {
    return this.#number;
  }

  /** Called after every change, also one of which it is not known whether it was saved. */
  changed(): void {
    this.#number += 1;
    for (const listener of [...this.#listeners]) listener();
  }

  /** @param listener must not throw @returns what ends that */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
