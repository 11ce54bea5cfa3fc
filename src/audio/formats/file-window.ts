/**
 * A file seen through one buffer that slides forward: parsers look at bytes by their file offset, and the disk is read
 * in whole windows. Thread: the decoder worker's; reads block.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import { UndecodableFile } from '../decoder.js';

const WINDOW_BYTES = 64 * 1024;
/** Without waiting: a pipe would hold the thread until somebody writes into it. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

export class FileWindow {
  #size: number;
  readonly bytes = new Uint8Array(WINDOW_BYTES);
  /** File offset of `bytes[0]`, and how many bytes are valid. */
  #start = 0;
  #length = 0;
  #descriptor: number;

  /** @throws UndecodableFile when the file cannot be opened, is empty, or is no regular file. */
  constructor(path: string) {
    try {
      this.#descriptor = openSync(path, OPEN_FLAGS);
    } catch (cause) {
      throw new UndecodableFile('UNREADABLE_FILE', (cause as Error).message, { cause });
    }
    const facts = fstatSync(this.#descriptor);
    this.#size = facts.size;
    if (facts.isFile() && facts.size > 0) return;
    this.close();
    throw facts.isFile()
      ? new UndecodableFile('EMPTY_FILE', 'the file is empty')
      : new UndecodableFile('UNREADABLE_FILE', 'not a regular file');
  }

  /**
   * Makes `length` bytes at `offset` visible (fewer at the end of the file) and returns their index in `bytes`.
   * `length` is at most the window's size. The index holds until the next call.
   */
  show(offset: number, length: number): number {
    const wanted = Math.min(length, this.size - offset);
    if (offset < this.#start || offset + wanted > this.#start + this.#length) this.#fill(offset);
    return offset - this.#start;
  }

  /** Bytes of the file; fewer once it was seen to be shorter. */
  get size(): number {
    return this.#size;
  }

  /** How many bytes from `offset` on are in the window. */
  visible(offset: number): number {
    return Math.max(this.#start + this.#length - offset, 0);
  }

  #fill(offset: number): void {
    this.#start = offset;
    this.#length = 0;
    try {
      while (this.#length < WINDOW_BYTES) {
        const got = readSync(
          this.#descriptor,
          this.bytes,
          this.#length,
          WINDOW_BYTES - this.#length,
          offset + this.#length,
        );
        if (got === 0) break;
        this.#length += got;
      }
    } catch (cause) {
      throw new UndecodableFile('UNREADABLE_FILE', (cause as Error).message, { cause });
    }
    // The file became shorter: behind its new end lie the old window's bytes, which must not be taken for its own.
    if (this.#length < WINDOW_BYTES) this.#size = Math.min(this.#size, offset + this.#length);
  }

  /** May be called twice. */
  close(): void {
    if (this.#descriptor < 0) return;
    closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}
