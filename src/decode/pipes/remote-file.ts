/**
 * A remote file as the decoders of local files read it: bytes at an offset. What was read lately stays in the pipe, what
 * lies a little ahead is waited for, anything else is asked for as another range. Thread: the decoder worker's; reads
 * block until the bytes are there, and end at once when the main thread closes the pipe.
 */
import { UndecodableFile } from '../decoder.js';
import type { ByteFile } from '../formats/byte-file.js';
import { PipeReader, PipeState } from './byte-pipe.js';

/** Parsers look back a little. */
const KEPT_BYTES = 192 * 1024;
/** So far ahead it is quicker to wait than to ask. */
const WAIT_BYTES = 256 * 1024;
/** With so much ahead a decoder can read on without waiting: it reads in windows. */
const COMFORTABLE_BYTES = 128 * 1024;
const PATIENCE_MILLISECONDS = 60_000;
const LOOK_MILLISECONDS = 500;

export class RemoteFile implements ByteFile {
  readonly size: number;
  readonly #pipe: PipeReader;
  readonly #seekable: boolean;
  /** File offset of the pipe's tail, and the one behind what was read last. */
  #start = 0;
  #position = 0;

  constructor(memory: SharedArrayBuffer, size: number, seekable: boolean) {
    this.#pipe = new PipeReader(memory);
    this.#seekable = seekable;
    this.size = size;
    if (!this.#pipe.isUntouched) this.#pipe.askForRange(0); // another worker had it before
  }

  /** @throws UndecodableFile when the bytes cannot be had */
  read(into: Uint8Array, at: number, length: number, offset: number): number {
    const wanted = Math.min(length, this.size - offset);
    if (wanted <= 0) return 0;
    this.#aim(offset);
    let got = 0;
    while (got < wanted) {
      this.#skipTo(offset + got);
      const ahead = offset + got - this.#start;
      const count = this.#pipe.isRangeBegun ? this.#pipe.peek(into, at + got, wanted - got, ahead) : 0;
      got += count;
      if (count === 0 && !this.#wait()) break;
    }
    this.#position = offset + got;
    return got;
  }

  /** Whether a decoder that reads on can do so without waiting. */
  get isComfortable(): boolean {
    const ahead = this.#pipe.isRangeBegun ? this.#start + this.#pipe.fill - this.#position : 0;
    return this.#pipe.isOver || ahead >= Math.min(COMFORTABLE_BYTES, this.size - this.#position);
  }

  setDecoded(frame: number): void {
    this.#pipe.setDecoded(frame);
  }

  /** The pipe is closed by the main thread. */
  close(): void {
    this.#position = 0;
  }

  /** Sees to it that `offset` is in the pipe or comes soon. */
  #aim(offset: number): void {
    const end = this.#start + (this.#pipe.isRangeBegun ? this.#pipe.fill : 0);
    const isNear = offset >= this.#start && offset <= end + WAIT_BYTES;
    if (isNear || (!this.#seekable && offset >= this.#start)) return;
    // A server without ranges is read from the beginning again.
    this.#pipe.askForRange(offset);
    this.#start = offset;
  }

  /** Lets go of what lies too far behind `offset`. */
  #skipTo(offset: number): void {
    if (!this.#pipe.isRangeBegun) return;
    const bytes = Math.min(offset - KEPT_BYTES - this.#start, this.#pipe.fill);
    if (bytes <= 0) return;
    this.#pipe.skip(bytes);
    this.#start += bytes;
  }

  /** Waits for more; false when nothing more comes. */
  #wait(): boolean {
    for (const giveUp = performance.now() + PATIENCE_MILLISECONDS; performance.now() < giveUp;) {
      const isBegun = this.#pipe.isRangeBegun;
      const { fill } = this.#pipe;
      if (this.#pipe.state === PipeState.closed) break;
      if (isBegun && this.#pipe.state === PipeState.ended) return false;
      this.#pipe.waitForMore(fill, LOOK_MILLISECONDS);
      if (this.#pipe.isRangeBegun && (this.#pipe.fill > (isBegun ? fill : 0) || this.#pipe.state !== PipeState.open)) {
        return true;
      }
    }
    throw new UndecodableFile('UNREADABLE_FILE', 'the rest of the remote file does not come');
  }
}
