/** How much a stranger may do: some at once, and some more each second. */

export class Allowance {
  #left: number;
  #countedAt: number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly atOnce: number,
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = atOnce;
    this.#countedAt = now();
  }

  /** Takes one. @returns false where none is left now */
  take(): boolean {
    const now = this.now();
    this.#left = Math.min(this.atOnce, this.#left + ((now - this.#countedAt) / 1000) * this.perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
