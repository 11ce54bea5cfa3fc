/** Sends values at a bounded pace, one at a time; of those that wait only the newest. Needs no document. */
export class Paced {
  #waiting: (() => Promise<unknown>) | undefined;
  #isBusy = false;

  /** @param pause milliseconds from the beginning of one call to the next at least */
  constructor(private readonly pause: number) {}

  /** Takes the place of what waits. @param act never rejects */
  send(act: () => Promise<unknown>): void {
    this.#waiting = act;
    if (!this.#isBusy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let act = this.#waiting; act !== undefined; act = this.#waiting) {
      this.#waiting = undefined;
      const pause = new Promise((resolve) => setTimeout(resolve, this.pause));
      await act();
      await pause;
    }
    this.#isBusy = false;
  }
}
