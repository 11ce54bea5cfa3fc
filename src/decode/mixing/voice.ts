/** A track that is open, and the part of its newest block that was not used. Thread: the decoder worker's. */
import type { FrameCount } from '../../units.js';
import type { PlayId } from '../decoder-messages.js';
import type { Decoder, PcmBlock } from '../decoder.js';

export interface VoiceParts {
  readonly playId: PlayId;
  readonly location: string;
  /** Of the file when it was opened (file-state.ts). */
  readonly file: string | undefined;
  readonly decoder: Decoder;
  /** Which of the worker's decoders it uses: two tracks that sound at once need one each. */
  readonly slot: DecoderSlot;
  readonly gain: number;
  /** The frame at which it begins. */
  readonly start: FrameCount;
  readonly block: PcmBlock | undefined;
}

export type DecoderSlot = 0 | 1;

export class Voice {
  readonly playId: PlayId;
  readonly location: string;
  readonly file: string | undefined;
  readonly decoder: Decoder;
  readonly slot: DecoderSlot;
  readonly gain: number;
  readonly start: FrameCount;
  #block: PcmBlock | undefined;
  #used: number;
  #hasFailed = false;

  constructor({ playId, location, file, decoder, slot, gain, start, block }: VoiceParts) {
    this.playId = playId;
    this.location = location;
    this.file = file;
    this.decoder = decoder;
    this.slot = slot;
    this.gain = gain;
    this.start = start;
    this.#block = block;
    this.#used = start;
  }

  /** Its decoder has thrown, and is not to be trusted any more. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get rate(): number {
    return this.decoder.facts.sampleRate;
  }

  /** Frames up to its end; undefined where the file does not tell. */
  get left(): number | undefined {
    const { totalFrames } = this.decoder.facts;
    return totalFrames === undefined ? undefined : Math.max(totalFrames - this.#used, 0);
  }

  /** What is next; undefined at the end. It stays until `use`. @throws what the decoder throws */
  async peek(): Promise<PcmBlock | 'later' | undefined> {
    if (this.#block !== undefined) return this.#block;
    try {
      const reading = await this.decoder.read();
      if (reading !== 'later') this.#block = reading;
      return reading;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** The first frames of the block are done with. */
  use(frames: number): void {
    const block = this.#block;
    if (block === undefined) return;
    this.#used += frames;
    this.#block =
      frames === block.frames
        ? undefined
        : { ...block, left: block.left + frames, right: block.right + frames, frames: block.frames - frames };
  }

  /** May be called twice. */
  close(): void {
    this.decoder.close();
  }
}
