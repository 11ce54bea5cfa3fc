/** Makes blocks of two channels of what libvorbis and libopus decode. */
import type { PcmBlock } from '../decoder.js';
import type { MixGains } from './downmix.js';
import type { VorbisSamples } from './vorbis-wasm.js';
import { mixDown } from './xiph-mix.js';

export class XiphMixer {
  readonly #gains: MixGains;
  readonly #gain: number;
  #floats = new Float32Array(0);

  /** @param gain a factor for all samples */
  constructor({ left, right }: MixGains, gain: number) {
    this.#gains = { left: left.map((each) => each * gain), right: right.map((each) => each * gain) };
    this.#gain = gain;
  }

  /** The block is valid until the next call, here or of the library; undefined when there is nothing. */
  blockOf(decoded: VorbisSamples | undefined): PcmBlock | undefined {
    if (decoded === undefined || decoded.frames === 0) return undefined;
    const { samples, channels, frames } = decoded;
    const [left = 0, right = left] = channels;
    if (channels.length <= 2 && this.#gain === 1) return { samples, left, right, frames };
    if (this.#floats.length < 2 * frames) this.#floats = new Float32Array(2 * frames);
    const floats = this.#floats;
    if (channels.length > 2) {
      mixDown(samples, channels, frames, this.#gains, floats);
    } else {
      for (let i = 0; i < frames; i++) {
        floats[i] = (samples[left + i] ?? 0) * this.#gain;
        floats[frames + i] = (samples[right + i] ?? 0) * this.#gain;
      }
    }
    return { samples: floats, left: 0, right: frames, frames };
  }
}
