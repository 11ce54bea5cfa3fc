/** Whole bodies of long lists by their ETag, the least recently used dropped first, in a bounded memory. */

export class BodyCache {
  readonly #most: number;
  readonly #bodies = new Map<string, Buffer>();
  #bytes = 0;

  /** @param most bytes of all bodies together */
  constructor(most: number) {
    this.#most = most;
  }

  find(etag: string): Buffer | undefined {
    const body = this.#bodies.get(etag);
    if (body === undefined) return undefined;
    this.#bodies.delete(etag);
    this.#bodies.set(etag, body);
    return body;
  }

  store(etag: string, body: Buffer): void {
    if (body.length > this.#most || this.#bodies.has(etag)) return;
    this.#bodies.set(etag, body);
    this.#bytes += body.length;
    for (const [oldest, { length }] of this.#bodies) {
      if (this.#bytes <= this.#most) return;
      this.#bodies.delete(oldest);
      this.#bytes -= length;
    }
  }

  /** What belongs to another state of the library is never asked for again. */
  clear(): void {
    this.#bodies.clear();
    this.#bytes = 0;
  }
}
