/**
 * libFLAC in WebAssembly: the only file that knows the package `@wasm-audio-decoders/flac`.
 *
 * The quick way hands frames to it and reads libFLAC's own integers straight on the WebAssembly heap: exact at every
 * depth, where the package's floats lose the last bits of 32 and know only 8, 16 and 24. It leans on private members and
 * on where libFLAC keeps its output in release 0.2.11 (pinned); each stream's first frame is compared with the floats,
 * and where something is absent or differs the public way is taken.
 */
import { FLACDecoder } from '@wasm-audio-decoders/flac';

/** Integer samples, valid until the next call. */
export interface FlacSamples {
  readonly samples: Int32Array;
  /** Element index of each channel's first sample. */
  readonly channels: readonly number[];
  readonly frames: number;
  readonly bitsPerSample: number;
}

export interface FlacLibrary {
  /** Decodes one whole frame; undefined when it is damaged. */
  decode(frame: Uint8Array): FlacSamples | undefined | Promise<FlacSamples | undefined>;
  /** Forgets the stream, as before the first frame. */
  reset(): void | Promise<void>;
  free(): void;
}

interface Word {
  readonly ptr: number;
  readonly buf: Uint32Array;
}

const WORDS = [
  'channels',
  'sampleRate',
  'bitsPerSample',
  'samplesDecoded',
  'outputBufferPtr',
  'outputBufferLen',
] as const;
const TEXTS = ['errorStringPtr', 'stateStringPtr'] as const;
const ARGUMENTS = [...WORDS, ...TEXTS] as const;

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

function internalsOf(decoder: object): Internals | undefined {
  const inner = (decoder as { _decoder?: Partial<Internals> })._decoder;
  const wasm = inner?._common?.wasm as Partial<Internals['_common']['wasm']> | undefined;
  const functions = [wasm?.malloc, wasm?.free, wasm?.create_decoder, wasm?.destroy_decoder, wasm?.decode_frame];
  const known =
    typeof inner?._decoder === 'number' &&
    wasm?.HEAP instanceof ArrayBuffer &&
    functions.every((each) => typeof each === 'function') &&
    ARGUMENTS.every((name) => inner[`_${name}`]?.buf instanceof Uint32Array);
  return known ? (inner as Internals) : undefined;
}

/** In libFLAC's structures, as word numbers: FLAC__StreamDecoder.private_, and the pointers output[] in that. */
const PRIVATE_WORD = 1;
const OUTPUT_WORD = 12;
const COMPARED_SAMPLES = 64;

/** What the package divides integers by. */
const DIVISORS: Readonly<Record<number, number>> = { 8: 0x7f, 16: 0x7fff, 24: 0x7fffff, 32: 0x7fffffff };

class QuickFlac implements FlacLibrary {
  readonly #inner: Internals;
  readonly #plain: PlainFlac;
  readonly #heap: Int32Array;
  readonly #floats: Float32Array;
  /** The integers were found where they should be; `false`: they are not there. */
  #isProven: boolean | undefined;

  constructor(inner: Internals, plain: PlainFlac) {
    this.#inner = inner;
    this.#plain = plain;
    this.#heap = new Int32Array(inner._common.wasm.HEAP);
    this.#floats = new Float32Array(inner._common.wasm.HEAP);
  }

  decode(frame: Uint8Array): FlacSamples | undefined | Promise<FlacSamples | undefined> {
    if (this.#isProven === false) return this.#plain.decode(frame);
    const inner = this.#inner;
    const { wasm } = inner._common;
    const input = wasm.malloc(frame.length); // libFLAC's reader frees it
    new Uint8Array(wasm.HEAP, input, frame.length).set(frame);
    inner._samplesDecoded.buf[0] = 0;
    inner._outputBufferPtr.buf[0] = 0;
    const isWhole = wasm.decode_frame(inner._decoder, input, frame.length) !== 0;
    const floats = inner._outputBufferPtr.buf[0];
    const result = isWhole && inner._samplesDecoded.buf[0] !== 0 ? this.#samples() : undefined;
    if (result !== undefined) this.#isProven ??= this.#isProof(result, floats >> 2);
    wasm.free(floats);
    if (result !== undefined && this.#isProven !== false) return result;
    this.reset();
    return result && this.#plain.decode(frame);
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

  /** Whether the integers are the package's floats; undefined where it has none. */
  #isProof({ channels, frames, bitsPerSample }: FlacSamples, floats: number): boolean | undefined {
    const divisor = DIVISORS[bitsPerSample];
    if (divisor === undefined) return undefined;
    return channels.every((start, channel) => {
      for (let i = 0; i < Math.min(frames, COMPARED_SAMPLES); i++) {
        const integer = Math.fround(this.#heap[start + i] ?? NaN);
        const float = this.#floats[floats + channel * frames + i] ?? NaN;
        if (Math.fround(integer / Math.fround(divisor)) !== float) return false;
      }
      return true;
    });
  }

  reset(): void {
    const inner = this.#inner;
    inner._common.wasm.destroy_decoder(inner._decoder);
    inner._decoder = inner._common.wasm.create_decoder(...ARGUMENTS.map((name) => inner[`_${name}`].ptr));
  }

  free(): void {
    this.#plain.free();
  }
}

/** The public way: its floats, turned back into the integers that they were. */
class PlainFlac implements FlacLibrary {
  readonly #decoder: FLACDecoder;

  constructor(decoder: FLACDecoder) {
    this.#decoder = decoder;
  }

  async decode(frame: Uint8Array): Promise<FlacSamples | undefined> {
    const { channelData, samplesDecoded, bitDepth } = await this.#decoder.decodeFrames([frame]);
    const divisor = DIVISORS[bitDepth];
    if (samplesDecoded === 0 || divisor === undefined) return undefined;
    const samples = new Int32Array(samplesDecoded * channelData.length);
    for (const [channel, floats] of channelData.entries())
      for (let i = 0; i < samplesDecoded; i++)
        samples[channel * samplesDecoded + i] = Math.round((floats[i] ?? 0) * divisor);
    const channels = channelData.map((_, channel) => channel * samplesDecoded);
    return { samples, channels, frames: samplesDecoded, bitsPerSample: bitDepth };
  }

  reset(): Promise<void> {
    return this.#decoder.reset();
  }

  free(): void {
    this.#decoder.free();
  }
}

export async function createFlac(way: 'quick' | 'plain' = 'quick'): Promise<FlacLibrary> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  const inner = way === 'quick' ? internalsOf(decoder) : undefined;
  const plain = new PlainFlac(decoder);
  return inner === undefined ? plain : new QuickFlac(inner, plain);
}
