/**
 * mpg123 in WebAssembly: the only file that knows the package `mpg123-decoder`.
 *
 * The quick way feeds its input buffer and reads its output buffer straight on the WebAssembly heap, without the two
 * copies and the allocations of `decode()`. It leans on private members of mpg123-decoder 1.0.3 (pinned); where one of
 * them is absent the public way is taken, which gives the same samples.
 */
import { MPEGDecoder } from 'mpg123-decoder';

import type { PcmBlock } from '../decoder.js';

/** Most bytes that one call of `decode` takes: the size of the package's input buffer. */
export const MAX_FEED_BYTES = 32 * 1024;

export interface Mpg123 {
  /**
   * Decodes whole MPEG frames of one stream. Each block is valid until the next call of the generator.
   * Samples are full scale at 1.0; one channel comes as two equal ones.
   */
  decode(frames: Uint8Array): Iterable<PcmBlock>;
  /** Forgets the stream, as before the first frame. */
  reset(): Promise<void>;
  free(): void;
}

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

function internalsOf(decoder: object): Internals | undefined {
  const inner = decoder as Partial<Internals>;
  const wasm = inner._common?.wasm as Partial<Internals['_common']['wasm']> | undefined;
  const known =
    typeof inner._decoder === 'number' &&
    inner._input?.buf instanceof Uint8Array &&
    inner._input.len >= MAX_FEED_BYTES &&
    inner._output?.buf instanceof Float32Array &&
    inner._samplesDecodedPtr?.buf instanceof Uint32Array &&
    inner._sampleRatePtr !== undefined &&
    inner._errorStringPtr !== undefined &&
    typeof inner._common?.allocateTypedArray === 'function' &&
    typeof wasm?.mpeg_decoder_feed === 'function' &&
    typeof wasm.mpeg_decoder_read === 'function' &&
    typeof wasm.mpeg_frame_decoder_create === 'function' &&
    typeof wasm.mpeg_frame_decoder_destroy === 'function';
  return known ? (inner as Internals) : undefined;
}

class QuickMpg123 implements Mpg123 {
  readonly #inner: Internals;
  readonly #free: () => void;
  #handle: Allocation<Uint32Array> | undefined;

  constructor(inner: Internals, free: () => void) {
    this.#inner = inner;
    this.#free = free;
  }

  *decode(frames: Uint8Array): Iterable<PcmBlock> {
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

  reset(): Promise<void> {
    const inner = this.#inner;
    inner._common.wasm.mpeg_frame_decoder_destroy(inner._decoder);
    this.#handle ??= inner._common.allocateTypedArray(1, Uint32Array);
    const error = inner._common.wasm.mpeg_frame_decoder_create(this.#handle.ptr, 0);
    inner._decoder = this.#handle.buf[0] ?? 0;
    return error === 0 ? Promise.resolve() : Promise.reject(new Error(`mpg123: no decoder (${error})`));
  }

  free(): void {
    this.#free();
  }
}

/** The public way. */
class PlainMpg123 implements Mpg123 {
  readonly #decoder: MPEGDecoder;

  constructor(decoder: MPEGDecoder) {
    this.#decoder = decoder;
  }

  *decode(frames: Uint8Array): Iterable<PcmBlock> {
    const { channelData, samplesDecoded } = this.#decoder.decode(frames);
    const [left, right] = channelData;
    if (samplesDecoded === 0 || left === undefined) return;
    const samples = new Float32Array(samplesDecoded * 2);
    samples.set(left);
    samples.set(right ?? left, samplesDecoded);
    yield { samples, left: 0, right: samplesDecoded, frames: samplesDecoded };
  }

  reset(): Promise<void> {
    return this.#decoder.reset();
  }

  free(): void {
    this.#decoder.free();
  }
}

/** A decoder without mpg123's own trimming: the caller knows the encoder delay, also after a seek. */
export async function createMpg123(way: 'quick' | 'plain' = 'quick'): Promise<Mpg123> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const inner = way === 'quick' ? internalsOf(decoder) : undefined;
  return inner === undefined
    ? new PlainMpg123(decoder)
    : new QuickMpg123(inner, () => {
        decoder.free();
      });
}
