/** What is still to be scanned: everything, or some folders. No input or output. */
import type { ScanTarget, ScanJob } from './messages.js';

/** More folders than this are a scan of everything. */
const MOST_TARGETS = 500;

export class Wanted {
  #all = false;
  #reread = false;
  readonly #targets = new Map<string, boolean>();

  everything(reread: boolean): void {
    this.#all = true;
    this.#reread ||= reread;
  }

  /** @param reread also the files there that did not change */
  targets(targets: readonly ScanTarget[], reread: boolean): void {
    this.#reread ||= reread;
    for (const { path, deep } of targets) this.#targets.set(path, deep || this.#targets.get(path) === true);
    if (this.#targets.size > MOST_TARGETS) this.#all = true;
  }

  get isEmpty(): boolean {
    return !this.#all && this.#targets.size === 0;
  }

  /** The next job; the rest is empty. */
  take(): Pick<ScanJob, 'targets' | 'reread'> {
    const targets = this.#all ? undefined : [...this.#targets].map(([path, deep]) => ({ path, deep }));
    const job = { targets, reread: this.#reread };
    this.clear();
    return job;
  }

  clear(): void {
    this.#all = false;
    this.#reread = false;
    this.#targets.clear();
  }
}
