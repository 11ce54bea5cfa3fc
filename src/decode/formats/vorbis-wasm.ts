/**
 * libvorbis in WebAssembly: the only file that knows the package `@wasm-audio-decoders/ogg-vorbis`.
 *
 * The quick way hands packets to it and reads libvorbis's own output on the WebAssembly heap. It leans on private members
 * of release 0.1.20 (pinned); where one is absent the public way is taken, which is given pages made by hand.
 */
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';

import { UndecodableFile } from '../decoder.js';

/** Float samples, full scale 1.0, valid until the next call. */
export interface VorbisSamples {
  readonly samples: Float32Array;
  /** Element index of each channel's first sample. */
  readonly channels: readonly number[];
  readonly frames: number;
}

export interface VorbisLibrary {
  /** Begins a stream, by its first and its third header packet. */
  begin(identification: Uint8Array, setup: Uint8Array): Promise<void>;
  /** Decodes a packet; it has no frames when it is the first, or damaged. */
  decode(packet: Uint8Array): VorbisSamples | Promise<VorbisSamples>;
  free(): void;
}

/** Bytes of the package's input buffer. */
export const MAX_PACKET_BYTES = 128 * 1024;

interface Word {
  readonly buf: Uint32Array;
}

/** The private members, as far as they are used. */
interface Internals {
  readonly _decoder: number;
  readonly _input: { readonly buf: Uint8Array };
  readonly _inputLen: Word;
  readonly _outputBufferPtr: Word;
  readonly _channels: Word;
  readonly _samplesDecoded: Word;
  readonly _errorsLength: { readonly buf: Int32Array };
  readonly _common: { readonly wasm: { readonly HEAP: ArrayBuffer; decode_packets(decoder: number): void } };
  sendSetupHeader(packet: Uint8Array): void;
  initDsp(): void;
}

function internalsOf(decoder: object): Internals | undefined {
  const inner = (decoder as { _decoder?: Partial<Internals> })._decoder;
  const wasm = inner?._common?.wasm as Partial<Internals['_common']['wasm']> | undefined;
  const words = [inner?._inputLen, inner?._outputBufferPtr, inner?._channels, inner?._samplesDecoded];
  const known =
    typeof inner?._decoder === 'number' &&
    inner._input?.buf instanceof Uint8Array &&
    inner._input.buf.length >= MAX_PACKET_BYTES &&
    words.every((word) => word?.buf instanceof Uint32Array) &&
    inner._errorsLength?.buf instanceof Int32Array &&
    wasm?.HEAP instanceof ArrayBuffer &&
    typeof wasm.decode_packets === 'function' &&
    typeof inner.sendSetupHeader === 'function' &&
    typeof inner.initDsp === 'function';
  return known ? (inner as Internals) : undefined;
}

const NOTHING: VorbisSamples = { samples: new Float32Array(0), channels: [], frames: 0 };

class QuickVorbis implements VorbisLibrary {
  readonly #decoder: OggVorbisDecoder;
  #inner: Internals | undefined;
  #words = new Uint32Array(0);
  #floats = new Float32Array(0);
  #isFresh = true;

  constructor(decoder: OggVorbisDecoder) {
    this.#decoder = decoder;
  }

  async begin(identification: Uint8Array, setup: Uint8Array): Promise<void> {
    // libvorbis keeps what it was set up with: another stream needs another instance.
    if (!this.#isFresh) await this.#decoder.reset();
    this.#isFresh = false;
    const inner = internalsOf(this.#decoder);
    if (inner === undefined) throw new Error('libvorbis is not as it was');
    inner.sendSetupHeader(identification);
    inner.sendSetupHeader(setup);
    refuseErrors(inner);
    inner.initDsp();
    refuseErrors(inner);
    this.#words = new Uint32Array(inner._common.wasm.HEAP);
    this.#floats = new Float32Array(inner._common.wasm.HEAP);
    this.#inner = inner;
  }

  decode(packet: Uint8Array): VorbisSamples {
    const inner = this.#inner;
    if (inner === undefined || packet.length > MAX_PACKET_BYTES) return NOTHING;
    const { _input, _inputLen, _samplesDecoded, _outputBufferPtr, _channels, _errorsLength, _decoder } = inner;
    _input.buf.set(packet);
    _inputLen.buf[0] = packet.length;
    _samplesDecoded.buf[0] = 0;
    inner._common.wasm.decode_packets(_decoder);
    const isDamaged = _errorsLength.buf[0] !== 0;
    _errorsLength.buf[0] = 0;
    const frames = _samplesDecoded.buf[0];
    if (isDamaged || frames === 0) return NOTHING;
    const output = (_outputBufferPtr.buf[0] ?? 0) >> 2;
    const channels = Array.from({ length: _channels.buf[0] ?? 0 }, (_, at) => (this.#words[output + at] ?? 0) >> 2);
    return { samples: this.#floats, channels, frames };
  }

  free(): void {
    this.#decoder.free();
  }
}

function refuseErrors({ _errorsLength }: Internals): void {
  if (_errorsLength.buf[0] !== 0) throw new UndecodableFile('UNSUPPORTED_FORMAT', 'libvorbis refuses the headers');
}

type Page = Parameters<OggVorbisDecoder['decodeOggPages']>[0][number];

/** The public way. */
class PlainVorbis implements VorbisLibrary {
  readonly #decoder: OggVorbisDecoder;
  #headers: { readonly identification: Uint8Array; readonly setup: Uint8Array } | undefined;

  constructor(decoder: OggVorbisDecoder) {
    this.#decoder = decoder;
  }

  async begin(identification: Uint8Array, setup: Uint8Array): Promise<void> {
    await this.#decoder.reset();
    this.#headers = { identification: identification.slice(), setup: setup.slice() };
  }

  async decode(packet: Uint8Array): Promise<VorbisSamples> {
    const pages = [];
    const header = { vorbisSetup: this.#headers?.setup };
    if (this.#headers !== undefined) pages.push({ data: this.#headers.identification, codecFrames: [] });
    pages.push({ data: packet, codecFrames: [{ data: packet, header }] });
    this.#headers = undefined;
    const { channelData, samplesDecoded } = await this.#decoder.decodeOggPages(pages as unknown as Page[]);
    const samples = new Float32Array(channelData.length * samplesDecoded);
    for (const [at, floats] of channelData.entries()) samples.set(floats, at * samplesDecoded);
    return { samples, channels: channelData.map((_, at) => at * samplesDecoded), frames: samplesDecoded };
  }

  free(): void {
    this.#decoder.free();
  }
}

export async function createVorbis(way: 'quick' | 'plain' = 'quick'): Promise<VorbisLibrary> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  return way === 'quick' && internalsOf(decoder) !== undefined ? new QuickVorbis(decoder) : new PlainVorbis(decoder);
}
