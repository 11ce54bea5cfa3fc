/**
 * Lets a few things run at a time; the others wait in their order. Slow pictures so leave some of the few connections of a
 * browser to what is touched. Needs no document.
 */
export class ConcurrencyLimit {
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(private readonly most: number) {}

  /** @param begin called when there is room @returns ends the turn, or the wait for it; may be called twice */
  ask(begin: () => void): () => void {
    let hasBegun = false;
    let hasEnded = false;
    const start = (): void => {
      hasBegun = true;
      this.#running += 1;
      begin();
    };
    if (this.#running < this.most) start();
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
