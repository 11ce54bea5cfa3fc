/**
 * Bounds what searches cost: so many at a time of one address, and of all. What is more is not answered, so that nobody
 * turns a small message into a flood. Thread: main.
 */

/** Searches of one address, and of all, that are being answered. */
const BOUNDS = { address: 6, all: 64 };
/** A search counts for so long, in ms, although it was answered before. */
const LEAST_TIME = 1000;

export class Quota {
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** @param time for which it counts at least, in ms @returns whether a search of this address is answered */
  take(address: string, time: number): boolean {
    const taken = this.#taken.get(address) ?? 0;
    if (taken >= BOUNDS.address || this.#all >= BOUNDS.all) return false;
    this.#taken.set(address, taken + 1);
    this.#all += 1;
    setTimeout(() => this.#leave(address), Math.max(time, LEAST_TIME)).unref();
    return true;
  }

  #leave(address: string): void {
    const left = (this.#taken.get(address) ?? 1) - 1;
    if (left > 0) this.#taken.set(address, left);
    else this.#taken.delete(address);
    this.#all -= 1;
  }
}
