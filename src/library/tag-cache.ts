/** Tags by (path, size, modification time), the least recently used dropped first. */
import type { TrackTag } from './track-tag.js';

/** How long a tag is answered without another look at its file, in ms. */
const TRUST_MS = 30_000;

interface Cached {
  readonly size: number;
  readonly modified: number;
  readonly tag: TrackTag;
  /** performance.now() of the last look at the file. */
  confirmed: number;
}

export class TagCache {
  readonly #capacity: number;
  /** In order of use, the oldest first: a Map keeps insertion order. */
  readonly #tags = new Map<string, Cached>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The tag of a file that was looked at lately. */
  fresh(path: string): TrackTag | undefined {
    const cached = this.#touch(path);
    return cached && performance.now() - cached.confirmed < TRUST_MS ? cached.tag : undefined;
  }

  /** The last known tag, however old. */
  stale(path: string): TrackTag | undefined {
    return this.#tags.get(path)?.tag;
  }

  /** The tag if the file is still the one that it was read from. */
  confirm(path: string, size: number, modified: number): TrackTag | undefined {
    const cached = this.#touch(path);
    if (cached?.size !== size || cached.modified !== modified) return undefined;
    cached.confirmed = performance.now();
    return cached.tag;
  }

  store(path: string, size: number, modified: number, tag: TrackTag): void {
    this.#tags.delete(path);
    this.#tags.set(path, { size, modified, tag, confirmed: performance.now() });
    if (this.#tags.size <= this.#capacity) return;
    for (const oldest of this.#tags.keys()) {
      this.#tags.delete(oldest);
      break;
    }
  }

  #touch(path: string): Cached | undefined {
    const cached = this.#tags.get(path);
    if (cached) {
      this.#tags.delete(path);
      this.#tags.set(path, cached);
    }
    return cached;
  }
}
