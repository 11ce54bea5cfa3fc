/**
 * What the decoder can play, with all that must be known before its first frame is decoded. The playback engine resolves
 * a location of the queue to one of these; the decoder worker opens it (open-source.ts).
 */
import type { ReplayGainTags } from '../dsp/replay-gain.js';
import type { Milliseconds } from '../units.js';
import type { FilePart } from './formats/part-decoder.js';

export type PlayableSource = LocalFile | CuePart | NetworkStream | CapturedInput;

/** `location` tells two sources apart: of a file it is the absolute path. */
export interface LocalFile extends Gained {
  readonly kind: 'localFile';
  readonly location: string;
}

/** A track of a CUE sheet. */
export interface CuePart extends Gained {
  readonly kind: 'cuePart';
  /** `/path#track=2` */
  readonly location: string;
  readonly part: FilePart;
}

interface Gained {
  /** ReplayGain tags of the file, undefined where it has none; missing while nobody has read them. */
  readonly gain?: ReplayGainTags | undefined;
}

export interface NetworkStream {
  readonly kind: 'networkStream';
  /** URL */
  readonly location: string;
  readonly input: NetworkInput;
}

/** What another device sends now, such as a phone over Bluetooth. */
export interface CapturedInput {
  readonly kind: 'capturedInput';
  readonly location: string;
  readonly input: CaptureInput;
}

/** Where sound of a known length begins that comes through a pipe. */
export interface Extent {
  readonly length: Milliseconds;
  /** Seconds of the track at which the pipe begins: a little before the place that was asked for. */
  readonly start: number;
}

/** How the decoder worker gets at what the main thread fetches from a server. */
export type NetworkInput =
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
  /** A file that was fetched as a whole. */
  | { readonly kind: 'spooled'; readonly path: string };

/** The pipe of a capture (streams/capture.ts): Float32, little-endian, interleaved stereo. */
export interface CaptureInput {
  readonly memory: SharedArrayBuffer;
  readonly control: SharedArrayBuffer;
  readonly sampleRate: number;
  readonly format: string;
}
