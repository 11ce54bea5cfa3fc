/**
 * Which track is played, and where in it: boundaries between tracks in the ring, and what is known of the tracks. Thread:
 * main. The ring is read and never written.
 */
import { frameCount, framesToMilliseconds, milliseconds, type FrameCount, type Milliseconds } from '../../units.js';
import { REAL_TIME, type PlaybackClock } from '../../playback-clock.js';
import type { PlayId, RingFrame } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { NativePlaybackClock } from '../../native.js';
import { frameAfter, frameDistance, type RingHandle } from '../../output/ring-layout.js';
import { RingReader } from '../../output/ring-reader.js';
import type { EnginePosition } from './engine-events.js';

/** Ring frame `ringFrame` is frame `trackFrame` of the track. */
export interface Boundary {
  readonly playId: PlayId;
  readonly ringFrame: number;
  readonly trackFrame: FrameCount;
}

/** The frame of a track that is played now; `inRing` is missing while something else sounds still. */
export interface PlayedFrame {
  readonly playId: PlayId;
  readonly frame: FrameCount;
  readonly inRing: RingFrame | undefined;
}

/** How the time of the played track follows from its ring, as long as this ring plays and no other boundary comes. */
export interface TrackClock extends NativePlaybackClock {
  readonly playId: PlayId;
  /** Undefined while a network player plays: its frames are milliseconds, and nobody can read them from a ring. */
  readonly ring: RingHandle | undefined;
}

/** As `TrackClock`, of what this machine plays. */
export type RingClock = TrackClock & { readonly ring: RingHandle };

/** Frame counters are compared as 32-bit differences: a boundary never falls farther behind than this (6.7 hours). */
const FARTHEST_BOUNDARY = 2 ** 30;
/** Where no track follows yet. */
const NO_END = frameCount(2 ** 31 - 1);

export class Timeline {
  readonly facts = new Map<PlayId, DecoderFacts>();
  /** In ring order; the first is the one that is played. Empty while a load is under way. */
  #boundaries: Boundary[] = [];
  #reader: RingReader | undefined;

  constructor(private readonly clock: PlaybackClock = REAL_TIME) {}

  get reader(): RingReader | undefined {
    return this.#reader;
  }

  /** From now on this ring is played; boundaries are those of the ring before it. */
  read(ring: RingHandle): RingReader {
    this.#reader = new RingReader(ring, this.clock.factor === 1);
    return this.#reader;
  }

  get boundaries(): readonly Boundary[] {
    return this.#boundaries;
  }

  has(playId: PlayId): boolean {
    return this.#boundaries.some((boundary) => boundary.playId === playId);
  }

  add(boundary: Boundary): void {
    this.#boundaries.push(boundary);
  }

  /** Forgets the boundaries from this one on, and returns them. */
  cutFrom(at: number): readonly Boundary[] {
    return this.#boundaries.splice(at);
  }

  /** The track that was played is over. @returns where the next one begins */
  pass(): Boundary | undefined {
    this.#boundaries.shift();
    return this.#boundaries[0];
  }

  /** Forgets everything but the facts of a track that is loaded again. */
  restart(playId: PlayId): void {
    const known = this.facts.get(playId);
    this.#boundaries = [];
    this.facts.clear();
    if (known !== undefined) this.facts.set(playId, known);
  }

  /** Milliseconds until the second boundary is played, 0 when it was; undefined when there is none, or nothing is known yet. */
  untilNext(): number | undefined {
    const next = this.#boundaries[1];
    if (next === undefined || this.#reader === undefined || this.#reader.isFlushing) return undefined;
    const due = frameDistance(this.#reader.playedFrame(), next.ringFrame);
    return due > 0 ? (due * 1000) / this.#reader.ring.rate : 0;
  }

  /** All of a stream that has ended was played. */
  get isDrained(): boolean {
    return this.#reader?.isDrained === true && !this.#reader.isFlushing;
  }

  /** Position in the track that is played now. */
  position(): EnginePosition | undefined {
    const played = this.playedFrame();
    if (played === undefined) return undefined;
    const { playId, frame } = played;
    return { playId, elapsed: this.milliseconds(playId, frame), frame };
  }

  /** The track that the player knows to be played, and its frame: never past where the next track begins. */
  playedFrame(): PlayedFrame | undefined {
    return this.#frameAt((reader) => reader.playedFrame());
  }

  /**
   * As `playedFrame`, but never ahead of what was played, as a frame computed from the time is when the device was late:
   * from here the sound can go on another way with nothing left out.
   */
  reportedFrame(): PlayedFrame | undefined {
    return this.#frameAt((reader) => reader.reportedFrame());
  }

  #frameAt(read: (reader: RingReader) => number): PlayedFrame | undefined {
    const [first, next] = this.#boundaries;
    if (first === undefined || this.#reader === undefined) return undefined;
    const { ring, isFlushing } = this.#reader;
    const played = isFlushing ? first.ringFrame : read(this.#reader);
    const length = next === undefined ? Infinity : frameDistance(first.ringFrame, next.ringFrame);
    const passed = Math.min(Math.max(frameDistance(first.ringFrame, played), 0), length);
    const inRing = isFlushing ? undefined : { ring: ring.id, frame: frameAfter(first.ringFrame, passed) };
    return { playId: first.playId, frame: this.#trackFrame(first, passed), inRing };
  }

  /** What `playedFrame` is computed from; undefined when there is none. */
  trackClock(): RingClock | undefined {
    const [first, next] = this.#boundaries;
    if (first === undefined || this.#reader === undefined) return undefined;
    const { playId, ringFrame, trackFrame } = first;
    const { ring } = this.#reader;
    const trackRate = this.facts.get(playId)?.sampleRate ?? ring.rate;
    const most = next === undefined ? NO_END : frameDistance(ringFrame, next.ringFrame);
    return { playId, ring, ringRate: ring.rate, trackRate, ringFrame, trackFrame, most };
  }

  milliseconds(playId: PlayId, frame: FrameCount): Milliseconds {
    const facts = this.facts.get(playId);
    return facts === undefined ? milliseconds(0) : framesToMilliseconds(frame, facts.sampleRate);
  }

  /** Moves the first boundary on where it has fallen far behind; to be called every few hours. */
  keepNear(): void {
    const [first] = this.#boundaries;
    if (first === undefined || this.#reader === undefined || this.#reader.isFlushing) return;
    if (frameDistance(first.ringFrame, this.#reader.playedFrame()) < FARTHEST_BOUNDARY) return;
    // Whole seconds: both rates count them exactly.
    const { rate } = this.#reader.ring;
    const nearer = Math.floor(FARTHEST_BOUNDARY / 2 / rate) * rate;
    this.#boundaries[0] = {
      playId: first.playId,
      ringFrame: frameAfter(first.ringFrame, nearer),
      trackFrame: this.#trackFrame(first, nearer),
    };
  }

  /** The track's frame that lies `passed` frames of the ring behind a boundary: the two may differ in rate. */
  #trackFrame({ playId, trackFrame }: Boundary, passed: number): FrameCount {
    const ringRate = this.#reader?.ring.rate ?? 1;
    const rate = this.facts.get(playId)?.sampleRate ?? ringRate;
    return frameCount(trackFrame + Math.floor((passed * rate) / ringRate));
  }
}
