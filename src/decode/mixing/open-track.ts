/** A track that is open, and the part of its newest block that was not used. Thread: the decoder worker's. */
import { frameCount, milliseconds, millisecondsToFrames, type FrameCount, type SampleRateHz } from '../../units.js';
import { cut } from '../blocks.js';
import type { DecodeFrom, PlayId } from '../decoder-messages.js';
import { UndecodableFile, type Decoder, type PcmBlock } from '../decoder.js';

/** What is known of a track before its first block is decoded. */
type TrackToOpen = Pick<OpenTrack, 'playId' | 'location' | 'file' | 'decoder' | 'slot' | 'gain'>;

export type DecoderSlot = 0 | 1;

export class OpenTrack {
  readonly playId: PlayId;
  readonly location: string;
  /** State of the file when it was opened (`fileState`). */
  readonly file: string | undefined;
  readonly decoder: Decoder;
  /** Which of the worker's decoders it uses: two tracks that sound at once need one each. */
  readonly slot: DecoderSlot;
  readonly gain: number;
  /** The frame at which it begins. */
  readonly start: FrameCount;
  #block: PcmBlock | undefined;
  #used: number;
  #hasFailed = false;

  private constructor(track: TrackToOpen, start: FrameCount, block: PcmBlock | undefined) {
    this.playId = track.playId;
    this.location = track.location;
    this.file = track.file;
    this.decoder = track.decoder;
    this.slot = track.slot;
    this.gain = track.gain;
    this.start = start;
    this.#block = block;
    this.#used = start;
  }

  /**
   * Brings a decoder to where its track is to begin, with the first block at hand. On failure it is closed.
   * @param isUsed the decoder has been read already, or moved
   * @throws UndecodableFile NOT_AUDIO when there is no sound at all, and what the decoder throws
   */
  static async open(track: TrackToOpen, from: DecodeFrom, isUsed = false): Promise<OpenTrack> {
    const { decoder } = track;
    try {
      const start = await startFrame(decoder, from);
      if (start > 0 || isUsed) await decoder.seek(start);
      const reading = await decoder.read();
      if (reading === undefined && start === 0) throw new UndecodableFile('NOT_AUDIO', 'no sound in the file');
      return new OpenTrack(track, start, reading === 'later' ? undefined : reading);
    } catch (error) {
      decoder.close();
      throw error;
    }
  }

  /** The decoder has thrown, and is not to be trusted any more. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get rate(): SampleRateHz {
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
    this.#block = frames < block.frames ? cut(block, frames) : undefined;
  }

  /** May be called twice. */
  close(): void {
    this.decoder.close();
  }
}

/** The frame at which a track begins, inside what is known of its length. */
async function startFrame(decoder: Decoder, from: DecodeFrom): Promise<FrameCount> {
  const { sampleRate, length, totalFrames } = decoder.facts;
  const frame =
    from.kind === 'frame'
      ? from.frame
      : from.kind === 'offset'
        ? await decoder.frameAt(from.offset)
        : millisecondsToFrames(
            milliseconds(from.elapsed < 0 ? Math.max(length + from.elapsed, 0) : from.elapsed),
            sampleRate,
          );
  return totalFrames === undefined ? frame : frameCount(Math.min(frame, totalFrames));
}
