/** Commands that did not reach the daemon and still make sense when it is back: the newest of each kind, once. Needs no document. */

/** Milliseconds after which a command is dropped. */
const STALE = 120_000;

type Kept = Readonly<{ act: () => Promise<unknown>; at: number }>;

export class Gap {
  #kept = new Map<string, Kept>();

  /** @param kind a command replaces the one of its kind @param now milliseconds of a monotonic clock */
  keep(kind: string, act: () => Promise<unknown>, now: number): void {
    this.#kept.delete(kind);
    this.#kept.set(kind, { act, at: now });
  }

  /** Drops the kept command of this kind: a newer one has reached the daemon. */
  forget(kind: string): void {
    this.#kept.delete(kind);
  }

  /** Takes the commands to carry out now, the oldest first. */
  take(now: number): (() => Promise<unknown>)[] {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    return all.filter(({ at }) => now - at <= STALE).map(({ act }) => act);
  }
}
