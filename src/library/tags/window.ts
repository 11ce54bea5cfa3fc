/**
 * A file seen through few and small reads: 64 KiB of its head, its last bytes, and a handful of further places, such as
 * what follows a cover. Whatever sizes a file declares, no more than HEAD + TAIL + MOST × FURTHER bytes are ever read,
 * and what a format's reader asks `read` for, which bounds it itself.
 * Synchronous on purpose: it runs in the tag worker, where a promise for each read would cost more than the read.
 */
import { readSync } from 'node:fs';
import { TAIL } from './id3v1.js';

export const HEAD = 65_536;
const FURTHER = 16_384;
/** Further reads of one file. */
const MOST = 6;

interface Piece {
  readonly from: number;
  readonly bytes: Buffer;
}

/** Reused for each file: the worker reads one after the other. */
const headMemory = Buffer.allocUnsafeSlow(HEAD);

export class FileWindow {
  readonly size: number;
  readonly #descriptor: number;
  readonly #head: Piece;
  #further: Piece | undefined;
  #reads = 0;

  /** @throws the file system's errors */
  constructor(descriptor: number, size: number) {
    this.#descriptor = descriptor;
    this.size = size;
    this.#head = this.#read(0, headMemory.subarray(0, Math.min(size, HEAD)));
  }

  /** The first bytes of the file, all of them where it is not longer than `HEAD`; valid until another window is made. */
  get head(): Buffer {
    return this.#head.bytes;
  }

  /** Bytes of the file, read anew unless they are in its head: the caller bounds how many. Fewer at the end of the file. */
  read(from: number, length: number): Buffer {
    const most = Math.max(Math.min(length, this.size - from), 0);
    return cut(this.#head, from, most) ?? this.#read(from, Buffer.allocUnsafe(most)).bytes;
  }

  /** Bytes of the file, valid until the next call; undefined when they are not all there or are one read too many. */
  bytes(from: number, length: number): Buffer | undefined {
    if (length > FURTHER || from < 0 || from + length > this.size) return undefined;
    const known = cut(this.#head, from, length) ?? (this.#further && cut(this.#further, from, length));
    if (known !== undefined || this.#reads >= MOST) return known;
    this.#reads += 1;
    this.#further = this.#read(from, Buffer.allocUnsafe(Math.min(FURTHER, this.size - from)));
    return cut(this.#further, from, length);
  }

  /** The last bytes of the file: room for an ID3v1 tag and the footer of an APE tag before it. */
  tail(): Buffer | undefined {
    const from = this.size - TAIL;
    return from < 0
      ? undefined
      : (cut(this.#head, from, TAIL) ?? cut(this.#read(from, Buffer.alloc(TAIL)), from, TAIL));
  }

  #read(from: number, into: Buffer): Piece {
    let done = 0;
    while (done < into.length) {
      const count = readSync(this.#descriptor, into, done, into.length - done, from + done);
      if (count === 0) break;
      done += count;
    }
    return { from, bytes: into.subarray(0, done) };
  }
}

function cut({ from, bytes }: Piece, at: number, length: number): Buffer | undefined {
  const start = at - from;
  return start < 0 || start + length > bytes.length ? undefined : bytes.subarray(start, start + length);
}
