/** Vorbis in Ogg. Source: Vorbis I specification, sections 4 and 8. */
import { textAt } from '../../../formats/bytes.js';
import type { OggCodec, OggCodecKind } from './ogg-codec.js';
import { StereoDownmix, vorbisGains } from '../stereo-downmix.js';
import type { XiphLibraries } from './xiph-libraries.js';
import type { VorbisLibrary } from './vorbis-wasm.js';

const IDENTIFICATION_BYTES = 30;
const SETUP = 5;

export const vorbisCodec: OggCodecKind = {
  recognises: (first) => first.length >= IDENTIFICATION_BYTES && textAt(first, 0, 7) === '\x01vorbis',
  isHeader: (packet) => ((packet[0] ?? 0) & 1) === 1,
  create([identification, ...others], libraries) {
    const setup = others.find((packet) => packet[0] === SETUP);
    if (identification === undefined || setup === undefined) return undefined;
    const view = new DataView(identification.buffer, identification.byteOffset, IDENTIFICATION_BYTES);
    const sizes = [view.getUint8(28) & 0x0f, view.getUint8(28) >> 4].map((power) => 2 ** power);
    const modes = blockFlags(setup);
    const [channels, sampleRate] = [view.getUint8(11), view.getUint32(12, true)];
    if (channels === 0 || sampleRate === 0 || modes === undefined) return undefined;
    const blocks = modes.map((flag) => sizes[flag] ?? 0);
    return new VorbisCodec({ identification, setup, channels, sampleRate, blocks }, libraries);
  },
};

interface VorbisFacts {
  readonly identification: Uint8Array;
  readonly setup: Uint8Array;
  readonly channels: number;
  readonly sampleRate: number;
  /** Samples in a block of each mode. */
  readonly blocks: readonly number[];
}

class VorbisCodec implements OggCodec {
  readonly format = 'Vorbis';
  readonly bitsPerSample = undefined;
  readonly preSkip = 0;
  readonly sampleRate: number;
  readonly channels: number;
  readonly preRoll: number;
  readonly #facts: VorbisFacts;
  readonly #libraries: XiphLibraries;
  readonly #downmix: StereoDownmix;
  readonly #modeBits: number;
  #library: VorbisLibrary | undefined;

  constructor(facts: VorbisFacts, libraries: XiphLibraries) {
    this.#facts = facts;
    this.#libraries = libraries;
    this.sampleRate = facts.sampleRate;
    this.channels = facts.channels;
    this.preRoll = Math.max(...facts.blocks);
    this.#downmix = new StereoDownmix(vorbisGains(facts.channels), 1);
    this.#modeBits = 32 - Math.clz32(facts.blocks.length - 1);
  }

  framesOf(packet: Uint8Array, before: Uint8Array | undefined): number {
    return before === undefined ? 0 : (this.#blockOf(before) + this.#blockOf(packet)) / 4;
  }

  /** Section 4.3.1: a bit that says audio, then the mode. */
  #blockOf(packet: Uint8Array): number {
    return this.#facts.blocks[((packet[0] ?? 0) >> 1) & (2 ** this.#modeBits - 1)] ?? 0;
  }

  async begin(): Promise<void> {
    this.#library = await this.#libraries.vorbis();
    await this.#library.begin(this.#facts.identification, this.#facts.setup);
  }

  decode(packet: Uint8Array) {
    const decoded = this.#library?.decode(packet);
    return decoded && this.#downmix.blockOf(decoded);
  }
}

/**
 * The block flag of each mode. Modes stand at the end of the setup header behind all codebooks, so it is read from there:
 * a framing bit, then 41 bits a mode, of which 32 are zeros, and in front of them their number (section 4.2.4).
 */
function blockFlags(setup: Uint8Array): number[] | undefined {
  const bits = setup.length * 8;
  const bitAt = (at: number) => ((setup[at >> 3] ?? 0) >> (at & 7)) & 1;
  const read = (at: number, count: number) => {
    let value = 0;
    for (let i = count - 1; i >= 0; i--) value = value * 2 + bitAt(at + i);
    return value;
  };
  let at = bits - 1;
  while (at > 0 && bitAt(at) === 0) at--;
  const flags: number[] = [];
  let found: number[] | undefined;
  while (flags.length < 64 && at >= 97 && read(at - 40, 32) === 0) {
    at -= 41;
    flags.unshift(bitAt(at));
    if (read(at - 6, 6) + 1 === flags.length) found = [...flags];
  }
  return found;
}
