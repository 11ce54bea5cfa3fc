/**
 * What the audio engine and the decoder worker say to one another. The worker sleeps in `Atomics.wait` on a word of its
 * own, so whoever posts to it also changes and notifies that word.
 */
import type { ByteOffset, FrameCount, Milliseconds, SampleRateHz } from '../units.js';
import type { DecoderFacts, UndecodableFile } from './decoder.js';
import type { PlayableSource } from './playable-source.js';
import type { RingHandle } from '../output/ring-layout.js';
import type { SoundSettings } from '../dsp/sound-settings.js';

/** Tells two playings of one file apart; never used again. */
export type PlayId = number;

export interface TrackToDecode {
  readonly playId: PlayId;
  readonly source: PlayableSource;
}

/** Counts loads: an event that carries an older number than the last load is out of date. */
export type LoadNumber = number;

/** Where decoding begins: `elapsed` from the start (negative: from the end), a byte offset, or an exact frame. */
export type DecodeFrom =
  | { readonly kind: 'elapsed'; readonly elapsed: Milliseconds }
  | { readonly kind: 'offset'; readonly offset: ByteOffset }
  | { readonly kind: 'frame'; readonly frame: FrameCount };

/** The track that is played on for a while under the loaded one, and its next frame. */
export interface FadingTrack {
  readonly track: TrackToDecode;
  readonly frame: FrameCount;
}

/** A frame of the ring with this id. */
export interface RingFrame {
  readonly ring: number;
  readonly frame: number;
}

/** Drop what was decoded and begin here. The ring's flush was requested already. */
export interface Load {
  readonly kind: 'load';
  readonly load: LoadNumber;
  readonly track: TrackToDecode;
  readonly from: DecodeFrom;
  /** The track that was played until now, where it fades into this one. */
  readonly over?: FadingTrack | undefined;
  /** The track goes on with what is played (`over`, or `track` itself), of which this frame is in the ring. */
  readonly splicePoint?: RingFrame | undefined;
  /**
   * Number of the load that this one repeats, and which the worker may have dropped unread: where what was begun for that
   * is played by now, this one goes on with it.
   */
  readonly again?: LoadNumber | undefined;
}

export type ToDecoder =
  /** In force from the next load on; the fades between tracks from now on. */
  | { readonly kind: 'sound'; readonly settings: SoundSettings; readonly isShuffling: boolean }
  /** From now on decode into this ring. */
  | { readonly kind: 'ring'; readonly ring: RingHandle }
  /** From now on nothing outside these library roots is opened. */
  | { readonly kind: 'roots'; readonly roots: readonly string[] }
  | Load
  /** What follows the loaded track gaplessly; undefined for nothing. */
  | { readonly kind: 'follow'; readonly track: TrackToDecode | undefined }
  /**
   * Take the track that begins at this frame back out of the ring (undefined: the one that is open and waits for a ring
   * of its own), and go on there with `track`. Answered by `tooLateToCut` where that cannot be done any more; nothing is changed then.
   */
  | {
      readonly kind: 'cut';
      readonly load: LoadNumber;
      readonly ringFrame: number | undefined;
      readonly track: TrackToDecode | undefined;
    }
  /** Forget everything: nothing is decoded until the next load. */
  | { readonly kind: 'clear' }
  /** Where in the file a frame lies. */
  | { readonly kind: 'locate'; readonly request: number; readonly playId: PlayId; readonly frame: FrameCount };

export type FailureCode = UndecodableFile['code'] | 'DECODER_FAILED';

export type FromDecoder =
  | (TrackEvent & { readonly load: LoadNumber })
  | { readonly kind: 'located'; readonly request: number; readonly offset: ByteOffset | undefined };

export type TrackEvent =
  /** The file is open and its facts are known. */
  | { readonly kind: 'opened'; readonly playId: PlayId; readonly facts: DecoderFacts }
  /** The track needs a ring that serves this rate: at once after a load, or when the ring has run dry after a track before it. */
  | { readonly kind: 'ringNeeded'; readonly playId: PlayId; readonly rate: SampleRateHz; readonly whenDrained: boolean }
  /** The ring's frame `ringFrame` is the track's frame `trackFrame`. */
  | {
      readonly kind: 'queued';
      readonly playId: PlayId;
      readonly ringFrame: number;
      readonly trackFrame: FrameCount;
      /** Id of the ring. */
      readonly ring: number;
    }
  /** What was to be taken out of the ring is on its way to the device, or is mixed with what goes before it. */
  | { readonly kind: 'tooLateToCut'; readonly playId: PlayId }
  /** The track cannot be played; `started`: only its rest cannot, and what follows it was begun already. */
  | {
      readonly kind: 'failed';
      readonly playId: PlayId;
      readonly code: FailureCode;
      readonly reason: string;
      readonly started: boolean;
    };

/** Words of Int32 that main thread and worker share besides the ring. */
export const WakeWord = {
  /** How often the worker was woken; it sleeps on this word. Written by the main thread. */
  wakes: 0,
  /** Kernel's id of the worker's thread, for whoever measures what decoding costs (proc(5)). Written by the worker. */
  threadId: 1,
  /** What `wakes` held when the worker went to sleep until it is woken, else `AT_WORK`. Written by the worker. */
  restsAt: 2,
} as const;
export const AT_WORK = -1;
export const WAKE_BYTES = 12;

export interface DecoderWorkerData {
  /** The words of `WakeWord`. */
  readonly wake: SharedArrayBuffer;
  /** File of the addon. */
  readonly native: string;
  /** Library roots: nothing outside them is opened. */
  readonly roots: readonly string[];
  /** Seconds of playing in a real second, as the playback clock has it: 1, but for tests. */
  readonly timeFactor: number;
}
