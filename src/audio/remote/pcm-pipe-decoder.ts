/** Sound that ffmpeg has decoded already and that comes through a pipe. Thread: the decoder worker's; it never waits. */
import { byteOffset, frameCount, milliseconds, sampleRateHz, type ByteOffset, type FrameCount } from '../../units.js';
import type { Decoder, DecoderFacts, Reading } from '../decoder.js';
import { PipeReader } from './byte-pipe.js';
import type { RemoteInput } from './remote-input.js';

const BLOCK_FRAMES = 4096;
const FRAME_BYTES = 8;

export class PcmPipeDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #pipe: PipeReader;
  readonly #bytes = new Uint8Array(BLOCK_FRAMES * FRAME_BYTES);
  readonly #interleaved = new Float32Array(this.#bytes.buffer);
  readonly #planar = new Float32Array(2 * BLOCK_FRAMES);
  #frame = 0;

  constructor({ memory, sampleRate, format, bitrate }: Extract<RemoteInput, { kind: 'pcm' }>) {
    this.#pipe = new PipeReader(memory);
    this.facts = {
      format,
      bitsPerSample: undefined,
      sampleRate: sampleRateHz(sampleRate),
      channels: 2,
      totalFrames: undefined,
      length: milliseconds(0),
      encoderDelay: frameCount(0),
      padding: frameCount(0),
      bitrate,
    };
  }

  read(): Reading {
    const { isOver } = this.#pipe;
    const frames = Math.floor(this.#pipe.peek(this.#bytes, 0, this.#bytes.length) / FRAME_BYTES);
    if (frames === 0) return isOver ? undefined : 'later';
    this.#pipe.skip(frames * FRAME_BYTES);
    for (let frame = 0; frame < frames; frame++) {
      this.#planar[frame] = this.#interleaved[2 * frame] ?? 0;
      this.#planar[frames + frame] = this.#interleaved[2 * frame + 1] ?? 0;
    }
    this.#frame += frames;
    this.#pipe.tellDecoded(this.#frame);
    return { samples: this.#planar, left: 0, right: frames, frames };
  }

  /** It goes on where it is; what is decoded from now on counts from `frame`. */
  seek(frame: FrameCount): Promise<void> {
    this.#frame = frame;
    return Promise.resolve();
  }

  /** The stream's own bytes never came here. */
  byteOffsetOf(): ByteOffset {
    return byteOffset(0);
  }

  frameAt(): FrameCount {
    return frameCount(0);
  }

  close(): void {
    this.#frame = 0;
  }
}
