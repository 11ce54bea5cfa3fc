/** FLAC in Ogg. Source: RFC 9639 section 10.1. */
import { textAt } from '../../../formats/bytes.js';
import { parseFrameHeader, parseStreamInfo, type FlacStreamInfo } from '../flac-header.js';
import { FlacPcm } from '../flac-pcm.js';
import type { FlacLibrary } from '../flac-wasm.js';
import type { OggCodec, OggCodecKind } from './ogg-codec.js';
import type { XiphLibraries } from './xiph-libraries.js';

/** Where the body of STREAMINFO lies in the first packet. */
const STREAMINFO_AT = 17;
const AUDIO = 0xff;

export const oggFlacCodec: OggCodecKind = {
  recognises: (first) => textAt(first, 0, 5) === '\x7fFLAC' && textAt(first, 9, 4) === 'fLaC',
  isHeader: (packet) => packet[0] !== AUDIO,
  create([first], libraries) {
    const info = parseStreamInfo(first?.subarray(STREAMINFO_AT) ?? new Uint8Array(0));
    return info === undefined ? undefined : new OggFlacCodec(info, libraries);
  },
};

class OggFlacCodec implements OggCodec {
  readonly format = 'FLAC';
  readonly preSkip = 0;
  readonly preRoll = 0;
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  readonly #libraries: XiphLibraries;
  readonly #pcm: FlacPcm;
  #library: FlacLibrary | undefined;

  constructor({ sampleRate, channels, bitsPerSample }: FlacStreamInfo, libraries: XiphLibraries) {
    this.#libraries = libraries;
    this.sampleRate = sampleRate;
    this.channels = channels;
    this.bitsPerSample = bitsPerSample;
    this.#pcm = new FlacPcm(channels, bitsPerSample);
  }

  framesOf(packet: Uint8Array): number {
    return parseFrameHeader(packet, 0, packet.length)?.blockSize ?? 0;
  }

  async begin(): Promise<void> {
    this.#library = await this.#libraries.flac();
  }

  decode(packet: Uint8Array) {
    const decoded = this.#library?.decode(packet);
    const isOfStream = decoded?.channels.length === this.channels && decoded.bitsPerSample === this.bitsPerSample;
    return isOfStream ? this.#pcm.blockOf(decoded) : undefined;
  }
}
