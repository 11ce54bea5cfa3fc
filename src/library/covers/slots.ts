/** Lets a few pieces of work run at a time; the others wait in their order, and beyond a bound they are refused. */
import { Unavailable } from '../../errors.js';

export class Slots {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws Unavailable TOO_BUSY, and what `work` throws */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.most) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      // Whoever is next takes over the slot.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.mostWaiting) throw new Unavailable('TOO_BUSY', 'Too much is asked for at once.');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
