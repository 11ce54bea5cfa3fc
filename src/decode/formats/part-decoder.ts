/**
 * A part of a file as a track of its own: frames are counted from where it begins, and it ends where the next part begins,
 * so that neighbours join without a gap or an overlap. Places come from cue sheets, which count frames of a CD, 75 a second:
 * a time in whole milliseconds names one of them exactly. Played one after the other, parts share the open file, and are
 * decoded as if there were no joint. Thread: the decoder worker's.
 */
import { frameCount, framesToMilliseconds, type ByteOffset, type FrameCount, type Milliseconds } from '../../units.js';
import { cut } from '../blocks.js';
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

/** The decoder of a file, which knows where it stands and keeps what is behind the end of a part for the next one. */
class WholeFile {
  #at = 0;
  #rest: PcmBlock | undefined;
  #users = 0;

  /** `decoder` has not been read or moved. */
  constructor(readonly decoder: Decoder) {}

  /** Frame that the next reading begins with. */
  get at(): number {
    return this.#at;
  }

  /** At most so many frames. */
  read(most: number): Reading | Promise<Reading> {
    const reading = this.#rest ?? this.decoder.read();
    return reading instanceof Promise ? reading.then((block) => this.#cut(block, most)) : this.#cut(reading, most);
  }

  async moveTo(frame: number): Promise<void> {
    this.#rest = undefined;
    this.#at = frame;
    await this.decoder.seek(frameCount(frame));
  }

  use(): this {
    this.#users++;
    return this;
  }

  leave(): void {
    if (--this.#users === 0) this.decoder.close();
  }

  #cut(reading: Reading, most: number): Reading {
    if (reading === undefined || reading === 'later') return reading;
    const frames = Math.min(reading.frames, most);
    this.#at += frames;
    this.#rest = frames < reading.frames ? cut(reading, frames) : undefined;
    return cut(reading, 0, frames);
  }
}

export class PartDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #path: string;
  readonly #whole: WholeFile;
  readonly #start: number;
  /** Infinity: with the file. */
  readonly #end: number;
  #at: number;
  #isClosed = false;

  private constructor(whole: WholeFile, { path, start, end }: FilePart) {
    const { facts } = whole.decoder;
    const { sampleRate, totalFrames, length } = facts;
    this.#path = path;
    this.#whole = whole.use();
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

  /** `whole` was not read or moved; it goes with the part. */
  static of(whole: Decoder, part: FilePart): PartDecoder {
    return new PartDecoder(new WholeFile(whole), part);
  }

  /** The part that begins where this one, which is read to its end, ends; undefined for any other. */
  next(part: FilePart): PartDecoder | undefined {
    const isNext =
      !this.#isClosed &&
      part.path === this.#path &&
      pcmFrame(part.start, this.facts.sampleRate) === this.#end &&
      this.#whole.at === this.#end;
    return isNext ? new PartDecoder(this.#whole, part) : undefined;
  }

  read(): Reading | Promise<Reading> {
    if (this.#at >= this.#end) return undefined;
    if (this.#whole.at !== this.#at) return this.#whole.moveTo(this.#at).then(() => this.read());
    const reading = this.#whole.read(this.#end - this.#at);
    return reading instanceof Promise ? reading.then((block) => this.#count(block)) : this.#count(reading);
  }

  /** The file is moved by the next reading: until then it may still be another part's. */
  seek(frame: FrameCount): void {
    this.#at = Math.min(this.#start + Math.max(frame, 0), this.#end);
  }

  byteOffsetOf(frame: FrameCount): ByteOffset | Promise<ByteOffset> {
    return this.#whole.decoder.byteOffsetOf(frameCount(this.#start + frame));
  }

  async frameAt(offset: ByteOffset): Promise<FrameCount> {
    const frame = (await this.#whole.decoder.frameAt(offset)) - this.#start;
    return frameCount(Math.min(Math.max(frame, 0), this.#end - this.#start));
  }

  lookAhead(): void {
    this.#whole.decoder.lookAhead?.();
  }

  close(): void {
    if (!this.#isClosed) this.#whole.leave();
    this.#isClosed = true;
  }

  #count(reading: Reading): Reading {
    if (reading !== undefined && reading !== 'later') this.#at += reading.frames;
    return reading;
  }
}

/**
 * Opens tracks of which only one is read at a time: a part in the file of the part before it, where the two join.
 */
export class PartFiles {
  #last: PartDecoder | undefined;

  /** @param openWhole throws, or rejects with, UndecodableFile */
  async open(part: FilePart | undefined, openWhole: () => Decoder | Promise<Decoder>): Promise<Decoder> {
    const last = this.#last;
    // What is opened anew takes over the library that the last one was decoded by.
    this.#last = undefined;
    if (part === undefined) return openWhole();
    return (this.#last = last?.next(part) ?? PartDecoder.of(await openWhole(), part));
  }
}
