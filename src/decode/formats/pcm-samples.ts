/**
 * Interleaved PCM, as it lies in files and pipes, to the blocks of a decoder: planar, stereo, full scale at 1.0 or, for
 * 32-bit integers, at 2^31. Integers up to 24 bits are exact in a Float32Array.
 */
import type { PcmBlock } from '../decoder.js';
import { mixGains, type MixGains } from './downmix.js';

export type SampleKind = 'u8' | 's8' | 's16' | 's24' | 's32' | 'f32' | 'f64';

export const SAMPLE_BYTES: Readonly<Record<SampleKind, number>> = {
  u8: 1,
  s8: 1,
  s16: 2,
  s24: 3,
  s32: 4,
  f32: 4,
  f64: 8,
};

export interface PcmLayout {
  readonly sample: SampleKind;
  readonly littleEndian: boolean;
  readonly channels: number;
  /** `dwChannelMask` of WAVEFORMATEXTENSIBLE; 0 when unknown. */
  readonly channelMask: number;
}

/** Bytes of one PCM frame. */
export function layoutFrameBytes({ sample, channels }: PcmLayout): number {
  return SAMPLE_BYTES[sample] * channels;
}

/** Reads `frames` samples of one channel, `stride` bytes apart, the first at byte `at`. */
type Pick = (
  from: DataView,
  at: number,
  stride: number,
  frames: number,
  littleEndian: boolean,
  into: Float32Array | Int32Array,
  out: number,
) => void;

/** What a float file holds may be no number at all: that is silence. */
const sane = (value: number): number => (value - value === 0 ? value : 0);

// One loop each, so that the compiler knows every one of them well.
const PICKS: Readonly<Record<SampleKind, Pick>> = {
  u8(from, at, stride, frames, _, into, out) {
    for (let i = 0; i < frames; i++, at += stride) into[out + i] = (from.getUint8(at) - 128) / 128;
  },
  s8(from, at, stride, frames, _, into, out) {
    for (let i = 0; i < frames; i++, at += stride) into[out + i] = from.getInt8(at) / 128;
  },
  s16(from, at, stride, frames, littleEndian, into, out) {
    for (let i = 0; i < frames; i++, at += stride) into[out + i] = from.getInt16(at, littleEndian) / 2 ** 15;
  },
  s24(from, at, stride, frames, littleEndian, into, out) {
    const [high, low] = littleEndian ? [2, 0] : [0, 2];
    for (let i = 0; i < frames; i++, at += stride) {
      const value = (from.getInt8(at + high) << 16) | (from.getUint8(at + 1) << 8) | from.getUint8(at + low);
      into[out + i] = value / 2 ** 23;
    }
  },
  s32(from, at, stride, frames, littleEndian, into, out) {
    for (let i = 0; i < frames; i++, at += stride) into[out + i] = from.getInt32(at, littleEndian);
  },
  f32(from, at, stride, frames, littleEndian, into, out) {
    for (let i = 0; i < frames; i++, at += stride) into[out + i] = sane(from.getFloat32(at, littleEndian));
  },
  f64(from, at, stride, frames, littleEndian, into, out) {
    for (let i = 0; i < frames; i++, at += stride) into[out + i] = sane(from.getFloat64(at, littleEndian));
  },
};

export class PcmConverter {
  readonly frameBytes: number;
  /** The most frames that one call converts. */
  readonly mostFrames: number;
  readonly #layout: PcmLayout;
  readonly #pick: Pick;
  readonly #planar: Float32Array | Int32Array;
  /** For more than two channels: one of them, and how they are mixed. */
  readonly #mix: (MixGains & { readonly channel: Float32Array }) | undefined;

  constructor(layout: PcmLayout, mostFrames: number) {
    this.#layout = layout;
    this.#pick = PICKS[layout.sample];
    this.frameBytes = layoutFrameBytes(layout);
    this.mostFrames = mostFrames;
    const { channels, channelMask, sample } = layout;
    const isMixed = channels > 2;
    this.#planar = sample === 's32' && !isMixed ? new Int32Array(2 * mostFrames) : new Float32Array(2 * mostFrames);
    this.#mix = isMixed ? { ...mixGains(channels, channelMask), channel: new Float32Array(mostFrames) } : undefined;
  }

  /** The frames at byte `at`. The block is valid until the next call. */
  convert(from: DataView, at: number, frames: number): PcmBlock {
    const { channels, sample, littleEndian } = this.#layout;
    const samples = this.#planar;
    const right = channels === 1 ? 0 : this.mostFrames;
    if (this.#mix === undefined) {
      this.#pick(from, at, this.frameBytes, frames, littleEndian, samples, 0);
      if (right > 0) this.#pick(from, at + SAMPLE_BYTES[sample], this.frameBytes, frames, littleEndian, samples, right);
      return { samples, left: 0, right, frames };
    }
    const { left: lefts, right: rights, channel } = this.#mix;
    const fullScale = sample === 's32' ? 2 ** 31 : 1;
    samples.fill(0);
    for (let c = 0; c < channels; c++) {
      const left = (lefts[c] ?? 0) / fullScale;
      const right = (rights[c] ?? 0) / fullScale;
      if (left === 0 && right === 0) continue;
      this.#pick(from, at + c * SAMPLE_BYTES[sample], this.frameBytes, frames, littleEndian, channel, 0);
      for (let i = 0; i < frames; i++) {
        const value = channel[i] ?? 0;
        samples[i] = (samples[i] ?? 0) + left * value;
        samples[this.mostFrames + i] = (samples[this.mostFrames + i] ?? 0) + right * value;
      }
    }
    return { samples, left: 0, right, frames };
  }
}
