/** What the main thread and the stream worker say to one another. */
import type { FrameCount } from '../../units.js';
import type { DecoderFacts } from '../decoder.js';
import type { PlayableSource } from '../playable-source.js';

/** Tells streams apart; never used again. */
export type StreamId = number;

export type ToStreamWorker =
  /** @param roots library roots: nothing outside them is opened */
  | {
      readonly kind: 'open';
      readonly stream: StreamId;
      readonly source: PlayableSource;
      readonly roots: readonly string[];
    }
  /** The next frames, from `at` on where the stream is to be moved. Answered by `sound`. */
  | {
      readonly kind: 'read';
      readonly stream: StreamId;
      readonly request: number;
      readonly frames: number;
      readonly at: FrameCount | undefined;
    }
  | { readonly kind: 'close'; readonly stream: StreamId };

export type FromStreamWorker =
  | { readonly kind: 'opened'; readonly stream: StreamId; readonly facts: DecoderFacts }
  | { readonly kind: 'refused'; readonly stream: StreamId; readonly code: string; readonly reason: string }
  /** Int16, little-endian, interleaved stereo; undefined at the end, and where the rest cannot be decoded. */
  | { readonly kind: 'sound'; readonly request: number; readonly bytes: Uint8Array | undefined };

export interface StreamWorkerData {
  /** File of the addon, beside which the confining program is. */
  readonly native: string;
}
