/**
 * What the rest of the house sees of the player. The wire's odd words (`ff-rewind`, `/playlists`) stop at `http/wire`.
 */
import type { OutputTrouble } from '../output/output.js';
import type { StreamNow } from './engine/network-track.js';
import type { ByteOffset, Milliseconds, SampleRateHz } from '../units.js';

/** One entry of the live queue. `key` tells two entries of the same file apart and is never used again. */
export interface QueueEntry {
  readonly key: number;
  /** An absolute path, or an http(s) URL. */
  readonly location: string;
}

/** The live queue as it stands. All positions are indices into `entries`. */
export interface QueueSnapshot {
  readonly entries: readonly QueueEntry[];
  /** The current entry; 0 when the queue is empty. */
  readonly index: number;
  /** The entry that is logically first; play order goes on from there and wraps round. */
  readonly firstIndex: number;
  /** Where an insertion after the last one would follow; -1 for none. */
  readonly lastInsertPosition: number;
  /** 0 when not shuffled. */
  readonly seed: number;
  readonly capacity: number;
}

/** The position at which playing goes on after a stop or a restart. */
export interface ResumePoint {
  /** Index of the entry in the queue. */
  readonly index: number;
  readonly location: string;
  readonly elapsed: Milliseconds;
  /** 0 when only the time is known. */
  readonly offset: ByteOffset;
}

/** Where to begin: `elapsed` wins when it is not 0; else `offset`, a byte position, is brought to its PCM frame. */
export interface StartPosition {
  readonly elapsed: Milliseconds;
  readonly offset: ByteOffset;
}

export type PlaybackKind = 'stopped' | 'playing' | 'paused';

export interface PlaybackStatus {
  readonly kind: PlaybackKind;
  /** Why nothing sounds although something should. */
  readonly outputProblem: OutputTrouble | undefined;
}

/** Facts of a track that its decoder knows better than its tags. */
export interface StreamFacts {
  readonly length: Milliseconds;
  readonly sampleRate: SampleRateHz;
  /** kbit/s, the mean over the file. */
  readonly bitrate: number;
  /** Bits of the file's integer samples; undefined where there are none. */
  readonly bitsPerSample?: number | undefined;
  /** In the file. */
  readonly channels?: number | undefined;
}

/** The sounding (or paused) track. It may have left the queue already. */
export interface CurrentTrack {
  readonly entry: QueueEntry;
  /** Index in the queue, or -1 when the track has left it. */
  readonly index: number;
  readonly elapsed: Milliseconds;
  /** Undefined until the decoder has opened the file. */
  readonly facts: StreamFacts | undefined;
  /** What a remote track says about itself at the moment that is played. */
  readonly stream?: StreamNow | undefined;
}

/**
 * What a listener may want to look at again. `currentTrack`: it is another one, at another index of the queue, or more is
 * known of it, such as the facts of its decoder. `position`: playing goes on somewhere else than it was.
 */
export type PlayerAspect = 'status' | 'currentTrack' | 'nextTrack' | 'position' | 'queue' | 'modes' | 'resumePoint';

export interface SkippedTrack {
  readonly location: string;
  readonly code: string;
  readonly reason: string;
  /** Only its rest was left out. */
  readonly started: boolean;
}

/** One listening to an entry: from its first sound to that of another, whatever pauses and seeks lie between. */
export interface ListeningFacts {
  /** Another one for each listening. */
  readonly number: number;
  readonly location: string;
  /** Really played so far; a part that was played twice counts twice. */
  readonly played: Milliseconds;
  /** Length of the whole track, as its decoder knows it; 0 when it does not. */
  readonly length: Milliseconds;
  /** Since its first sound. */
  readonly age: Milliseconds;
  /** Begun before the daemon was started. */
  readonly resumed: boolean;
}

/** `stopped`: it may still go on, with the same number; then `begun` is not reported again. */
export interface ListeningEvent {
  readonly type: 'listening';
  readonly phase: 'begun' | 'stopped' | 'over';
  readonly listening: ListeningFacts;
}

export type PlayerEvent =
  | { readonly type: 'changed'; readonly aspects: ReadonlySet<PlayerAspect> }
  | { readonly type: 'trackSkipped'; readonly track: SkippedTrack }
  | ListeningEvent;
