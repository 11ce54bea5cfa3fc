/**
 * Bytes on their way from the network to the decoder worker: a ring in shared memory, one writer on the main thread, one
 * reader on the worker's. The worker never turns its event loop while it plays, so no message is needed: it sees the
 * counters, and the writer is woken through `Atomics.waitAsync` when half of the ring is free.
 *
 * Counters are bytes since the beginning (of the range, in a remote file), wrapped at 32 bits; differences are right, and
 * so are places in the ring, since its size is a power of two. The reader may keep what it has read, to go back to it:
 *
 *      tail ── read, kept ──▶ read ── to be read ──▶ head ── room ──▶ tail
 */

/** What the shared Int32 words mean. */
const Word = {
  /** Bytes written, and bytes that the reader has let go. */
  head: 0,
  tail: 1,
  state: 2,
  /** Changed by the reader when there is room again, or another range is wanted. */
  signal: 3,
  /** Ranges of a remote file: how many were asked for, from which offset, and how many were begun. */
  asked: 4,
  offsetLow: 5,
  offsetHigh: 6,
  begun: 7,
  /** Frame of the track up to which the reader has decoded. */
  decoded: 8,
  /** Bytes that were read, whether they were let go or not. */
  read: 9,
  /** Frame of the track that begins at the tail, once reading has begun; and whether it has. */
  tailFrame: 10,
  isBegun: 11,
} as const;
const HEADER_BYTES = 64;
const LOW_WORD = 2 ** 32;

export const PipeState = { open: 0, ended: 1, closed: 2 } as const;
export type PipeState = (typeof PipeState)[keyof typeof PipeState];

/** `Atomics.waitAsync` (ES2024), which the language library of this target does not know. */
type WaitAsync = (
  words: Int32Array,
  index: number,
  value: number,
) => { readonly async: boolean; readonly value: Promise<string> | string };
const { waitAsync } = Atomics as unknown as { readonly waitAsync: WaitAsync };

/** @param capacity bytes, a power of two */
export function createPipeMemory(capacity: number): SharedArrayBuffer {
  if (!Number.isInteger(Math.log2(capacity))) throw new RangeError(`a pipe cannot hold ${capacity} bytes`);
  return new SharedArrayBuffer(HEADER_BYTES + capacity);
}

class PipeEnd {
  protected readonly words: Int32Array;
  protected readonly bytes: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, HEADER_BYTES / 4);
    this.bytes = new Uint8Array(memory, HEADER_BYTES);
  }

  get capacity(): number {
    return this.bytes.length;
  }

  get state(): PipeState {
    return Atomics.load(this.words, Word.state) as PipeState;
  }

  protected get head(): number {
    return Atomics.load(this.words, Word.head) >>> 0;
  }

  protected get tail(): number {
    return Atomics.load(this.words, Word.tail) >>> 0;
  }

  /** Bytes that were written and not let go. */
  get fill(): number {
    return (this.head - this.tail) >>> 0;
  }

  /** Bytes that were written and not read. */
  get unread(): number {
    return (this.head - Atomics.load(this.words, Word.read)) >>> 0;
  }
}

/** Thread: main. */
export class PipeWriter extends PipeEnd {
  get room(): number {
    return this.capacity - this.fill;
  }

  /** Writes what there is room for and returns how many bytes that was. */
  write(chunk: Uint8Array): number {
    const length = Math.min(chunk.length, this.room);
    const { head } = this;
    const at = head % this.capacity;
    const first = Math.min(length, this.capacity - at);
    this.bytes.set(chunk.subarray(0, first), at);
    this.bytes.set(chunk.subarray(first, length), 0);
    this.#publish(Word.head, (head + length) | 0);
    return length;
  }

  /** Writes all of it, as room comes. Resolves to false when the pipe was closed or another range was asked for. */
  async writeAll(chunk: Uint8Array): Promise<boolean> {
    const range = this.asked;
    for (let rest = chunk; ;) {
      if (this.state === PipeState.closed || this.asked !== range) return false;
      const signal = this.signal;
      rest = rest.subarray(this.write(rest));
      if (rest.length === 0) return true;
      await this.changed(signal);
    }
  }

  /** Nothing follows. */
  end(): void {
    if (this.state === PipeState.open) this.#publish(Word.state, PipeState.ended);
  }

  /** Nobody wants the rest: a reader that waits gives up. */
  close(): void {
    this.#publish(Word.state, PipeState.closed);
    Atomics.add(this.words, Word.signal, 1);
    Atomics.notify(this.words, Word.signal);
  }

  get signal(): number {
    return Atomics.load(this.words, Word.signal);
  }

