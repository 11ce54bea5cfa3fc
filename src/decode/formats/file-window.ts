/**
 * A file seen through one buffer that slides forward: parsers look at bytes by their file offset, and the disk is read
 * in whole windows. Thread: the decoder worker's; reads block.
 */
import { unreadable } from '../decoder.js';
import { openByteFile, type ByteFile } from './byte-file.js';

const WINDOW_BYTES = 64 * 1024;

export class FileWindow {
  #size: number;
  #bytes = new Uint8Array(WINDOW_BYTES);
  /** File offset of `bytes[0]`, and how many bytes are valid. */
  #start = 0;
  #length = 0;
  readonly #file: ByteFile;

  /** @throws UndecodableFile when the file cannot be opened, is empty, or is no regular file. */
  constructor(path: string) {
    this.#file = openByteFile(path);
    this.#size = this.#file.size;
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

  /** The window; another array after `widen`. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** The whole window as numbers. */
  get view(): DataView {
    return new DataView(this.#bytes.buffer);
  }

  /** Makes the window at least `length` bytes large, for formats whose frames need it. */
  widen(length: number): void {
    if (length <= this.#bytes.length) return;
    this.#bytes = new Uint8Array(length);
    this.#length = 0;
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
      this.#length = this.#file.read(this.#bytes, 0, this.#bytes.length, offset);
    } catch (cause) {
      throw unreadable(cause);
    }
    // The file became shorter: behind its new end lie the old window's bytes, which must not be taken for its own.
    if (this.#length < this.#bytes.length) this.#size = Math.min(this.#size, offset + this.#length);
  }

  /** May be called twice. */
  close(): void {
    this.#file.close();
  }
}
