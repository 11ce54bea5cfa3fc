/**
 * What the main thread says to the writer thread through the words of a ring: command, gain, fades and flushes. A
 * `RingControl` outlives rings and devices: a new ring begins with what was said last. Thread: main; nothing waits.
 */
import { milliseconds, type Milliseconds } from '../units.js';
import { Command, ringWords, Word, type RingHandle } from './ring-layout.js';

export class RingControl {
  #command: Command = Command.stop;
  #gain = 1;
  /** What a fade leaves of the gain, 0 to 1. */
  #fade = 1;
  /** What a slow rise leaves of the gain, 0 to 1: it goes on across tracks and pauses. */
  #rise = 1;
  #words: Int32Array | undefined;

  /** @param kick wakes the writer thread */
  constructor(private readonly kick: () => void) {}

  /** This ring is played from now on. */
  follow(ring: RingHandle): void {
    this.#words = ringWords(ring);
    Atomics.store(this.#words, Word.gain, this.#gainBits);
    Atomics.store(this.#words, Word.command, this.#command);
  }

  get isRunning(): boolean {
    return this.#command === Command.run;
  }

  /** Silent, or soon to be, whatever the volume. */
  get isFadedOut(): boolean {
    return this.#fade === 0;
  }

  /** @param fadeIn how long a resume takes to reach the volume, where that is longer than a click needs */
  command(command: Command, fadeIn: Milliseconds): void {
    this.#command = command;
    if (command === Command.run) this.#fade = 1;
    this.#storeGain(fadeIn);
    if (this.#words !== undefined) Atomics.store(this.#words, Word.command, command);
  }

  /** Frames in the ring are dropped; what the worker pushes next is played. */
  requestFlush(): void {
    if (this.#words === undefined) return;
    Atomics.store(this.#words, Word.rampMilliseconds, 0);
    Atomics.add(this.#words, Word.flushRequested, 1);
    this.kick();
  }

  /** Software gain, 0 to 1; 1 leaves samples untouched. */
  setGain(gain: number): void {
    this.#gain = gain;
    this.#storeGain(milliseconds(0));
    this.kick();
  }

  /** Fades to silence from the present gain; the volume stays what it is. */
  fadeOut(duration: Milliseconds): void {
    this.#fadeTo(0, duration);
  }

  /** Ends a fade: back to the volume, at once while it plays and else when it plays again. */
  restoreGain(duration = milliseconds(0)): void {
    if (this.isRunning) this.#fadeTo(1, duration);
  }

  /**
   * Goes to a share of the volume, which stays what it is: what plays now, and what comes after it, is no louder.
   * @param share 0 to 1; 1 ends the rise
   * @param duration how long the way there takes while it plays
   */
  riseTo(share: number, duration: Milliseconds): void {
    this.#rise = share;
    this.#storeGain(duration);
    this.kick();
  }

  #fadeTo(fade: number, duration: Milliseconds): void {
    this.#fade = fade;
    this.#storeGain(duration);
    this.kick();
  }

  /** @param ramp how long the writer takes to reach it; a click's length at least */
  #storeGain(ramp: Milliseconds): void {
    if (this.#words === undefined) return;
    Atomics.store(this.#words, Word.rampMilliseconds, ramp);
    Atomics.store(this.#words, Word.gain, this.#gainBits);
  }

  get #gainBits(): number {
    const bits = new DataView(new ArrayBuffer(4));
    bits.setFloat32(0, this.#gain * this.#fade * this.#rise);
    return bits.getInt32(0);
  }
}