  /** Resolves when the reader has let go of half, or asked for a range, since `signal` was read; or at `close`. */
  async changed(signal: number): Promise<void> {
    await waitAsync(this.words, Word.signal, signal).value;
  }

  /** How many ranges were asked for. */
  get asked(): number {
    return Atomics.load(this.words, Word.asked);
  }

  /** Begins the range that was asked for last: what was written before it is gone. Returns its offset. */
  beginRange(): number {
    const asked = this.asked;
    const low = Atomics.load(this.words, Word.offsetLow) >>> 0;
    const high = Atomics.load(this.words, Word.offsetHigh) >>> 0;
    for (const word of [Word.head, Word.tail, Word.read]) Atomics.store(this.words, word, 0);
    if (this.state === PipeState.ended) Atomics.store(this.words, Word.state, PipeState.open);
    this.#publish(Word.begun, asked);
    Atomics.notify(this.words, Word.head);
    return high * LOW_WORD + low;
  }

  /** Frame of the track up to which it was decoded, below 2^32. */
  get decoded(): number {
    return Atomics.load(this.words, Word.decoded) >>> 0;
  }

  #publish(word: number, value: number): void {
    Atomics.store(this.words, word, value);
    Atomics.notify(this.words, Word.head);
  }
}

/** Thread: the decoder worker's. */
export class PipeReader extends PipeEnd {
  /** Copies up to `length` bytes that lie `ahead` bytes behind the tail, without letting them go. */
  peek(into: Uint8Array, at: number, length: number, ahead = 0): number {
    const count = Math.max(Math.min(length, this.fill - ahead), 0);
    const from = (this.tail + ahead) % this.capacity;
    const first = Math.min(count, this.capacity - from);
    into.set(this.bytes.subarray(from, from + first), at);
    into.set(this.bytes.subarray(0, count - first), at + first);
    return count;
  }

  /** Lets go of bytes at the tail. */
  skip(length: number): void {
    const before = this.fill;
    const tail = this.tail + Math.min(length, before);
    if (((tail - Atomics.load(this.words, Word.read)) | 0) > 0) Atomics.store(this.words, Word.read, tail | 0);
    Atomics.store(this.words, Word.tail, tail | 0);
    const half = this.capacity / 2;
    if (before > half && this.fill <= half) this.#signal();
  }

  /** What lies before `ahead` bytes behind the tail was read. */
  readUpTo(ahead: number): void {
    Atomics.store(this.words, Word.read, (this.tail + ahead) | 0);
  }

  /** Frame of the track that begins at the tail, below 2^32; undefined until it was told. */
  get tailFrame(): number | undefined {
    if (Atomics.load(this.words, Word.isBegun) === 0) return undefined;
    return Atomics.load(this.words, Word.tailFrame) >>> 0;
  }

  setTailFrame(frame: number): void {
    Atomics.store(this.words, Word.tailFrame, frame | 0);
    Atomics.store(this.words, Word.isBegun, 1);
  }

  /** Takes up to `length` bytes. */
  read(into: Uint8Array, at: number, length: number): number {
    const count = this.peek(into, at, length);
    this.skip(count);
    return count;
  }

  /** Nothing more will come than what is there. */
  get isOver(): boolean {
    return this.state !== PipeState.open;
  }

  /** Sleeps until something was written behind `fill` bytes of the range that was asked for, or for so long. */
  waitForMore(fill: number, milliseconds: number): void {
    const { head } = this;
    // Before the range is begun, fill and state are those of the one before.
    const isWaiting = !this.isRangeBegun || (this.fill === fill && this.state === PipeState.open);
    if (isWaiting && this.state !== PipeState.closed) {
      Atomics.wait(this.words, Word.head, head | 0, milliseconds);
    }
  }

  /** Asks for the bytes from `offset` on: everything in the ring is dropped as soon as the writer has begun. */
  askForRange(offset: number): void {
    Atomics.store(this.words, Word.offsetLow, offset | 0);
    Atomics.store(this.words, Word.offsetHigh, Math.floor(offset / LOW_WORD));
    Atomics.add(this.words, Word.asked, 1);
    this.#signal();
  }

  /** Nobody has read from it yet. */
  get isUntouched(): boolean {
    return this.tail === 0 && Atomics.load(this.words, Word.asked) === 0;
  }

  /** The range that was asked for last is the one in the ring. */
  get isRangeBegun(): boolean {
    return Atomics.load(this.words, Word.begun) === Atomics.load(this.words, Word.asked);
  }

  setDecoded(frame: number): void {
    Atomics.store(this.words, Word.decoded, frame | 0);
  }

  #signal(): void {
    Atomics.add(this.words, Word.signal, 1);
    Atomics.notify(this.words, Word.signal);
  }
}
