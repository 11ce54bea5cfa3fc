/**
 * Files that file managers drop everywhere (`._*`, `.DS_Store`, `Thumbs.db`, `desktop.ini`): taken, so that a copy does not
 * end with an error, and given back for a while to who has just written them, but never written to a disk and never listed.
 * Bounded; without a timer.
 */

const NAMES = /^(?:\._.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;
const MOST = 256;
/** Bytes of one that are kept; a larger one is taken and forgotten. */
export const MOST_JUNK_BYTES = 64 * 1024;
const MOST_BYTES = 1024 * 1024;
const KEPT_MS = 10 * 60_000;

export interface JunkFile {
  readonly bytes: Buffer;
  /** Unix milliseconds. */
  readonly modified: number;
}

export function isJunk(name: string): boolean {
  return NAMES.test(name);
}

export class Junk {
  /** By path; the one written last is the last. */
  readonly #files = new Map<string, JunkFile>();
  #bytes = 0;

  /** @param now Unix milliseconds */
  constructor(private readonly now: () => number = Date.now) {}

  put(path: string, bytes: Buffer): void {
    this.remove(path);
    this.#files.set(path, { bytes, modified: this.now() });
    this.#bytes += bytes.length;
    for (const [oldest] of this.#files) {
      if (this.#files.size <= MOST && this.#bytes <= MOST_BYTES) break;
      this.remove(oldest);
    }
  }

  get(path: string): JunkFile | undefined {
    const file = this.#files.get(path);
    if (file === undefined || this.now() - file.modified < KEPT_MS) return file;
    this.remove(path);
    return undefined;
  }

  /** @returns whether it was there */
  remove(path: string): boolean {
    const file = this.#files.get(path);
    this.#bytes -= file?.bytes.length ?? 0;
    return this.#files.delete(path);
  }
}
