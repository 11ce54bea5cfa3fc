/**
 * Which track is heard, and where in it: boundaries between tracks in the ring, and what is known of the tracks. Thread:
 * main. It reads the ring and never writes it.
 */
import { frameCount, framesToMilliseconds, milliseconds, type FrameCount, type Milliseconds } from '../../units.js';
import { REAL_TIME, type PlaybackClock } from '../../playback-clock.js';
import type { PlayId, RingPlace } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { NativePlaybackClock } from '../../native.js';
import { frameAfter, frameDistance, type RingHandle } from '../../output/ring-layout.js';
import { RingReader } from '../../output/ring-reader.js';

/** Ring frame `ringFrame` is frame `trackFrame` of the track. */
export interface Boundary {
  readonly playId: PlayId;
  readonly ringFrame: number;
  readonly trackFrame: FrameCount;
}

/** A frame of a track that is heard now; `inRing` is missing while something else sounds still. */
export interface HeardPlace {
  readonly playId: PlayId;
  readonly frame: FrameCount;
  readonly inRing: RingPlace | undefined;
}

/** How the time of the heard track follows from its ring, as long as this ring plays and no other boundary comes. */
export interface HeardCourse extends NativePlaybackClock {
  readonly playId: PlayId;
  readonly ring: RingHandle;
}

/** Frame counters are compared as 32-bit differences: a boundary never falls farther behind than this (6.7 hours). */
const FARTHEST_BOUNDARY = 2 ** 30;
/** Where no track follows yet. */
const NO_END = 2 ** 31 - 1;

export class Timeline {
  readonly facts = new Map<PlayId, DecoderFacts>();
  /** In ring order; the first is the one that is heard. Empty while a load is under way. */
  #boundaries: Boundary[] = [];
  #reader: RingReader | undefined;
  readonly #clock: PlaybackClock;

  constructor(clock = REAL_TIME) {
    this.#clock = clock;
  }

  get reader(): RingReader | undefined {
    return this.#reader;
  }

  /** From now on this ring is heard; boundaries are those of the ring before it. */
  read(ring: RingHandle): RingReader {
    this.#reader = new RingReader(ring, this.#clock.factor === 1);
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

  /** The track that was heard is over. */
  pass(): Boundary | undefined {
    return this.#boundaries.shift();
  }

  /** Milliseconds until the second boundary is heard, 0 when it was; undefined when there is none, or no telling yet. */
  untilNext(): number | undefined {
    const next = this.#boundaries[1];
    if (next === undefined || this.#reader === undefined || this.#reader.isFlushing) return undefined;
    const due = frameDistance(this.#reader.heardFrame(), next.ringFrame);
    return due > 0 ? (due * 1000) / this.#reader.ring.rate : 0;
  }

  /** The track that the player knows to be heard, and its frame: never past where the next track begins. */
  place(): HeardPlace | undefined {
    return this.#placeAt((reader) => reader.heardFrame());
  }

  /**
   * The same, but never ahead of what was heard, as a place reckoned from the time is when the device was late: from
   * here the sound can go on another way with nothing left out.
   */
  provenPlace(): HeardPlace | undefined {
    return this.#placeAt((reader) => reader.provenFrame());
  }

  #placeAt(heardFrame: (reader: RingReader) => number): HeardPlace | undefined {
    const [first, next] = this.#boundaries;
    if (first === undefined || this.#reader === undefined) return undefined;
    const { ring, isFlushing } = this.#reader;
    const heard = isFlushing ? first.ringFrame : heardFrame(this.#reader);
    const length = next === undefined ? Infinity : frameDistance(first.ringFrame, next.ringFrame);
    const passed = Math.min(Math.max(frameDistance(first.ringFrame, heard), 0), length);
    const inRing = isFlushing ? undefined : { ring: ring.id, frame: frameAfter(first.ringFrame, passed) };
    return { playId: first.playId, frame: this.#trackFrame(first, passed), inRing };
  }

  /** What `place` is reckoned from; undefined when there is no place. */
  course(): HeardCourse | undefined {
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
    if (frameDistance(first.ringFrame, this.#reader.heardFrame()) < FARTHEST_BOUNDARY) return;
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
