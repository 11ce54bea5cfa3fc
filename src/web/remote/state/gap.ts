/**
 * Orders that did not reach the box, and are still sensible when it is back: the newest of each kind, once, if it is not
 * too old. No document, so that it can be tested by itself.
 */

/** Milliseconds after which nobody means it any more. */
const STALE = 120_000;

interface Kept {
  readonly act: () => Promise<unknown>;
  readonly at: number;
}

export class Gap {
  #kept = new Map<string, Kept>();

  /** @param kind an order makes its like before it needless @param now milliseconds of a monotonic clock */
  keep(kind: string, act: () => Promise<unknown>, now: number): void {
    this.#kept.delete(kind);
    this.#kept.set(kind, { act, at: now });
  }

  /** Drops the kept command of this kind: a newer one has reached the box. */
  forget(kind: string): void {
    this.#kept.delete(kind);
  }

  /** What is to be done now, in the order in which it was wanted; afterwards there is nothing. */
  take(now: number): (() => Promise<unknown>)[] {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    return all.filter(({ at }) => now - at <= STALE).map(({ act }) => act);
  }
}
