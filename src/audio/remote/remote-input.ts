/** How the decoder worker gets at something remote: what the main thread hands it together with the track. */

export type RemoteInput =
  /** MPEG audio that goes on and on; a byte pipe (byte-pipe.ts). */
  | { readonly kind: 'mpeg'; readonly memory: SharedArrayBuffer }
  /** What ffmpeg made of something else: Float32, little-endian, interleaved stereo. */
  | {
      readonly kind: 'pcm';
      readonly memory: SharedArrayBuffer;
      readonly sampleRate: number;
      /** The field's name of what it was. */
      readonly format: string;
      /** kbit/s; 0 when not known. */
      readonly bitrate: number;
    }
  /** A file of known length on another machine; `seekable`: any range of it can be asked for. */
  | { readonly kind: 'file'; readonly memory: SharedArrayBuffer; readonly size: number; readonly seekable: boolean }
  /** A file that was fetched as a whole. */
  | { readonly kind: 'spooled'; readonly path: string };
