/**
 * What another device sends, as a track without an end. It begins with some silence, which is the reserve: from then on
 * as much comes as is heard. Until the device plays, what comes is dropped, so that no delay gathers. Thread: the decoder
 * worker's; it never waits.
 */
import type { FrameCount } from '../../units.js';
import type { Reading } from '../decoder.js';
import { PipeReader } from './byte-pipe.js';
import { FRAME_BYTES, PipeDecoder } from './pipe-decoder.js';
import type { CaptureInput } from '../playable-source.js';
import { CaptureControl } from './capture-control.js';
import { MOST_FRAMES, PaceResampler } from './pace-resampler.js';

/**
 * Silence at the beginning: a little more than the device begins with (output/sinks/sink.ts), and what covers the unevenness of a radio. With
 * what the child and the pipes hold this is about the delay of the sound.
 */
export const RESERVE_SECONDS = 0.24;

export class CaptureDecoder extends PipeDecoder {
  readonly #pipe: PipeReader;
  readonly #control: CaptureControl;
  readonly #number: number;
  readonly #resampler = new PaceResampler();
  readonly #silence: Float32Array;
  #hasBegun = false;
  /** Frame of the track that comes next. */
  #at = 0;

  constructor({ memory, control, sampleRate, format }: CaptureInput) {
    super({ sampleRate, format }, MOST_FRAMES);
    this.#pipe = new PipeReader(memory);
    this.#control = new CaptureControl(control);
    this.#number = this.#control.begin();
    this.#silence = new Float32Array(2 * Math.round(RESERVE_SECONDS * sampleRate));
  }

  read(): Reading {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      const frames = this.#silence.length / 2;
      this.#note(frames);
      return { samples: this.#silence, left: 0, right: frames, frames };
    }
    const { isOver, fill } = this.#pipe;
    const there = Math.floor(fill / FRAME_BYTES);
    if (!this.#control.isAdmitted(this.#number)) {
      this.#pipe.skip(there * FRAME_BYTES);
      return isOver ? undefined : 'later';
    }
    const frames = Math.min(there, MOST_FRAMES);
    if (frames === 0) return isOver ? undefined : 'later';
    this.#pipe.read(this.bytes, 0, frames * FRAME_BYTES);
    const made = this.#resampler.take(this.interleaved, frames, this.#control.pace);
    if (made === 0) return 'later';
    this.#note(made);
    return { samples: this.#resampler.planar, left: 0, right: PaceResampler.rightBegin, frames: made };
  }

  #note(frames: number): void {
    this.#at += frames;
    this.#pipe.setDecoded(this.#at);
  }

  seek(frame: FrameCount): void {
    this.#at = frame;
  }
}
