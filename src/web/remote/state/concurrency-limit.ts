/**
 * Lets a few things happen at a time; the others wait in their order. So pictures that are slow to come leave some of the
 * browser's few connections to what is touched. No document, so that it can be tested by itself.
 */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param begin called now, or when it is its turn @returns ends the turn, or the wait for it; may be called twice */
  ask(begin: () => void): () => void {
    let hasBegun = false;
    let hasEnded = false;
    const start = (): void => {
      hasBegun = true;
      this.#running += 1;
      begin();
    };
    if (this.#running < this.#most) start();
    else this.#waiting.add(start);
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#waiting.delete(start);
      if (hasBegun) this.#next();
    };
  }

  #next(): void {
    this.#running -= 1;
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#waiting.delete(first);
    first();
  }
}
