/**
 * How much of a long work is done in one turn of the event loop: as much as lately went into some milliseconds. A slow
 * machine, or rows that cost more than others, make smaller turns and not longer ones.
 */

/** What a turn should take. */
const TURN_MILLISECONDS = 4;

export interface Bounds {
  /** Rows of the first turn. */
  readonly first: number;
  /** Rows of a turn at least, 1 by default: a turn has costs of its own. */
  readonly least?: number;
  /** Rows of a turn at most: what follows may cost more than what went before. */
  readonly most: number;
}

export class Pace {
  readonly #least: number;
  readonly #most: number;
  readonly #now: () => number;
  #size: number;

  /** @param now milliseconds of a clock that never goes back */
  constructor({ first, least = 1, most }: Bounds, now: () => number = () => performance.now()) {
    this.#size = first;
    this.#least = least;
    this.#most = most;
    this.#now = now;
  }

  /** Rows of the next turn. */
  get size(): number {
    return this.#size;
  }

  /** Does a turn's work, and learns from the time that it takes. @param work does not wait for anything */
  async time<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const began = this.#now();
    const result = await work();
    const fitting = (this.#size * TURN_MILLISECONDS) / Math.max(this.#now() - began, Number.EPSILON);
    this.#size = Math.max(this.#least, Math.floor(Math.min(fitting, 2 * this.#size, this.#most)));
    return result;
  }
}
