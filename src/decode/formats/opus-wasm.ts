/**
 * libopus in WebAssembly: the only file that knows the package `opus-decoder`.
 *
 * The quick way hands packets to it and reads its output buffer on the WebAssembly heap, without copies. It leans on
 * private members of release 0.7.12 (pinned); where one is absent the public way is taken. Nothing is ever freed: in that
 * release a decoder that was destroyed leaves its heap broken. Instances are dropped whole instead.
 */
import { OpusDecoder } from 'opus-decoder';

import type { VorbisSamples } from './vorbis-wasm.js';

/** How channels are coded (RFC 7845 section 5.1.1). */
export interface OpusLayout {
  readonly channels: number;
  readonly streams: number;
  readonly coupled: number;
  readonly mapping: readonly number[];
}

/** Of one layout and one stream; a new one is cheap, since what was compiled is kept. */
export interface OpusLibrary {
  /** Decodes a packet at 48 kHz; it has no frames when it is damaged. */
  decode(packet: Uint8Array): VorbisSamples;
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

function internalsOf(decoder: object): Internals | undefined {
  const inner = decoder as Partial<Internals>;
  const wasm = inner._common?.wasm as Partial<Internals['_common']['wasm']> | undefined;
  const known =
    typeof inner._decoder === 'number' &&
    inner._input?.buf instanceof Uint8Array &&
    inner._output?.buf instanceof Float32Array &&
    typeof wasm?.opus_frame_decode_float_deinterleaved === 'function';
  return known ? (inner as Internals) : undefined;
}

const NOTHING: VorbisSamples = { samples: new Float32Array(0), channels: [], frames: 0 };

class QuickOpus implements OpusLibrary {
  readonly #decoder: OpusDecoder;
  readonly #channels: number;

  constructor(decoder: OpusDecoder, channels: number) {
    this.#decoder = decoder;
    this.#channels = channels;
  }

  decode(packet: Uint8Array): VorbisSamples {
    const inner = internalsOf(this.#decoder);
    if (inner === undefined || packet.length > inner._input.buf.length) return NOTHING;
    const { _input, _output, _decoder, _common } = inner;
    _input.buf.set(packet);
    const frames = _common.wasm.opus_frame_decode_float_deinterleaved(_decoder, _input.ptr, packet.length, _output.ptr);
    if (frames <= 0) return NOTHING;
    return { samples: _output.buf, channels: channelStarts(this.#channels, frames), frames };
  }
}

/** The public way. */
class PlainOpus implements OpusLibrary {
  readonly #decoder: OpusDecoder;

  constructor(decoder: OpusDecoder) {
    this.#decoder = decoder;
  }

  decode(packet: Uint8Array): VorbisSamples {
    const { channelData, samplesDecoded } = this.#decoder.decodeFrame(packet);
    const samples = new Float32Array(channelData.length * samplesDecoded);
    for (const [at, floats] of channelData.entries()) samples.set(floats, at * samplesDecoded);
    return { samples, channels: channelStarts(channelData.length, samplesDecoded), frames: samplesDecoded };
  }
}

function channelStarts(channels: number, frames: number): number[] {
  return Array.from({ length: channels }, (_, at) => at * frames);
}

export async function createOpus(layout: OpusLayout, way: 'quick' | 'plain' = 'quick'): Promise<OpusLibrary> {
  const decoder = new OpusDecoder({
    channels: layout.channels,
    streamCount: layout.streams,
    coupledStreamCount: layout.coupled,
    channelMappingTable: [...layout.mapping],
  });
  await decoder.ready;
  return way === 'quick' && internalsOf(decoder) !== undefined
    ? new QuickOpus(decoder, layout.channels)
    : new PlainOpus(decoder);
}
