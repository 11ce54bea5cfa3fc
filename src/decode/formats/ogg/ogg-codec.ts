/** What is inside Ogg: how a codec's packets are counted and decoded. Thread: the decoder worker's. */
import type { PcmBlock } from '../../decoder.js';
import type { XiphLibraries } from './xiph-libraries.js';

export interface OggCodec {
  readonly format: string;
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number | undefined;
  /** Frames at the beginning that are not to be heard. */
  readonly preSkip: number;
  /** Frames that are decoded and dropped in front of where a seek goes. */
  readonly preRoll: number;
  /** Frames that a packet gives behind another one; the first packet of all stands behind none. */
  framesOf(packet: Uint8Array, before: Uint8Array | undefined): number;
  /** Forgets the stream, as before the first packet. */
  begin(): Promise<void>;
  /** A block is valid until the next call; undefined when the packet gives nothing. */
  decode(packet: Uint8Array): PcmBlock | undefined;
}

/** A codec that is known by its first packet. */
export interface OggCodecKind {
  /** @param first the first packet of a stream */
  recognises(first: Uint8Array): boolean;
  /** Whether a packet behind the first is a header. @param index counted from 0 */
  isHeader(packet: Uint8Array, index: number): boolean;
  /** Undefined when the headers are damaged. */
  create(headers: readonly Uint8Array[], libraries: XiphLibraries): OggCodec | undefined;
}
