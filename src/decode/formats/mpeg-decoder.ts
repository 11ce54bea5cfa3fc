/**
 * The decoder of MPEG-1, -2 and -2.5 audio, layers I to III: frames from `MpegFile`, samples from mpg123, gapless
 * trimming by the LAME tag and exact seeking of our own.
 *
 * Trimming: the encoder put `delay` samples in front, and a layer III decoder adds 529 of its own (LAME tag
 * specification, "encoder delays"); behind, `padding` counts from the last frame's end and includes those 529.
 * Seeking: a frame's samples depend on earlier frames (bit reservoir, overlap), so decoding begins some frames early
 * and what they give is dropped.
 */
import { byteOffset, frameCount, type ByteOffset, type FrameCount } from '../../units.js';
import { WantedSpan } from '../blocks.js';
import { UndecodableFile, type Decoder, type DecoderFacts, type PcmBlock } from '../decoder.js';
import { factsOf } from '../facts.js';
import { MpegFile } from './mpeg-file.js';
import { MAX_FEED_BYTES, type Mpg123 } from './mpg123.js';

const DECODER_DELAY = 529;
/**
 * What a frame's samples depend on: the sound of two frames before it (overlap and the synthesis window; a frame of the
 * lower rates is half a window), whose coded data may begin 511 bytes in front of their frames (ISO/IEC 11172-3 section
 * 2.4.2.7, main_data_begin), where header, checksum and side information do not count.
 */
const WARM_UP = { frames: 2, bytes: 511, overhead: 38, most: 20 };
/** Frame headers ahead of the decoder: so many at least are known, so many at most are walked; 40 and 80 s at 44.1 kHz. */
const KNOWN_AHEAD = { least: 1536, most: 3072 };
/** The feeds up to the first sound are small, so that it comes early; then they grow to the economical size. */
const FIRST_FEED_BYTES = 4096;
const FEED_BYTES = 16 * 1024;

export class MpegDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #file: MpegFile;
  readonly #mpg123: Mpg123;
  readonly #samplesPerFrame: number;
  /** Decoder samples in front of the sound. */
  readonly #lead: number;
  /** In decoder samples. */
  readonly #span: WantedSpan;
  #feed = FIRST_FEED_BYTES;
  #blocks: Iterator<PcmBlock, undefined> | undefined;

  private constructor(file: MpegFile, mpg123: Mpg123) {
    this.#file = file;
    this.#mpg123 = mpg123;
    const { first, gapless, promisedFrames } = file;
    this.#samplesPerFrame = first.samplesPerFrame;
    const samples = promisedFrames === undefined ? undefined : promisedFrames * first.samplesPerFrame;
    const sane = gapless !== undefined && samples !== undefined && gapless.delay + gapless.padding < samples;
    this.#lead = sane ? gapless.delay + DECODER_DELAY : 0;
    const total = samples === undefined ? undefined : sane ? samples - gapless.delay - gapless.padding : samples;
    this.#span = new WantedSpan(this.#lead, total === undefined ? Infinity : this.#lead + total);
    const { layer, sampleRate, channels, bitrate } = first;
    const bytes = file.size - file.audioStart;
    this.facts = factsOf({
      ...{ format: `MP${layer}`, sampleRate, channels, frames: total, ...(sane && gapless), bytes },
      ...(total === undefined && { length: Math.round((bytes * 8) / bitrate), bitrate }),
    });
  }

  /** Takes over `mpg123`, which must be fresh or reset. @param start behind ID3v2 tags @throws UndecodableFile */
  static open(path: string, start: number, mpg123: Mpg123): MpegDecoder {
    return new MpegDecoder(new MpegFile(path, start), mpg123);
  }

  read(): PcmBlock | undefined {
    while (this.#span.at < this.#span.end) {
      const block = this.#next();
      if (block === undefined) return undefined;
      const wanted = this.#span.take(block);
      if (wanted !== undefined) return wanted;
    }
    return undefined;
  }

  #next(): PcmBlock | undefined {
    for (;;) {
      const step = this.#blocks?.next();
      if (step !== undefined && step.done !== true) return step.value;
      const run = this.#file.take(this.#feed);
      if (run === undefined) return undefined;
      if (run.length > MAX_FEED_BYTES)
        throw new UndecodableFile('UNSUPPORTED_FORMAT', 'an MPEG frame of impossible size');
      if (this.#span.at >= this.#span.from) this.#feed = FEED_BYTES;
      const bytes = this.#file.bytes.subarray(run.at, run.at + run.length);
      this.#blocks = this.#mpg123.decode(bytes);
    }
  }

  seek(frame: FrameCount): void {
    const sample = Math.max(frame, 0) + this.#lead;
    const mpegFrame = Math.floor(sample / this.#samplesPerFrame);
    this.#mpg123.reset();
    this.#file.goBefore(mpegFrame, WARM_UP);
    this.#blocks = undefined;
    this.#span.at = this.#file.position.frame * this.#samplesPerFrame;
    this.#span.from = sample;
    this.#feed = FIRST_FEED_BYTES;
  }

  lookAhead(): void {
    try {
      this.#file.lookAhead(KNOWN_AHEAD.least, KNOWN_AHEAD.most);
    } catch {
      // A disk that fails is told by the next read.
    }
  }

  byteOffsetOf(frame: FrameCount): ByteOffset {
    return this.#lookUp(() => {
      this.#file.goTo(Math.floor((Math.max(frame, 0) + this.#lead) / this.#samplesPerFrame));
      return byteOffset(this.#file.position.offset);
    });
  }

  frameAt(offset: ByteOffset): FrameCount {
    return this.#lookUp(() => {
      this.#file.goToOffset(offset);
      return frameCount(Math.max(this.#file.position.frame * this.#samplesPerFrame - this.#lead, 0));
    });
  }

  /** Moves about in the file and comes back. */
  #lookUp<Result>(look: () => Result): Result {
    const { frame } = this.#file.position;
    const result = look();
    this.#file.goTo(frame);
    return result;
  }

  close(): void {
    this.#file.close();
  }
}
