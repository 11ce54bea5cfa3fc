/** Orders that must not overtake each other on their way. No document, so that it can be tested by itself. */

interface Waiting {
  readonly act: () => Promise<unknown>;
  readonly replaceable: boolean;
}

/** One order at a time. */
export class SerialQueue {
  readonly #pause: number;
  #waiting: Waiting[] = [];
  #busy = false;

  /** @param pause milliseconds from the beginning of one order to the next at least */
  constructor(pause = 0) {
    this.#pause = pause;
  }

  /** @param act never rejects */
  add(act: () => Promise<unknown>): void {
    this.#push({ act, replaceable: false });
  }

  /** An order that makes its like before it needless, if that one still waits and nothing stands between them. */
  addNewest(act: () => Promise<unknown>): void {
    if (this.#waiting.at(-1)?.replaceable === true) this.#waiting.pop();
    this.#push({ act, replaceable: true });
  }

  #push(order: Waiting): void {
    this.#waiting.push(order);
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const pause = this.#pause > 0 && new Promise((resolve) => setTimeout(resolve, this.#pause));
      await next.act();
      await pause;
    }
    this.#busy = false;
  }
}
