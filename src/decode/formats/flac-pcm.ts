/** FLAC's integers as blocks: floats up to 24 bits, which hold them exactly, and 32-bit integers above. */
import type { PcmBlock } from '../decoder.js';
import { mixGains } from './downmix.js';
import type { FlacSamples } from './flac-wasm.js';
import { StereoDownmix } from './stereo-downmix.js';

const FLOAT_BITS = 24;
const FULL_BITS = 32;

export class FlacPcm {
  readonly #downmix: StereoDownmix;

  constructor(channels: number, bitsPerSample: number) {
    this.#downmix = new StereoDownmix(mixGains(channels, 0), 2 ** (1 - bitsPerSample));
  }

  /** The block is valid until the next call, here or of the library. */
  blockOf(decoded: FlacSamples): PcmBlock {
    const { samples, channels, frames, bitsPerSample } = decoded;
    if (channels.length > 2 || bitsPerSample <= FLOAT_BITS) return this.#downmix.blockOf(decoded);
    const [left = 0, right = left] = channels;
    if (bitsPerSample === FULL_BITS) return { samples, left, right, frames };
    const bits = FULL_BITS - bitsPerSample;
    const wide = new Int32Array(2 * frames);
    for (let i = 0; i < frames; i++) {
      wide[i] = (samples[left + i] ?? 0) << bits;
      wide[frames + i] = (samples[right + i] ?? 0) << bits;
    }
    return { samples: wide, left: 0, right: frames, frames };
  }
}
