/**
 * FLAC's integers as blocks: floats up to 24 bits, which hold them exactly, and 32-bit integers above; more than two
 * channels are mixed down.
 */
import type { PcmBlock } from '../decoder.js';
import type { MixGains } from './downmix.js';
import type { FlacSamples } from './flac-wasm.js';
import { flacGains, mixDown } from './xiph-mix.js';

const FLOAT_BITS = 24;
const FULL_BITS = 32;

export class FlacPcm {
  readonly #gains: MixGains | undefined;
  #floats = new Float32Array(0);

  constructor(channels: number, bitsPerSample: number) {
    const { left, right } = flacGains(channels);
    const scale = 2 ** (1 - bitsPerSample);
    this.#gains =
      channels <= 2 ? undefined : { left: left.map((gain) => gain * scale), right: right.map((gain) => gain * scale) };
  }

  /** The block is valid until the next call, here or of the library. */
  blockOf({ samples, channels, frames, bitsPerSample }: FlacSamples): PcmBlock {
    const [left = 0, right = left] = channels;
    if (this.#gains === undefined && bitsPerSample === FULL_BITS) return { samples, left, right, frames };
    if (this.#gains === undefined && bitsPerSample > FLOAT_BITS)
      return shifted(samples, left, right, frames, FULL_BITS - bitsPerSample);
    if (this.#floats.length < 2 * frames) this.#floats = new Float32Array(2 * frames);
    const floats = this.#floats;
    if (this.#gains === undefined) {
      const scale = 2 ** (1 - bitsPerSample);
      for (let i = 0; i < frames; i++) floats[i] = (samples[left + i] ?? 0) * scale;
      if (left === right) return { samples: floats, left: 0, right: 0, frames };
      for (let i = 0; i < frames; i++) floats[frames + i] = (samples[right + i] ?? 0) * scale;
    } else {
      mixDown(samples, channels, frames, this.#gains, floats);
    }
    return { samples: floats, left: 0, right: frames, frames };
  }
}

function shifted(samples: Int32Array, left: number, right: number, frames: number, bits: number): PcmBlock {
  const wide = new Int32Array(2 * frames);
  for (let i = 0; i < frames; i++) {
    wide[i] = (samples[left + i] ?? 0) << bits;
    wide[frames + i] = (samples[right + i] ?? 0) << bits;
  }
  return { samples: wide, left: 0, right: frames, frames };
}
