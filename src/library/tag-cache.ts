/** Tags by (path, size, modification time), the least recently used dropped first, some at a time. */
import type { TrackTag } from '../tags/track-tag.js';

/** How long a tag is answered without another look at its file, in ms. */
const TRUST_MS = 30_000;
/** How much makes room for what comes next once the cache is full. */
const DROPPED_SHARE = 0.05;

/** A tag that is known, and whether its file was looked at lately. */
export interface KnownTag {
  readonly tag: TrackTag;
  readonly isFresh: boolean;
}

class Cached implements KnownTag {
  /** performance.now() of the last look at the file. */
  confirmed = performance.now();

  constructor(
    readonly size: number,
    readonly modified: number,
    readonly tag: TrackTag,
    /** The number of its last use, counted over all tags. */
    public used: number,
  ) {}

  get isFresh(): boolean {
    return performance.now() - this.confirmed < TRUST_MS;
  }
}

export class TagCache {
  readonly #tags = new Map<string, Cached>();
  #uses = 0;

  constructor(private readonly capacity: number) {}

  /** What is known of a file, however old. */
  find(path: string): KnownTag | undefined {
    const cached = this.#tags.get(path);
    if (cached !== undefined) cached.used = ++this.#uses;
    return cached;
  }

  /** The tag if the file is still the one that it was read from. */
  confirm(path: string, size: number, modified: number): TrackTag | undefined {
    const cached = this.#tags.get(path);
    if (cached?.size !== size || cached.modified !== modified) return undefined;
    cached.confirmed = performance.now();
    cached.used = ++this.#uses;
    return cached.tag;
  }

  clear(): void {
    this.#tags.clear();
  }

  store(path: string, size: number, modified: number, tag: TrackTag): void {
    this.#tags.set(path, new Cached(size, modified, tag, ++this.#uses));
    if (this.#tags.size > this.capacity) this.#drop(Math.ceil(this.capacity * DROPPED_SHARE));
  }

  /** To keep ten thousand in the order of their use at every use costs more than to sort them when there are too many. */
  #drop(count: number): void {
    const byUse = [...this.#tags].sort(([, one], [, other]) => one.used - other.used);
    for (const [path] of byUse.slice(0, count)) this.#tags.delete(path);
  }
}
