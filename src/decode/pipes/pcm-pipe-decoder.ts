/** Sound that ffmpeg has decoded already and that comes through a pipe. Thread: the decoder worker's; it never waits. */
import type { FrameCount } from '../../units.js';
import type { Reading } from '../decoder.js';
import { PipeReader } from './byte-pipe.js';
import { KeptPipe } from './kept-pipe.js';
import { FRAME_BYTES, PipeDecoder } from './pipe-decoder.js';
import type { NetworkInput } from '../playable-source.js';

const BLOCK_FRAMES = 4096;

export class PcmPipeDecoder extends PipeDecoder {
  readonly #pipe: KeptPipe;
  readonly #planar = new Float32Array(2 * BLOCK_FRAMES);

  constructor({ memory, sampleRate, format, bitrate, extent }: Extract<NetworkInput, { kind: 'pcm' }>) {
    super({ sampleRate, format, bitrate, length: extent?.length ?? 0 }, BLOCK_FRAMES);
    this.#pipe = new KeptPipe(new PipeReader(memory), sampleRate, extent?.start);
  }

  read(): Reading {
    for (;;) {
      const { isOver } = this.#pipe;
      const frames = Math.floor(this.#pipe.peek(this.bytes) / FRAME_BYTES);
      if (frames === 0) return isOver ? undefined : 'later';
      this.#pipe.pass(frames * FRAME_BYTES);
      const skip = this.#pipe.note(frames);
      if (skip === frames) continue;
      for (let frame = 0; frame < frames; frame++) {
        this.#planar[frame] = this.interleaved[2 * frame] ?? 0;
        this.#planar[frames + frame] = this.interleaved[2 * frame + 1] ?? 0;
      }
      return { samples: this.#planar, left: skip, right: frames + skip, frames: frames - skip };
    }
  }

  seek(frame: FrameCount): void {
    this.#pipe.aim(frame);
  }
}
