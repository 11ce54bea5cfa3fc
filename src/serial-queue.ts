/** Runs pieces of work one after the other, in the order in which they were handed in. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** @returns what the work returns; rejects as the work does, and the next piece runs all the same */
  run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything that has been handed in so far has ended. Never rejects. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }
}
