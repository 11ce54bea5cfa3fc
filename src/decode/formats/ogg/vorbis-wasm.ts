/**
 * libvorbis in WebAssembly: the only file that knows the package `@wasm-audio-decoders/ogg-vorbis`. Packets are handed to
 * it, and libvorbis's own output is read on the WebAssembly heap. That leans on private members of release 0.1.20
 * (pinned); the tests compare the samples with those of ffmpeg, and fail where another release has other members.
 */
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';

import { UndecodableFile } from '../../decoder.js';
import type { LibrarySamples } from '../stereo-downmix.js';

/** Bytes of the package's input buffer. */
const MAX_PACKET_BYTES = 128 * 1024;

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

export class VorbisLibrary {
  readonly #inner: Internals;
  #words = new Uint32Array(0);
  #floats = new Float32Array(0);
  #isFresh = true;

  private constructor(private readonly decoder: OggVorbisDecoder) {
    this.#inner = (decoder as unknown as { readonly _decoder: Internals })._decoder;
  }

  static async create(): Promise<VorbisLibrary> {
    const decoder = new OggVorbisDecoder();
    await decoder.ready;
    return new VorbisLibrary(decoder);
  }

  /** Begins a stream, by its first and its third header packet. Rejects with UndecodableFile. */
  async begin(identification: Uint8Array, setup: Uint8Array): Promise<void> {
    // libvorbis keeps what it was set up with: another stream needs another instance.
    if (!this.#isFresh) await this.decoder.reset();
    this.#isFresh = false;
    const inner = this.#inner;
    inner.sendSetupHeader(identification);
    inner.sendSetupHeader(setup);
    refuseErrors(inner);
    inner.initDsp();
    refuseErrors(inner);
    this.#words = new Uint32Array(inner._common.wasm.HEAP);
    this.#floats = new Float32Array(inner._common.wasm.HEAP);
  }

  /** Decodes a packet; undefined when it is the first, or damaged. */
  decode(packet: Uint8Array): LibrarySamples | undefined {
    if (packet.length > MAX_PACKET_BYTES) return undefined;
    const { _input, _inputLen, _samplesDecoded, _outputBufferPtr, _channels, _errorsLength, _decoder, _common } =
      this.#inner;
    _input.buf.set(packet);
    _inputLen.buf[0] = packet.length;
    _samplesDecoded.buf[0] = 0;
    _common.wasm.decode_packets(_decoder);
    const isDamaged = _errorsLength.buf[0] !== 0;
    _errorsLength.buf[0] = 0;
    const frames = _samplesDecoded.buf[0];
    if (isDamaged || frames === 0) return undefined;
    const output = (_outputBufferPtr.buf[0] ?? 0) >> 2;
    const channels = Array.from({ length: _channels.buf[0] ?? 0 }, (_, at) => (this.#words[output + at] ?? 0) >> 2);
    return { samples: this.#floats, channels, frames };
  }

  free(): void {
    this.decoder.free();
  }
}

function refuseErrors({ _errorsLength }: Internals): void {
  if (_errorsLength.buf[0] !== 0) throw new UndecodableFile('UNSUPPORTED_FORMAT', 'libvorbis refuses the headers');
}
