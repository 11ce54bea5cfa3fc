/** Backoff: delays between attempts, longer after each failure; one class for whatever is tried again. Thread: any. */

/** Delays in milliseconds from `first` on, each twice the one before, up to `longest`. */
export function doublingDelays(first: number, longest: number): readonly number[] {
  const delays = [];
  for (let delay = first; delay < longest; delay *= 2) delays.push(delay);
  return [...delays, longest];
}

export class Backoff {
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param delays in milliseconds, in their order; the last one is repeated */
  constructor(private readonly delays: readonly number[]) {}

  /** Attempts that failed since the last `reset`. */
  get failures(): number {
    return this.#failures;
  }

  /** Every delay has been used: the next would be a repetition of the last. */
  get isExhausted(): boolean {
    return this.#failures >= this.delays.length;
  }

  /** An attempt is scheduled and has not begun. */
  get isScheduled(): boolean {
    return this.#timer !== undefined;
  }

  /** Counts a failure. Returns the milliseconds to wait before the next attempt. */
  next(): number {
    const at = Math.min(this.#failures++, this.delays.length - 1);
    return this.delays[at] ?? 0;
  }

  /** Counts a failure and calls `attempt` after the next delay, instead of one scheduled before. Keeps no process alive. */
  schedule(attempt: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      attempt();
    }, this.next()).unref();
  }

  /** Success, or another matter: the next delay is the first one. What is scheduled stays so. */
  reset(): void {
    this.#failures = 0;
  }

  /** Drops the attempt that is scheduled. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
