/**
 * The producer's side of the ring: room, flushes, the end of the stream. Thread: the decoder worker's. It never waits;
 * `RingWriter.room` says 0 when the consumer must go first.
 */
import type { PcmBlock } from './decoder.js';
import type { Line } from './dsp/line.js';
import type { Native, NativeRingProducer, NativeSoundChain } from './native.js';
import { Attached, Command, frameDistance, ringWords, Word, type RingHandle } from './ring-layout.js';

/** A line, and its gain at the first frame and behind the last. */
export interface MixedLine {
  readonly line: Line;
  readonly from: number;
  readonly to: number;
}

/** Kept free so that the producer never touches the frame that is being heard. */
const GUARD_SECONDS = 0.05;

export class RingWriter {
  readonly ring: RingHandle;
  readonly #words: Int32Array;
  readonly #producer: NativeRingProducer;
  readonly #kick: () => void;
  readonly #limit: number;

  constructor(ring: RingHandle, native: Native) {
    this.ring = ring;
    this.#words = ringWords(ring);
    this.#producer = new native.RingProducer(Buffer.from(ring.memory), ring.format);
    this.#kick = () => {
      native.kick(ring.eventFd);
    };
    this.#limit = ring.capacity - Math.ceil(GUARD_SECONDS * ring.rate);
  }

  /** Frame number that the next push begins with. */
  get head(): number {
    return Atomics.load(this.#words, Word.head) >>> 0;
  }

  /** Frames between what is heard and the head. */
  get fill(): number {
    return frameDistance(Atomics.load(this.#words, Word.tail), this.head);
  }

  get room(): number {
    return Math.max(this.#limit - this.fill, 0);
  }

  get isRunning(): boolean {
    return Atomics.load(this.#words, Word.command) === Command.run;
  }

  /** A flush is carried out by the consumer some milliseconds after `beginAfterFlush`. */
  get isFlushing(): boolean {
    return Atomics.load(this.#words, Word.flushApplied) !== Atomics.load(this.#words, Word.flushRequested);
  }

  /** Pushes the first `frames` frames of a block, with dither where bits are dropped; there must be room. */
  push(block: PcmBlock, frames: number, dither = false): void {
    this.#producer.push(block.samples, block.left, block.right, frames, dither);
    if (Atomics.load(this.#words, Word.waiting) !== 0) this.#kick();
  }

  /** Mixes frames that wait in one line or two, each under its gain, through the chain; there must be room. */
  mix(frames: number, chain: NativeSoundChain, dither: boolean, [first, second]: readonly MixedLine[]): void {
    if (first === undefined) return;
    const { line, from, to } = first;
    if (second === undefined) this.#producer.mix(frames, chain, dither, line.native, from, to);
    else {
      const other = second.line;
      this.#producer.mix(frames, chain, dither, line.native, from, to, other.native, second.from, second.to);
      other.taken(frames);
    }
    line.taken(frames);
    if (Atomics.load(this.#words, Word.waiting) !== 0) this.#kick();
  }

  /** What is pushed from now on counts; everything before is dropped. `inside`: it begins in the middle of a sound. */
  beginAfterFlush(inside: boolean): void {
    const words = this.#words;
    this.setEnd(false);
    // Where the newest flush was answered by the cue before this one, or none was asked for, this one is its own.
    const newest = Atomics.load(words, Word.flushRequested);
    const isAnswered = Atomics.load(words, Word.flushReady) === newest;
    const requested = isAnswered ? Atomics.add(words, Word.flushRequested, 1) + 1 : newest;
    Atomics.store(words, Word.flushFrame, this.head | 0);
    Atomics.store(words, Word.fadeIn, inside ? 1 : 0);
    Atomics.store(words, Word.flushReady, requested);
    if (!this.flushAlone()) this.#kick();
  }

  /** Without a writer thread the flush is carried out here, and a writer that starts meanwhile waits; else false. */
  flushAlone(): boolean {
    const words = this.#words;
    const ready = Atomics.load(words, Word.flushReady);
    if (ready !== Atomics.load(words, Word.flushRequested)) return false; // a newer one: its message is under way
    if (Atomics.compareExchange(words, Word.attached, Attached.no, Attached.producerResets) !== Attached.no)
      return false;
    const first = Atomics.load(words, Word.flushFrame);
    for (const word of [Word.tail, Word.heardFrame, Word.writtenFrame]) Atomics.store(words, word, first);
    Atomics.store(words, Word.flushApplied, ready);
    Atomics.store(words, Word.attached, Attached.no);
    return true;
  }

  /**
   * Takes back what was pushed from this frame on. Only for a frame that the consumer does not come near meanwhile: its
   * thread may be copying what it saw before.
   */
  takeBackTo(frame: number): void {
    this.setEnd(false);
    Atomics.store(this.#words, Word.head, frame | 0);
  }

  /** Nothing follows the head, or something does after all. */
  setEnd(ended: boolean): void {
    if (Atomics.exchange(this.#words, Word.endOfStream, ended ? 1 : 0) !== (ended ? 1 : 0)) this.#kick();
  }
}
