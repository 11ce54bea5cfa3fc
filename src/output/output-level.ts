/**
 * How loud the ring's frames go out: software volume, and what a fade leaves of it. It outlives rings and devices.
 * Thread: main.
 */
import { milliseconds, type Milliseconds } from '../units.js';
import { ringWords, Word, type RingHandle } from './ring-layout.js';

export class OutputLevel {
  #gain = 1;
  #share = 1;
  #words: Int32Array | undefined;

  /** From now on this ring is played. */
  follow(ring: RingHandle): void {
    this.#words = ringWords(ring);
    Atomics.store(this.#words, Word.gain, this.#bits);
  }

  /** Nothing is heard, or soon nothing will be, whatever the volume. */
  get isFadedOut(): boolean {
    return this.#share === 0;
  }

  /** 0 to 1; 1 leaves samples untouched. */
  set(gain: number): void {
    this.#gain = gain;
    this.store(milliseconds(0));
  }

  /** What a fade leaves, 0 to 1, `store` brings it there. */
  share(share: number): void {
    this.#share = share;
  }

  /** Brings the ring's gain to where it is to be, over this long, or what a click needs. */
  store(ramp: Milliseconds): void {
    if (this.#words === undefined) return;
    Atomics.store(this.#words, Word.rampMilliseconds, ramp);
    Atomics.store(this.#words, Word.gain, this.#bits);
  }

  get #bits(): number {
    const bits = new DataView(new ArrayBuffer(4));
    bits.setFloat32(0, this.#gain * this.#share);
    return bits.getInt32(0);
  }
}
