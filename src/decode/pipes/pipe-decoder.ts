/**
 * What decoders of sound that was decoded elsewhere, and comes through a pipe, have in common: float32 stereo without a
 * known end, whose own bytes never came here. Thread: the decoder worker's; they never wait.
 */
import { byteOffset, frameCount, milliseconds, sampleRateHz, type ByteOffset, type FrameCount } from '../../units.js';
import type { Decoder, DecoderFacts, Reading } from '../decoder.js';

/** Float32 stereo. */
export const FRAME_BYTES = 8;

export abstract class PipeDecoder implements Decoder {
  readonly facts: DecoderFacts;
  /** What was read last, interleaved, and its bytes. */
  protected readonly interleaved: Float32Array;
  protected readonly bytes: Uint8Array;

  /** @param mostFrames that are read at a time */
  constructor(
    {
      sampleRate,
      format,
      bitrate = 0,
      length = milliseconds(0),
    }: { readonly sampleRate: number } & Pick<DecoderFacts, 'format'> &
      Partial<Pick<DecoderFacts, 'bitrate' | 'length'>>,
    mostFrames: number,
  ) {
    this.bytes = new Uint8Array(mostFrames * FRAME_BYTES);
    this.interleaved = new Float32Array(this.bytes.buffer);
    this.facts = {
      format,
      bitsPerSample: undefined,
      sampleRate: sampleRateHz(sampleRate),
      channels: 2,
      totalFrames: undefined,
      length,
      encoderDelay: frameCount(0),
      padding: frameCount(0),
      bitrate,
    };
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
