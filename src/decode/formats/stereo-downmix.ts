/**
 * Makes blocks of two channels of what the libraries of Xiph's formats decode, by the rule of `downmix.ts`. FLAC has WAVE's
 * order of channels; Vorbis and Opus have their own (Vorbis I section 4.3.9, RFC 7845 section 5.1.1.2).
 */
import type { PcmBlock } from '../decoder.js';
import { mixGains, type MixGains } from './downmix.js';

/** Samples of a library, valid until its next call: floats at full scale 1.0, or integers. */
export interface LibrarySamples {
  readonly samples: Float32Array | Int32Array;
  /** Element index of each channel's first sample. */
  readonly channels: readonly number[];
  readonly frames: number;
}

/** By the number of channels: where in WAVE's order each channel of Vorbis stands. */
const VORBIS_ORDER: Readonly<Record<number, readonly number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 4, 5, 3],
  7: [0, 2, 1, 5, 6, 4, 3],
  8: [0, 2, 1, 6, 7, 4, 5, 3],
};

export function vorbisGains(channels: number): MixGains {
  const { left, right } = mixGains(channels, 0);
  const order = VORBIS_ORDER[channels] ?? left.map((_, at) => at);
  return { left: order.map((at) => left[at] ?? 0), right: order.map((at) => right[at] ?? 0) };
}

export class StereoDownmix {
  readonly #sides: readonly (readonly number[])[];
  readonly #gain: number;
  #floats = new Float32Array(0);

  /** @param gain a factor for all samples */
  constructor({ left, right }: MixGains, gain: number) {
    this.#sides = [left, right].map((gains) => gains.map((each) => each * gain));
    this.#gain = gain;
  }

  /** The block is valid until the next call, here or of the library. */
  blockOf({ samples, channels, frames }: LibrarySamples): PcmBlock {
    const [left = 0, right = left] = channels;
    if (channels.length <= 2 && this.#gain === 1) return { samples, left, right, frames };
    if (this.#floats.length < 2 * frames) this.#floats = new Float32Array(2 * frames);
    const floats = this.#floats;
    if (channels.length > 2) {
      for (const [side, gains] of this.#sides.entries()) this.#mix(samples, channels, frames, gains, side * frames);
    } else {
      for (let i = 0; i < frames; i++) {
        floats[i] = (samples[left + i] ?? 0) * this.#gain;
        floats[frames + i] = (samples[right + i] ?? 0) * this.#gain;
      }
    }
    return { samples: floats, left: 0, right: frames, frames };
  }

  #mix(
    samples: LibrarySamples['samples'],
    starts: readonly number[],
    frames: number,
    gains: readonly number[],
    into: number,
  ): void {
    for (let i = 0; i < frames; i++) {
      let sum = 0;
      for (let channel = 0; channel < starts.length; channel++)
        sum += (gains[channel] ?? 0) * (samples[(starts[channel] ?? 0) + i] ?? 0);
      this.#floats[into + i] = sum;
    }
  }
}
