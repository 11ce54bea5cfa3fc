/**
 * Mixes the channels of Xiph's formats down to two, by the rule of `downmix.ts`. FLAC has WAVE's order of channels;
 * Vorbis and Opus have their own (Vorbis I section 4.3.9, RFC 7845 section 5.1.1.2).
 */
import { mixGains, type MixGains } from './downmix.js';

/** By the number of channels: where in WAVE's order each channel of Vorbis stands. */
const VORBIS_ORDER: Readonly<Record<number, readonly number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 4, 5, 3],
  7: [0, 2, 1, 5, 6, 4, 3],
  8: [0, 2, 1, 6, 7, 4, 5, 3],
};

export function flacGains(channels: number): MixGains {
  return mixGains(channels, 0);
}

export function vorbisGains(channels: number): MixGains {
  const { left, right } = mixGains(channels, 0);
  const order = VORBIS_ORDER[channels] ?? left.map((_, at) => at);
  return { left: order.map((at) => left[at] ?? 0), right: order.map((at) => right[at] ?? 0) };
}

/**
 * Writes the left channel to the first `frames` elements of `into`, and the right one behind it.
 * @param starts element index of each channel's first sample in `samples`
 */
export function mixDown(
  samples: Float32Array | Int32Array,
  starts: readonly number[],
  frames: number,
  gains: MixGains,
  into: Float32Array,
): void {
  for (const [side, channels] of [gains.left, gains.right].entries()) {
    for (let i = 0; i < frames; i++) {
      let sum = 0;
      for (let channel = 0; channel < starts.length; channel++)
        sum += (channels[channel] ?? 0) * (samples[(starts[channel] ?? 0) + i] ?? 0);
      into[side * frames + i] = sum;
    }
  }
}
