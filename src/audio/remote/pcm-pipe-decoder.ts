/** Sound that ffmpeg has decoded already and that comes through a pipe. Thread: the decoder worker's; it never waits. */
import { byteOffset, frameCount, milliseconds, sampleRateHz, type ByteOffset, type FrameCount } from '../../units.js';
import type { Decoder, DecoderFacts, Reading } from '../decoder.js';
import { PipeReader } from './byte-pipe.js';
import { HeardPipe } from './heard-pipe.js';
import type { RemoteInput } from './remote-input.js';

const BLOCK_FRAMES = 4096;
const FRAME_BYTES = 8;

export class PcmPipeDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #pipe: HeardPipe;
  readonly #bytes = new Uint8Array(BLOCK_FRAMES * FRAME_BYTES);
  readonly #interleaved = new Float32Array(this.#bytes.buffer);
  readonly #planar = new Float32Array(2 * BLOCK_FRAMES);

  constructor({ memory, sampleRate, format, bitrate, extent }: Extract<RemoteInput, { kind: 'pcm' }>) {
    this.#pipe = new HeardPipe(new PipeReader(memory), sampleRate, extent?.start);
    this.facts = {
      format,
      bitsPerSample: undefined,
      sampleRate: sampleRateHz(sampleRate),
      channels: 2,
      totalFrames: undefined,
      length: extent?.length ?? milliseconds(0),
      encoderDelay: frameCount(0),
      padding: frameCount(0),
      bitrate,
    };
  }

  read(): Reading {
    for (;;) {
      const { isOver } = this.#pipe;
      const frames = Math.floor(this.#pipe.peek(this.#bytes) / FRAME_BYTES);
      if (frames === 0) return isOver ? undefined : 'later';
      this.#pipe.pass(frames * FRAME_BYTES);
      const skip = this.#pipe.note(frames);
      if (skip === frames) continue;
      for (let frame = 0; frame < frames; frame++) {
        this.#planar[frame] = this.#interleaved[2 * frame] ?? 0;
        this.#planar[frames + frame] = this.#interleaved[2 * frame + 1] ?? 0;
      }
      return { samples: this.#planar, left: skip, right: frames + skip, frames: frames - skip };
    }
  }

  seek(frame: FrameCount): Promise<void> {
    this.#pipe.aim(frame);
    return Promise.resolve();
  }

  /** The stream's own bytes never came here. */
  byteOffsetOf(): ByteOffset {
    return byteOffset(0);
  }

  frameAt(): FrameCount {
    return frameCount(0);
  }

  /** The pipe is the main thread's. */
  close(): void {
    this.#planar.fill(0);
  }
}
