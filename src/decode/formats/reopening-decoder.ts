/**
 * A local file that is opened anew where it cannot be read any more: a stick that was pulled while the player was paused
 * and is back, or a network share that was away for a moment, has the same file under the same path, but not in the
 * descriptor that was open. Thread: the decoder worker's.
 */
import { frameCount, type ByteOffset, type FrameCount } from '../../units.js';
import { UndecodableFile, type Decoder, type DecoderFacts, type Reading } from '../decoder.js';

/** Throws, or rejects with, UndecodableFile. */
type OpenFile = () => Decoder | Promise<Decoder>;

export class ReopeningDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #open: OpenFile;
  #decoder: Decoder;
  /** Frame that the next reading begins with. */
  #at = 0;
  /** Frame at which the file was opened anew: when it fails there again, that is the file's fault. */
  #reopenedAt = -1;

  private constructor(decoder: Decoder, open: OpenFile) {
    this.facts = decoder.facts;
    this.#decoder = decoder;
    this.#open = open;
  }

  /** @param open may be called again later; rejects as it does */
  static async of(open: OpenFile): Promise<ReopeningDecoder> {
    return new ReopeningDecoder(await open(), open);
  }

  read(): Reading | Promise<Reading> {
    try {
      const reading = this.#decoder.read();
      if (!(reading instanceof Promise)) return this.#count(reading);
      return reading.then(
        (block) => this.#count(block),
        (error: unknown) => this.#readAgain(error),
      );
    } catch (error) {
      return this.#readAgain(error);
    }
  }

  async seek(frame: FrameCount): Promise<void> {
    this.#at = Math.max(frame, 0);
    try {
      await this.#decoder.seek(frame);
    } catch (error) {
      await this.#reopen(error);
    }
  }

  byteOffsetOf(frame: FrameCount): ByteOffset | Promise<ByteOffset> {
    return this.#decoder.byteOffsetOf(frame);
  }

  frameAt(offset: ByteOffset): FrameCount | Promise<FrameCount> {
    return this.#decoder.frameAt(offset);
  }

  lookAhead(): void {
    this.#decoder.lookAhead?.();
  }

  close(): void {
    this.#decoder.close();
  }

  #count(reading: Reading): Reading {
    if (reading !== undefined && reading !== 'later') this.#at += reading.frames;
    return reading;
  }

  async #readAgain(error: unknown): Promise<Reading> {
    await this.#reopen(error);
    return this.read();
  }

  /** @throws `error` when that is no help */
  async #reopen(error: unknown): Promise<void> {
    const isUnreadable = error instanceof UndecodableFile && error.code === 'UNREADABLE_FILE';
    if (!isUnreadable || this.#reopenedAt === this.#at) throw error;
    this.#reopenedAt = this.#at;
    const fresh = await this.#fresh();
    if (fresh === undefined) throw error;
    this.#decoder.close();
    this.#decoder = fresh;
  }

  /** The file opened again, at the frame that is due; undefined when it is not there, or is another one. */
  async #fresh(): Promise<Decoder | undefined> {
    let decoder: Decoder | undefined;
    try {
      decoder = await this.#open();
      const { sampleRate, totalFrames } = decoder.facts;
      if (sampleRate === this.facts.sampleRate && totalFrames === this.facts.totalFrames) {
        await decoder.seek(frameCount(this.#at));
        return decoder;
      }
    } catch {
      // The file is away, or fails again.
    }
    decoder?.close();
    return undefined;
  }
}
