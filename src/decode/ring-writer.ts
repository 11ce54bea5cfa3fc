/**
 * The producer's side of the ring: room, flushes, the end of the stream. Thread: the decoder worker's. It never waits;
 * `RingWriter.room` says 0 when the consumer must go first.
 */
import type { PcmBlock } from './decoder.js';
import type { Line } from './mixing/line.js';
import type { Native, NativeRingProducer, NativeSoundChain } from '../native.js';
import {
  Attached,
  Command,
  frameAfter,
  frameDistance,
  ringWords,
  Word,
  type RingHandle,
} from '../output/ring-layout.js';
import { RingReader } from '../output/ring-reader.js';

/** A line, and its gain at the first frame and behind the last. */
export interface MixedLine {
  readonly line: Line;
  readonly from: number;
  readonly to: number;
}

/** What is taken out of the ring lies at least so far from what the device may be reading, in seconds of sound. */
const REACH_SECONDS = 0.125;
/** While the consumer carries out a flush, it is looked at again after so long. */
const TAKEN_MILLISECONDS = 1;
/** Kept free so that the producer never touches the frame that is being heard. */
const GUARD_SECONDS = 0.05;

export class RingWriter {
  readonly ring: RingHandle;
  readonly #words: Int32Array;
  readonly #producer: NativeRingProducer;
  readonly #kick: () => void;
  readonly #limit: number;
  readonly #reader: RingReader;

  constructor(ring: RingHandle, native: Native) {
    this.ring = ring;
    this.#words = ringWords(ring);
    this.#reader = new RingReader(ring);
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

  /** What the newest `beginAfterFlush` began has taken the place of what sounded before. */
  get isFlushed(): boolean {
    return Atomics.load(this.#words, Word.flushApplied) === Atomics.load(this.#words, Word.flushReady);
  }

  /**
   * From now on, until the next `beginAfterFlush`, the consumer does not carry out what the one before it said, unless it
   * has done so already: `isFlushed` tells, and stays as it is.
   */
  withdrawFlush(): void {
    const words = this.#words;
    const newest = Atomics.load(words, Word.flushRequested);
    if (Atomics.load(words, Word.flushReady) === newest) Atomics.add(words, Word.flushRequested, 1);
    // The consumer's thread moves a few words meanwhile, at a higher priority than this one.
    for (let taken = Atomics.load(words, Word.flushTaken); taken !== 0; taken = Atomics.load(words, Word.flushTaken))
      Atomics.wait(words, Word.flushTaken, taken, TAKEN_MILLISECONDS);
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

  /**
   * What is pushed from now on counts; everything before is dropped, but for what the device may still take while it
   * waits. `inside`: it begins in the middle of a sound. `splicePoint`: that is what sounds, which was in the ring at this
   * frame: the consumer changes over without a break, and leaves out what was heard meanwhile.
   */
  beginAfterFlush(inside: boolean, splicePoint?: number): void {
    const words = this.#words;
    this.setEnd(false);
    this.withdrawFlush();
    // What the one before this pushed is heard by nobody.
    if (!this.isFlushed) Atomics.store(words, Word.head, Atomics.load(words, Word.flushFrame));
    this.#takeBackUnreached();
    const requested = Atomics.load(words, Word.flushRequested);
    Atomics.store(words, Word.flushFrame, this.head | 0);
    Atomics.store(words, Word.fadeIn, inside ? 1 : 0);
    Atomics.store(words, Word.flushSplice, splicePoint === undefined ? 0 : 1);
    Atomics.store(words, Word.flushSpliceFrame, (splicePoint ?? 0) | 0);
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
    for (const word of [Word.tail, Word.playedFrame, Word.writtenFrame]) Atomics.store(words, word, first);
    Atomics.store(words, Word.flushApplied, ready);
    Atomics.store(words, Word.attached, Attached.no);
    return true;
  }

  /** Takes back what was pushed from this frame on; false, and nothing is changed, where the consumer may be there. */
  takeBackTo(frame: number): boolean {
    if (frameDistance(this.#unreached(), frame) < 0) return false;
    this.setEnd(false);
    Atomics.store(this.#words, Word.head, frame | 0);
    return true;
  }

  #takeBackUnreached(): void {
    if (Atomics.load(this.#words, Word.reach) === 0) return;
    const unreached = this.#unreached();
    if (frameDistance(unreached, this.head) > 0) Atomics.store(this.#words, Word.head, unreached | 0);
  }

  /** A frame that the consumer does not come near meanwhile: its thread may be copying all that it saw before. */
  #unreached(): number {
    const reach = Math.max(Atomics.load(this.#words, Word.reach), this.#reader.aheadFrames());
    return frameAfter(this.#reader.playedFrame(), reach + Math.ceil(REACH_SECONDS * this.ring.rate));
  }

  /** Nothing follows the head, or something does after all. */
  setEnd(ended: boolean): void {
    if (Atomics.exchange(this.#words, Word.endOfStream, ended ? 1 : 0) !== (ended ? 1 : 0)) this.#kick();
  }
}
