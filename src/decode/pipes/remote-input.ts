/** How the decoder worker gets at something remote: what the main thread hands it together with the track. */
import type { Milliseconds } from '../../units.js';

/** Of sound that comes through a pipe and has a beginning and an end. */
export interface Extent {
  readonly length: Milliseconds;
  /** Seconds of the track at which the pipe begins: a little before the place that was asked for. */
  readonly start: number;
}

export type RemoteInput =
  /** MPEG audio that goes on and on; a byte pipe (byte-pipe.ts). */
  | { readonly kind: 'mpeg'; readonly memory: SharedArrayBuffer; readonly extent?: Extent | undefined }
  /** What ffmpeg made of something else: Float32, little-endian, interleaved stereo. */
  | {
      readonly kind: 'pcm';
      readonly memory: SharedArrayBuffer;
      readonly sampleRate: number;
      /** The field's name of what it was. */
      readonly format: string;
      /** kbit/s; 0 when not known. */
      readonly bitrate: number;
      readonly extent?: Extent | undefined;
    }
  /** A file of known length on another machine; `seekable`: any range of it can be asked for. */
  | { readonly kind: 'file'; readonly memory: SharedArrayBuffer; readonly size: number; readonly seekable: boolean }
  /** What another device sends now, through a capture (guest/capture.ts): Float32, little-endian, interleaved stereo. */
  | {
      readonly kind: 'capture';
      readonly memory: SharedArrayBuffer;
      readonly control: SharedArrayBuffer;
      readonly sampleRate: number;
      readonly format: string;
    }
  /** A file that was fetched as a whole. */
  | { readonly kind: 'spooled'; readonly path: string };
