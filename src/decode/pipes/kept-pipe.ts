/**
 * A pipe of sound that comes as it comes, as its decoders read it. What was decoded lately stays in the pipe: the ring
 * holds some seconds that are not heard yet, and where they have to be decoded again (other settings of the sound, a
 * device of another kind, a worker that died) a new decoder begins at the tail and leaves out what was heard. Thread:
 * the decoder worker's.
 */
import type { PipeReader } from './byte-pipe.js';

/** Longer than ring, device and resampler hold together. */
const KEPT_SECONDS = 6.5;
/** The rest of the pipe is for what is to come. */
const MOST_KEPT = 0.375;

export class KeptPipe {
  readonly #pipe: PipeReader;
  readonly #keptFrames: number;
  /** What is kept, in its order; `frames` came out of those bytes. */
  readonly #kept: { bytes: number; frames: number }[] = [];
  /** Bytes and frames of it. */
  #ahead = 0;
  #frames = 0;
  /** The frame that comes next, and the first one that is wanted. */
  #at: number;
  #wanted: number;

  /** @param start seconds of the track at which the pipe begins, where the sound has a place of its own */
  constructor(pipe: PipeReader, sampleRate: number, start?: number) {
    this.#pipe = pipe;
    if (start !== undefined && pipe.tailFrame === undefined) pipe.setTailFrame(Math.round(start * sampleRate));
    this.#keptFrames = KEPT_SECONDS * sampleRate;
    this.#at = this.#wanted = this.#pipe.tailFrame ?? 0;
    this.#pipe.readUpTo(0);
  }

  get isOver(): boolean {
    return this.#pipe.isOver;
  }

  /** Copies what comes next and returns how many bytes that are. */
  peek(into: Uint8Array): number {
    return this.#pipe.peek(into, 0, into.length, this.#ahead);
  }

  /** So many of those bytes are done with, or are being decoded. */
  pass(bytes: number): void {
    if (bytes === 0) return;
    this.#begin(this.#at);
    this.#kept.push({ bytes, frames: 0 });
    this.#ahead += bytes;
    this.#pipe.readUpTo(this.#ahead);
    this.#letGo();
  }

  /** So many frames came out of what was passed last. Returns how many of them, from the first on, are not wanted. */
  note(frames: number): number {
    const last = this.#kept.at(-1);
    if (last !== undefined) last.frames += frames;
    this.#frames += frames;
    const skip = Math.min(Math.max((this.#wanted - this.#at) | 0, 0), frames);
    this.#at += frames;
    this.#pipe.setDecoded(this.#at);
    return skip;
  }

  /** Nothing before `frame` is wanted; where it is not known at which the pipe begins, it begins there. */
  aim(frame: number): void {
    this.#begin(frame);
    this.#wanted = frame;
  }

  #begin(frame: number): void {
    if (this.#pipe.tailFrame !== undefined) return;
    this.#pipe.setTailFrame(frame);
    this.#at = this.#wanted = frame;
  }

  #letGo(): void {
    const most = this.#pipe.capacity * MOST_KEPT;
    for (let oldest = this.#kept[0]; oldest !== undefined; oldest = this.#kept[0]) {
      const isSpare = this.#frames - oldest.frames >= this.#keptFrames || this.#ahead > most;
      if (!isSpare || this.#kept.length === 1) return;
      this.#kept.shift();
      this.#ahead -= oldest.bytes;
      this.#frames -= oldest.frames;
      this.#pipe.setTailFrame((this.#pipe.tailFrame ?? 0) + oldest.frames);
      this.#pipe.skip(oldest.bytes);
    }
  }
}
