/**
 * mpg123 in WebAssembly: the only file that knows the package `mpg123-decoder`. MPEG frames go into its input buffer and
 * samples are read from its output buffer straight on the WebAssembly heap, without the two copies and the allocations
 * of `decode()`. That leans on private members of release 1.0.3 (pinned); the tests compare the samples with those of
 * `decode()`, and fail where another release has other members.
 */
import { MPEGDecoder } from 'mpg123-decoder';

import type { PcmBlock } from '../decoder.js';

/** Most bytes that one call of `decode` takes: the size of the package's input buffer. */
export const MAX_FEED_BYTES = 32 * 1024;

const NEED_MORE = -10;
const NEW_FORMAT = -11;

interface Allocation<Buffer> {
  readonly ptr: number;
  readonly len: number;
  readonly buf: Buffer;
}

/** The private members, as far as they are used. */
interface Internals {
  _decoder: number;
  readonly _input: Allocation<Uint8Array>;
  readonly _output: Allocation<Float32Array>;
  readonly _samplesDecodedPtr: Allocation<Uint32Array>;
  readonly _sampleRatePtr: Allocation<Uint32Array>;
  readonly _errorStringPtr: Allocation<Uint32Array>;
  readonly _common: {
    readonly wasm: {
      mpeg_decoder_feed(decoder: number, input: number, length: number): number;
      mpeg_decoder_read(
        decoder: number,
        output: number,
        length: number,
        samples: number,
        rate: number,
        error: number,
      ): number;
      mpeg_frame_decoder_create(decoder: number, gapless: number): number;
      mpeg_frame_decoder_destroy(decoder: number): void;
    };
    allocateTypedArray(length: number, kind: Uint32ArrayConstructor): Allocation<Uint32Array>;
  };
}

export class Mpg123 {
  readonly #inner: Internals;
  #handle: Allocation<Uint32Array> | undefined;

  private constructor(private readonly decoder: MPEGDecoder) {
    this.#inner = decoder as unknown as Internals;
  }

  /** A decoder without mpg123's own trimming: the caller knows the encoder delay, also after a seek. */
  static async create(): Promise<Mpg123> {
    const decoder = new MPEGDecoder({ enableGapless: false });
    await decoder.ready;
    return new Mpg123(decoder);
  }

  /**
   * Decodes whole MPEG frames of one stream. Each block is valid until the next call of the generator.
   * Samples are full scale at 1.0; one channel comes as two equal ones.
   */
  *decode(frames: Uint8Array): Generator<PcmBlock, undefined> {
    const { _input, _output, _samplesDecodedPtr, _sampleRatePtr, _errorStringPtr, _common, _decoder } = this.#inner;
    const { wasm } = _common;
    _input.buf.set(frames);
    if (wasm.mpeg_decoder_feed(_decoder, _input.ptr, frames.length) === NEED_MORE) return;
    for (;;) {
      _samplesDecodedPtr.buf[0] = 0;
      const result = wasm.mpeg_decoder_read(
        _decoder,
        _output.ptr,
        _output.len,
        _samplesDecodedPtr.ptr,
        _sampleRatePtr.ptr,
        _errorStringPtr.ptr,
      );
      const count = _samplesDecodedPtr.buf[0];
      if (count > 0) yield { samples: _output.buf, left: 0, right: count, frames: count };
      if (result === NEED_MORE || (result !== NEW_FORMAT && count === 0)) return;
    }
  }

  /** Forgets the stream, as before the first frame. @throws Error when mpg123 gives no decoder */
  reset(): void {
    const inner = this.#inner;
    inner._common.wasm.mpeg_frame_decoder_destroy(inner._decoder);
    this.#handle ??= inner._common.allocateTypedArray(1, Uint32Array);
    const error = inner._common.wasm.mpeg_frame_decoder_create(this.#handle.ptr, 0);
    inner._decoder = this.#handle.buf[0] ?? 0;
    if (error !== 0) throw new Error(`mpg123: no decoder (${error})`);
  }

  free(): void {
    this.decoder.free();
  }
}
