/** One source that is decoded to 16-bit samples as they are asked for. Thread: the stream worker's. */
import { setTimeout as delay } from 'node:timers/promises';
import { frameCount, type FrameCount } from '../../units.js';
import type { Decoder, PcmBlock, Reading } from '../decoder.js';

/** Pause in ms before a source that has nothing yet is asked again. */
const LATER = 20;
const CHANNELS = 2;
const FRAME_BYTES = 2 * CHANNELS;
/** Least and most of a 16-bit sample. */
const [LOWEST, HIGHEST] = [-32768, 32767];

export class PcmStream {
  #block: PcmBlock | undefined;
  #used = 0;
  #isClosed = false;

  constructor(private readonly decoder: Decoder) {}

  /**
   * At most so many frames, as Int16, little-endian, interleaved; undefined at the end. Waits where nothing is there yet.
   * @param at frame that it begins with; undefined: the next one @throws what the decoder throws
   */
  async read(frames: number, at: FrameCount | undefined): Promise<Uint8Array | undefined> {
    if (at !== undefined) {
      this.#block = undefined;
      await this.decoder.seek(at);
    }
    const block = this.#block ?? (await this.#next());
    if (block === undefined) return undefined;
    const from = this.#block === undefined ? 0 : this.#used;
    const count = Math.min(frames, block.frames - from);
    this.#block = from + count < block.frames ? block : undefined;
    this.#used = from + count;
    return toBytes(block, from, count);
  }

  close(): void {
    this.#isClosed = true;
    this.decoder.close();
  }

  async #next(): Promise<PcmBlock | undefined> {
    for (;;) {
      if (this.#isClosed) return undefined;
      const reading: Reading = await this.decoder.read();
      if (reading !== 'later') return reading;
      await delay(LATER);
    }
  }
}

/** With noise of one step (TPDF) where the source is finer than 16 bits. */
function toBytes({ samples, left, right }: PcmBlock, from: number, frames: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(frames * FRAME_BYTES);
  const scale = samples instanceof Int32Array ? 1 / 65_536 : 32_768;
  for (let at = 0; at < frames; at++) {
    const offset = at * FRAME_BYTES;
    bytes.writeInt16LE(toSample((samples[left + from + at] ?? 0) * scale), offset);
    bytes.writeInt16LE(toSample((samples[right + from + at] ?? 0) * scale), offset + 2);
  }
  return bytes;
}

/** What is a whole number already stays what it is. */
function toSample(value: number): number {
  const rounded = Number.isInteger(value) ? value : Math.round(value + Math.random() - Math.random());
  return Math.min(Math.max(rounded, LOWEST), HIGHEST);
}

/** The frame at which a stream begins for a byte of its sound. */
export const frameAt = (byte: number): FrameCount => frameCount(Math.floor(byte / FRAME_BYTES));
