/**
 * What decoders of sound that was decoded elsewhere, and comes through a pipe, have in common: float32 stereo without a
 * known end, whose own bytes never came here. Thread: the decoder worker's; they never wait.
 */
import { byteOffset, frameCount, type ByteOffset, type FrameCount } from '../../units.js';
import type { Decoder, DecoderFacts, Reading } from '../decoder.js';
import { factsOf } from '../facts.js';

/** Float32 stereo. */
export const FRAME_BYTES = 8;

export abstract class PipeDecoder implements Decoder {
  readonly facts: DecoderFacts;
  /** What was read last, interleaved, and its bytes. */
  protected readonly interleaved: Float32Array;
  protected readonly bytes: Uint8Array;

  /** @param mostFrames that are read at a time */
  constructor(
    sound: {
      readonly format: string;
      readonly sampleRate: number;
      readonly bitrate?: number;
      readonly length?: number;
    },
    mostFrames: number,
  ) {
    this.bytes = new Uint8Array(mostFrames * FRAME_BYTES);
    this.interleaved = new Float32Array(this.bytes.buffer);
    this.facts = factsOf({ ...sound, channels: 2 });
  }

  abstract read(): Reading;

  /** A pipe cannot be moved about in: what comes next counts from this frame on. */
  abstract seek(frame: FrameCount): void;

  byteOffsetOf(): ByteOffset {
    return byteOffset(0);
  }

  frameAt(): FrameCount {
    return frameCount(0);
  }

  /** The pipe is the main thread's. */
  close(): void {
    this.bytes.fill(0);
  }
}
