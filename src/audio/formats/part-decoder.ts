/**
 * A part of a file as a track of its own: frames are counted from where it begins, and it ends where the next part begins,
 * so that neighbours join without a gap or an overlap. Places come from cue sheets, which count frames of a CD, 75 a second:
 * a time in whole milliseconds names one of them exactly. Thread: the decoder worker's.
 */
import { frameCount, framesToMilliseconds, type ByteOffset, type FrameCount, type Milliseconds } from '../../units.js';
import type { Decoder, DecoderFacts, PcmBlock, Reading } from '../decoder.js';

const CD_FRAMES_A_SECOND = 75;

/** Where a part lies. */
export interface FilePart {
  /** Absolute path of the file. */
  readonly path: string;
  readonly start: Milliseconds;
  /** Undefined: with the file. */
  readonly end: Milliseconds | undefined;
}

/** The PCM frame of the CD frame that is nearest. */
function pcmFrame(time: Milliseconds, rate: number): number {
  const cdFrame = Math.round((time * CD_FRAMES_A_SECOND) / 1000);
  return Math.round((cdFrame * rate) / CD_FRAMES_A_SECOND);
}

export class PartDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #whole: Decoder;
  readonly #start: number;
  /** Infinity: with the file. */
  readonly #end: number;
  #at: number;

  private constructor(whole: Decoder, { start, end }: FilePart) {
    const { facts } = whole;
    const { sampleRate, totalFrames, length } = facts;
    this.#whole = whole;
    this.#start = pcmFrame(start, sampleRate);
    this.#end = end === undefined ? Infinity : pcmFrame(end, sampleRate);
    this.#at = this.#start;
    const last = Math.min(this.#end, totalFrames ?? Infinity);
    const frames = frameCount(Math.max(last - this.#start, 0));
    this.facts = {
      ...facts,
      totalFrames: last === Infinity ? undefined : frames,
      length:
        last === Infinity ? (Math.max(length - start, 0) as Milliseconds) : framesToMilliseconds(frames, sampleRate),
    };
  }

  /** `whole` stands at the beginning of the part then. On failure it is closed. */
  static async of(whole: Decoder, part: FilePart): Promise<PartDecoder> {
    const decoder = new PartDecoder(whole, part);
    try {
      await decoder.seek(frameCount(0));
      return decoder;
    } catch (error) {
      whole.close();
      throw error;
    }
  }

  read(): Reading | Promise<Reading> {
    if (this.#at >= this.#end) return undefined;
    const reading = this.#whole.read();
    return reading instanceof Promise ? reading.then((block) => this.#cut(block)) : this.#cut(reading);
  }

  async seek(frame: FrameCount): Promise<void> {
    this.#at = Math.min(this.#start + Math.max(frame, 0), this.#end);
    await this.#whole.seek(frameCount(this.#at));
  }

  byteOffsetOf(frame: FrameCount): ByteOffset | Promise<ByteOffset> {
    return this.#whole.byteOffsetOf(frameCount(this.#start + frame));
  }

  async frameAt(offset: ByteOffset): Promise<FrameCount> {
    const frame = (await this.#whole.frameAt(offset)) - this.#start;
    return frameCount(Math.min(Math.max(frame, 0), this.#end - this.#start));
  }

  lookAhead(): void {
    this.#whole.lookAhead?.();
  }

  close(): void {
    this.#whole.close();
  }

  #cut(reading: Reading): Reading {
    if (reading === undefined || reading === 'later') return reading;
    const frames = Math.min(reading.frames, this.#end - this.#at);
    this.#at += frames;
    return frames === reading.frames ? reading : ({ ...reading, frames } satisfies PcmBlock);
  }
}
