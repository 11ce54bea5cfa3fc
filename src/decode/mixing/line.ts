/**
 * The resampler and buffer of one track in the addon, and the count of its frames: at which ring frame the track will
 * begin, although the resampler holds frames back.
 * Thread: the decoder worker's.
 */
import type { PcmBlock } from '../decoder.js';
import type { Native, NativeLine } from '../../native.js';
import type { SampleRateHz } from '../../units.js';

export class Line {
  readonly native: NativeLine;
  #rates: { readonly from: SampleRateHz; readonly to: SampleRateHz } | undefined;
  #fed = 0;
  #given = 0;
  #waiting = 0;
  #isFinished = false;

  constructor(native: Native) {
    this.native = new native.Line();
  }

  get isOpen(): boolean {
    return this.#rates !== undefined;
  }

  /** Frames that can be mixed now. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Frames of what was fed so far that are still to be mixed, those in the resampler too. */
  get pending(): number {
    if (this.#rates === undefined) return 0;
    return Math.floor((2 * this.#fed * this.#rates.to + this.#rates.from) / (2 * this.#rates.from)) - this.#given;
  }

  /** The resampler has frames that come only when more is fed, or at the end. */
  get isHoldingBack(): boolean {
    return this.#rates !== undefined && !this.#isFinished && this.pending > this.#waiting;
  }

  /** Whether a track of this rate can go on where the one before it ends. */
  joins(from: number, to: number): boolean {
    return this.#rates?.from === from && this.#rates.to === to && !this.#isFinished;
  }

  open(from: SampleRateHz, to: SampleRateHz): void {
    this.close();
    this.native.open(from, to);
    this.#rates = { from, to };
  }

  feed(block: PcmBlock, frames: number, gain: number): void {
    this.#waiting = this.native.feed(block.samples, block.left, block.right, frames, gain);
    this.#fed += frames;
  }

  /** What the resampler holds back comes out; returns how many frames wait. May be called twice. */
  finish(): number {
    if (this.#isFinished || this.#rates === undefined) return this.#waiting;
    this.#isFinished = true;
    this.#waiting = this.native.finish();
    return this.#waiting;
  }

  /** That many waiting frames were mixed. */
  taken(frames: number): void {
    this.#waiting -= frames;
    this.#given += frames;
  }

  /** May be called twice. */
  close(): void {
    if (this.#rates !== undefined) this.native.close();
    this.#rates = undefined;
    this.#fed = this.#given = this.#waiting = 0;
    this.#isFinished = false;
  }
}
