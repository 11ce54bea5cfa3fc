/**
 * The decoder of FLAC files: frames from `FlacFile`, samples from libFLAC, exactly the integers that were encoded. Every
 * frame says which samples it holds, so seeks need no warm-up, and silence takes the place of frames that are damaged.
 */
import { byteOffset, frameCount, type ByteOffset, type FrameCount } from '../../units.js';
import { NumberedBlocks } from '../blocks.js';
import { UndecodableFile, type Decoder, type DecoderFacts, type PcmBlock } from '../decoder.js';
import { factsOf } from '../facts.js';
import { FlacFile, type FlacFrame } from './flac-file.js';
import { FlacPcm } from './flac-pcm.js';
import type { FlacLibrary, FlacSamples } from './flac-wasm.js';

/** So many damaged frames in a row, and not one sound before: this is no music. */
const HOPELESS_FRAMES = 200;

export class FlacDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #file: FlacFile;
  readonly #library: FlacLibrary;
  readonly #pcm: FlacPcm;
  readonly #blocks = new NumberedBlocks();
  /** Samples in front of this one are not wanted, after a seek. */
  #wanted = 0;
  #damaged = 0;

  private constructor(file: FlacFile, library: FlacLibrary) {
    this.#file = file;
    this.#library = library;
    const { info, size, audioStart } = file;
    this.#pcm = new FlacPcm(info.channels, info.bitsPerSample);
    const frames =
      info.totalFrames !== undefined && info.totalFrames <= file.mostFrames ? info.totalFrames : file.countFrames();
    this.facts = factsOf({ ...info, format: 'FLAC', frames, bytes: size - audioStart });
  }

  /** Takes over `library`, which must be fresh or reset. @param start behind ID3v2 tags @throws UndecodableFile */
  static open(path: string, start: number, library: FlacLibrary): FlacDecoder {
    const file = new FlacFile(path, start);
    try {
      return new FlacDecoder(file, library);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  read(): PcmBlock | undefined {
    for (;;) {
      const ready = this.#blocks.take();
      if (ready !== undefined) return ready;
      const frame = this.#file.take();
      if (frame === undefined) return undefined;
      if (frame.first + frame.samples <= this.#wanted) continue;
      this.#accept(frame, this.#library.decode(this.#file.bytesOf(frame)));
      if (!frame.isFollowed) this.#library.reset();
    }
  }

  #accept({ first }: FlacFrame, decoded: FlacSamples | undefined): void {
    const { channels, bitsPerSample } = this.facts;
    if (decoded !== undefined && decoded.bitsPerSample === bitsPerSample && decoded.channels.length === channels) {
      this.#damaged = 0;
      this.#blocks.put(first, this.#pcm.blockOf(decoded));
    } else if (++this.#damaged >= HOPELESS_FRAMES && this.#blocks.at === this.#wanted) {
      throw new UndecodableFile('NOT_AUDIO', 'every FLAC frame is damaged');
    }
  }

  seek(frame: FrameCount): void {
    this.#library.reset();
    this.#wanted = Math.max(frame, 0);
    this.#blocks.begin(this.#wanted);
    this.#file.goTo(this.#wanted);
  }

  byteOffsetOf(frame: FrameCount): ByteOffset {
    return byteOffset(this.#file.lookUp('frame', Math.max(frame, 0))?.offset ?? this.#file.size);
  }

  frameAt(offset: ByteOffset): FrameCount {
    const total = this.facts.totalFrames ?? frameCount(0);
    return frameCount(this.#file.lookUp('offset', Math.max(offset, 0))?.first ?? total);
  }

  close(): void {
    this.#file.close();
  }
}
