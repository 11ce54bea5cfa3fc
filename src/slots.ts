/** Limits how many tasks run at a time; the others wait in their order, and beyond a second limit `run` throws TOO_BUSY. */
import { Unavailable } from './errors.js';

export class Slots {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param maxRunning tasks at a time @param maxWaiting number of waiting tasks beyond which `run` throws */
  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting = Infinity,
  ) {}

  /** Runs the work when a slot is free. @throws Unavailable TOO_BUSY when too many wait; the errors of `work` */
  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#running < this.maxRunning) this.#running += 1;
    else await this.#slot();
    try {
      return await work();
    } finally {
      // The next task takes over the slot, so that no new caller gets in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #slot(): Promise<void> {
    if (this.#waiting.length >= this.maxWaiting) throw new Unavailable('TOO_BUSY', 'Too much is asked for at once.');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
