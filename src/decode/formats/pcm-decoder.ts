/** The decoder of uncompressed PCM in a file: frames are where arithmetic says, so that every seek is exact. */
import { byteOffset, frameCount, type ByteOffset, type FrameCount } from '../../units.js';
import type { Decoder, DecoderFacts, PcmBlock } from '../decoder.js';
import { factsOf } from '../facts.js';
import { FileWindow } from './file-window.js';
import type { PcmFile } from './pcm-file.js';
import { PcmConverter } from './pcm-samples.js';

/** The first block is small, so that sound begins early. */
const FIRST_BLOCK_BYTES = 8 * 1024;
const BLOCK_BYTES = 32 * 1024;

export class PcmDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #window: FileWindow;
  readonly #view: DataView;
  readonly #file: PcmFile;
  readonly #converter: PcmConverter;
  readonly #frames: number;
  /** The frame that is read next. */
  #at = 0;
  #block = FIRST_BLOCK_BYTES;

  /** `file` has passed `requirePlayable`. */
  private constructor(window: FileWindow, file: PcmFile) {
    this.#window = window;
    this.#view = new DataView(window.bytes.buffer);
    this.#file = file;
    const { layout, bytes, format, bitsPerSample } = file;
    this.#converter = new PcmConverter(layout, Math.ceil(BLOCK_BYTES / (layout.channels * 2)));
    this.#frames = bytes / this.#converter.frameBytes;
    const { sampleRate } = file;
    const bitrate = Math.round((sampleRate * this.#converter.frameBytes * 8) / 1000);
    this.facts = factsOf({
      ...{ format, bitsPerSample, sampleRate, channels: layout.channels },
      ...{ frames: this.#frames, bitrate },
    });
  }

  /** @param parse finds the audio; undefined when it is compressed, and then there is no decoder. @throws UndecodableFile */
  static open(path: string, parse: (window: FileWindow) => PcmFile | undefined): PcmDecoder | undefined {
    const window = new FileWindow(path);
    try {
      const file = parse(window);
      if (file !== undefined) return new PcmDecoder(window, file);
    } catch (error) {
      window.close();
      throw error;
    }
    window.close();
    return undefined;
  }

  read(): PcmBlock | undefined {
    const { frameBytes, mostFrames } = this.#converter;
    const wanted = Math.min(Math.ceil(this.#block / frameBytes), mostFrames, this.#frames - this.#at);
    if (wanted <= 0) return undefined;
    this.#block = BLOCK_BYTES;
    const offset = this.#file.start + this.#at * frameBytes;
    const at = this.#window.show(offset, wanted * frameBytes);
    // Fewer where the file became shorter while it is played.
    const frames = Math.min(wanted, Math.floor(this.#window.visible(offset) / frameBytes));
    if (frames === 0) return undefined;
    this.#at += frames;
    return this.#converter.convert(this.#view, at, frames);
  }

  seek(frame: FrameCount): void {
    this.#at = Math.min(Math.max(frame, 0), this.#frames);
    this.#block = FIRST_BLOCK_BYTES;
  }

  byteOffsetOf(frame: FrameCount): ByteOffset {
    return byteOffset(this.#file.start + Math.min(Math.max(frame, 0), this.#frames) * this.#converter.frameBytes);
  }

  frameAt(offset: ByteOffset): FrameCount {
    const frame = Math.floor((offset - this.#file.start) / this.#converter.frameBytes);
    return frameCount(Math.min(Math.max(frame, 0), this.#frames));
  }

  close(): void {
    this.#window.close();
  }
}
