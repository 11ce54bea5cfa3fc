/**
 * libFLAC in WebAssembly: the only file that knows the package `@wasm-audio-decoders/flac`. Frames are handed to it, and
 * libFLAC's own integers are read straight on the WebAssembly heap: exact at every depth, where the package's floats lose
 * the last bits of 32 and know only 8, 16 and 24. That leans on private members and on where libFLAC keeps its output in
 * release 0.2.11 (pinned); the tests compare every depth with what was encoded, and fail where another release differs.
 */
import { FLACDecoder } from '@wasm-audio-decoders/flac';

import type { LibrarySamples } from './stereo-downmix.js';

export interface FlacSamples extends LibrarySamples {
  readonly samples: Int32Array;
  readonly bitsPerSample: number;
}

interface Word {
  readonly ptr: number;
  readonly buf: Uint32Array;
}

/** What `create_decoder` is given, in its order: where it writes what it found, and the texts of errors. */
const ARGUMENTS = [
  ...(['channels', 'sampleRate', 'bitsPerSample', 'samplesDecoded'] as const),
  ...(['outputBufferPtr', 'outputBufferLen', 'errorStringPtr', 'stateStringPtr'] as const),
] as const;

/** The private members, as far as they are used. */
type Internals = Readonly<Record<`_${(typeof ARGUMENTS)[number]}`, Word>> & {
  _decoder: number;
  readonly _common: {
    readonly wasm: {
      readonly HEAP: ArrayBuffer;
      malloc(length: number): number;
      free(pointer: number): void;
      create_decoder(...words: number[]): number;
      destroy_decoder(decoder: number): void;
      decode_frame(decoder: number, input: number, length: number): number;
    };
  };
};

/** In libFLAC's structures, as word numbers: FLAC__StreamDecoder.private_, and the pointers output[] in that. */
const PRIVATE_WORD = 1;
const OUTPUT_WORD = 12;

export class FlacLibrary {
  readonly #inner: Internals;
  readonly #heap: Int32Array;

  private constructor(private readonly decoder: FLACDecoder) {
    this.#inner = (decoder as unknown as { readonly _decoder: Internals })._decoder;
    this.#heap = new Int32Array(this.#inner._common.wasm.HEAP);
  }

  static async create(): Promise<FlacLibrary> {
    const decoder = new FLACDecoder();
    await decoder.ready;
    return new FlacLibrary(decoder);
  }

  /** Decodes one whole frame; undefined when it is damaged. */
  decode(frame: Uint8Array): FlacSamples | undefined {
    const inner = this.#inner;
    const { wasm } = inner._common;
    const input = wasm.malloc(frame.length); // libFLAC's reader frees it
    new Uint8Array(wasm.HEAP, input, frame.length).set(frame);
    inner._samplesDecoded.buf[0] = 0;
    inner._outputBufferPtr.buf[0] = 0;
    const isWhole = wasm.decode_frame(inner._decoder, input, frame.length) !== 0;
    wasm.free(inner._outputBufferPtr.buf[0]);
    if (isWhole && inner._samplesDecoded.buf[0] !== 0) return this.#samples();
    this.reset();
    return undefined;
  }

  #samples(): FlacSamples {
    const { _decoder, _channels, _samplesDecoded, _bitsPerSample } = this.#inner;
    const word = (at: number): number => this.#heap[at] ?? 0;
    const output = (word((word(_decoder >> 2) >> 2) + PRIVATE_WORD) >> 2) + OUTPUT_WORD;
    return {
      samples: this.#heap,
      channels: Array.from({ length: _channels.buf[0] ?? 0 }, (_, channel) => word(output + channel) >> 2),
      frames: _samplesDecoded.buf[0] ?? 0,
      bitsPerSample: _bitsPerSample.buf[0] ?? 0,
    };
  }

  /** Forgets the stream, as before the first frame. */
  reset(): void {
    const inner = this.#inner;
    inner._common.wasm.destroy_decoder(inner._decoder);
    inner._decoder = inner._common.wasm.create_decoder(...ARGUMENTS.map((name) => inner[`_${name}`].ptr));
  }

  free(): void {
    this.decoder.free();
  }
}
