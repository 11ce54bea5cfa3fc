import { randomInt } from 'node:crypto';

/** Callbacks that are called after every change of something. They must not throw. */
export class Listeners<Parameters extends readonly unknown[] = []> {
  readonly #all = new Set<(...parameters: Parameters) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** @returns what ends that; may be called twice */
  add(listener: (...parameters: Parameters) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  /** Calls those that are there now: one that is added meanwhile is called from the next time on. */
  call(...parameters: Parameters): void {
    for (const listener of [...this.#all]) listener(...parameters);
  }

  clear(): void {
    this.#all.clear();
  }
}

/** Changes are counted from some number below this: another one after every start. */
const STARTS = 2 ** 47;

/** The state of something by a number, another one after every change and after every start, and who listens to that. */
export class Revision {
  readonly #listeners = new Listeners();
  #number = randomInt(STARTS);

  get revision(): number {
    return this.#number;
  }

  /** Called after every change, also one of which it is not known whether it was saved. */
  changed(): void {
    this.#number += 1;
    this.#listeners.call();
  }

  /** @param listener must not throw @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}
