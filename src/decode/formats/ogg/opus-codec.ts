/** Opus in Ogg. Sources: RFC 7845 (Ogg mapping), RFC 6716 section 3.1 (the first byte of a packet). */
import { textAt } from '../../../formats/bytes.js';
import type { OggCodec, OggCodecKind } from './ogg-codec.js';
import { OpusLibrary, type OpusLayout } from './opus-wasm.js';
import { StereoDownmix, vorbisGains } from '../stereo-downmix.js';

const RATE = 48_000;
/**
 * RFC 7845 section 4.6 asks for 80 ms at least; a decoder's memory fades further with every packet, and after this much
 * no difference to an unbroken decode was seen beyond the noise of 24 bits.
 */
const PRE_ROLL = 0.5 * RATE;
const HEAD_BYTES = 19;

export const opusCodec: OggCodecKind = {
  recognises: (first) => first.length >= HEAD_BYTES && textAt(first, 0, 8) === 'OpusHead',
  isHeader: (_packet, index) => index < 2,
  create([head]) {
    if (head === undefined) return undefined;
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    const layout = layoutOf(view);
    if (view.getUint8(8) >> 4 !== 0 || layout === undefined) return undefined;
    const gain = 10 ** (view.getInt16(16, true) / (20 * 256));
    return new OpusCodec(layout, view.getUint16(10, true), gain);
  },
};

/** RFC 7845 section 5.1.1. */
function layoutOf(head: DataView): OpusLayout | undefined {
  const channels = head.getUint8(9);
  const family = head.getUint8(18);
  if (family === 0)
    return channels === 1 || channels === 2
      ? { channels, streams: 1, coupled: channels - 1, mapping: [0, 1].slice(0, channels) }
      : undefined;
  if (channels === 0 || channels > 8 || head.byteLength < HEAD_BYTES + 2 + channels) return undefined;
  const [streams, coupled] = [head.getUint8(19), head.getUint8(20)];
  const mapping = Array.from({ length: channels }, (_, at) => head.getUint8(21 + at));
  const isSound = streams > 0 && coupled <= streams && mapping.every((at) => at === 255 || at < streams + coupled);
  return isSound ? { channels, streams, coupled, mapping } : undefined;
}

class OpusCodec implements OggCodec {
  readonly format = 'Opus';
  readonly sampleRate = RATE;
  readonly bitsPerSample = undefined;
  readonly preRoll = PRE_ROLL;
  readonly channels: number;
  readonly preSkip: number;
  readonly #layout: OpusLayout;
  readonly #downmix: StereoDownmix;
  #library: OpusLibrary | undefined;

  constructor(layout: OpusLayout, preSkip: number, gain: number) {
    this.#layout = layout;
    this.channels = layout.channels;
    this.preSkip = preSkip;
    this.#downmix = new StereoDownmix(vorbisGains(layout.channels), gain);
  }

  framesOf(packet: Uint8Array): number {
    return packetFrames(packet);
  }

  async begin(): Promise<void> {
    this.#library = await OpusLibrary.create(this.#layout);
  }

  decode(packet: Uint8Array) {
    // What does not say how long it is would be taken for a loss, and concealed.
    const decoded = packetFrames(packet) === 0 ? undefined : this.#library?.decode(packet);
    return decoded && this.#downmix.blockOf(decoded);
  }
}

/** RFC 6716 section 3.1: 48 kHz samples in a frame by the configuration, times the number of frames. */
function packetFrames(packet: Uint8Array): number {
  const [toc = 0, second = 0] = packet;
  if (packet.length === 0) return 0;
  const config = toc >> 3;
  const silk = [480, 960, 1920, 2880];
  const frame = config < 12 ? (silk[config & 3] ?? 0) : config < 16 ? 480 << (config & 1) : 120 << (config & 3);
  const code = toc & 3;
  const count = code === 0 ? 1 : code < 3 ? 2 : packet.length < 2 ? 0 : second & 0x3f;
  const frames = frame * count;
  return frames > 5760 ? 0 : frames;
}
