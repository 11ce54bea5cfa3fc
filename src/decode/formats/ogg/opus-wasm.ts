/**
 * libopus in WebAssembly: the only file that knows the package `opus-decoder`. Packets are handed to it, and its output
 * buffer is read on the WebAssembly heap, without copies. That leans on private members of release 0.7.12 (pinned); the
 * tests compare the samples with those of ffmpeg, and fail where another release has other members. Nothing is ever
 * freed: in that release a decoder that was destroyed leaves its heap broken. Instances are dropped whole instead.
 */
import { OpusDecoder } from 'opus-decoder';

import type { LibrarySamples } from '../stereo-downmix.js';

/** How channels are coded (RFC 7845 section 5.1.1). */
export interface OpusLayout {
  readonly channels: number;
  readonly streams: number;
  readonly coupled: number;
  readonly mapping: readonly number[];
}

/** The private members, as far as they are used. */
interface Internals {
  readonly _decoder: number;
  readonly _input: { readonly ptr: number; readonly buf: Uint8Array };
  readonly _output: { readonly ptr: number; readonly buf: Float32Array };
  readonly _common: {
    readonly wasm: {
      opus_frame_decode_float_deinterleaved(decoder: number, input: number, length: number, output: number): number;
    };
  };
}

/** A decoder of one layout and one stream; a new one is cheap, since what was compiled is kept. */
export class OpusLibrary {
  readonly #inner: Internals;
  readonly #channels: number;

  private constructor(decoder: OpusDecoder, channels: number) {
    this.#inner = decoder as unknown as Internals;
    this.#channels = channels;
  }

  static async create(layout: OpusLayout): Promise<OpusLibrary> {
    const decoder = new OpusDecoder({
      channels: layout.channels,
      streamCount: layout.streams,
      coupledStreamCount: layout.coupled,
      channelMappingTable: [...layout.mapping],
    });
    await decoder.ready;
    return new OpusLibrary(decoder, layout.channels);
  }

  /** Decodes a packet at 48 kHz; undefined when it is damaged. */
  decode(packet: Uint8Array): LibrarySamples | undefined {
    const { _input, _output, _decoder, _common } = this.#inner;
    if (packet.length > _input.buf.length) return undefined;
    _input.buf.set(packet);
    const frames = _common.wasm.opus_frame_decode_float_deinterleaved(_decoder, _input.ptr, packet.length, _output.ptr);
    if (frames <= 0) return undefined;
    return { samples: _output.buf, channels: Array.from({ length: this.#channels }, (_, at) => at * frames), frames };
  }
}
