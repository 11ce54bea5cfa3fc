/**
 * What the decoder worker needs of a decoder. Thread: the worker's, one call at a time; `read` may block on the disk.
 */
import type { ByteOffset, FrameCount, Milliseconds, SampleRateHz } from '../units.js';

/**
 * Decoded PCM: two runs of one array, valid until the decoder's next call. Full scale is 1.0 in a Float32Array, and
 * 2^31 in an Int32Array, which carries what is finer than 24 bits.
 */
export interface PcmBlock {
  readonly samples: Float32Array | Int32Array;
  /** Element indices of the first frame of each channel. */
  readonly left: number;
  readonly right: number;
  readonly frames: number;
}

/** `later`: nothing is there yet, because it comes over a network or from another process. */
export type Reading = PcmBlock | 'later' | undefined;

export interface DecoderFacts {
  /** The field's name of the format: MP3, FLAC, Opus, AAC … */
  readonly format: string;
  /** Bits of the file's integer samples; undefined where a lossy format has none. */
  readonly bitsPerSample: number | undefined;
  readonly sampleRate: SampleRateHz;
  /** Channels in the file; blocks are always stereo. */
  readonly channels: number;
  /** Frames that the file promises after trimming; undefined when only decoding can tell. */
  readonly totalFrames: FrameCount | undefined;
  /** From `totalFrames`, else the best estimate. */
  readonly length: Milliseconds;
  /** Frames of silence that the encoder put before and behind the sound; already trimmed from the blocks. */
  readonly encoderDelay: FrameCount;
  readonly padding: FrameCount;
  /** kbit/s, the mean over the file. */
  readonly bitrate: number;
}

export interface Decoder {
  readonly facts: DecoderFacts;
  /** The next block, of at least one frame; undefined at the end. @throws Error when the file cannot be read. */
  read(): Reading | Promise<Reading>;
  /**
   * Continues exactly at a frame, counted after trimming; beyond the end there is nothing more to read. In a stream that
   * cannot be moved about in it does nothing.
   */
  seek(frame: FrameCount): void | Promise<void>;
  /** Where in the file a frame lies, and the frame at a byte position. Reading goes on where it was. Never rejects. */
  byteOffsetOf(frame: FrameCount): ByteOffset | Promise<ByteOffset>;
  frameAt(offset: ByteOffset): FrameCount | Promise<FrameCount>;
  /** Learns more of where things lie in the file, while there is time: what a seek would have to find out. */
  lookAhead?(): void;
  /** May be called twice. */
  close(): void;
}

/** Why a file cannot be played. `code` goes into events and the log; a retry helps only when the file has changed. */
export class UndecodableFile extends Error {
  readonly code: 'EMPTY_FILE' | 'NOT_AUDIO' | 'UNSUPPORTED_FORMAT' | 'UNREADABLE_FILE' | 'OUTSIDE_LIBRARY';

  constructor(code: UndecodableFile['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UndecodableFile';
    this.code = code;
  }
}

/** What to throw where reading a file failed: what it is already, or UNREADABLE_FILE. */
export function unreadable(cause: unknown): UndecodableFile {
  if (cause instanceof UndecodableFile) return cause;
  return new UndecodableFile('UNREADABLE_FILE', (cause as Error).message, { cause });
}
