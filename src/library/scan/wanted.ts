/** What is still to be scanned: everything, or some places. Pure but for itself. */
import type { Place, ScanJob } from './messages.js';

/** So many places are not worth being told apart. */
const MOST_PLACES = 500;

export class Wanted {
  #all = false;
  #reread = false;
  readonly #places = new Map<string, boolean>();

  everything(reread: boolean): void {
    this.#all = true;
    this.#reread ||= reread;
  }

  /** @param reread also the files there that did not change */
  places(places: readonly Place[], reread: boolean): void {
    this.#reread ||= reread;
    for (const { path, deep } of places) this.#places.set(path, deep || this.#places.get(path) === true);
    if (this.#places.size > MOST_PLACES) this.#all = true;
  }

  get isEmpty(): boolean {
    return !this.#all && this.#places.size === 0;
  }

  /** The next job; the rest is empty. */
  take(): Pick<ScanJob, 'places' | 'reread'> {
    const places = this.#all ? undefined : [...this.#places].map(([path, deep]) => ({ path, deep }));
    const job = { places, reread: this.#reread };
    this.clear();
    return job;
  }

  clear(): void {
    this.#all = false;
    this.#reread = false;
    this.#places.clear();
  }
}
