/**
 * Which tracks the decoder has and is to have: the loaded one, the one that follows, and what is under way where the next
 * one needs a ring of another rate. Thread: main; plain data.
 */
import type { DecodeFrom, FadingTrack, Load, PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import type { SampleRateHz } from '../../units.js';
import { FROM_START } from './queue-track.js';
import type { PlayedFrame } from './timeline.js';

/** A load as it was asked for: from where, into which other sound, and by which number. */
export type PlannedLoad = Omit<Load, 'kind' | 'load'>;

export class TrackPlan {
  /** The loaded track, or the one behind it that is played by now. */
  loaded: PlannedLoad | undefined;
  following: TrackToDecode | undefined;
  /** The follower that is open and waits, at another rate, for the ring to run dry. */
  awaited: { readonly playId: PlayId; readonly rate: SampleRateHz } | undefined;
  /** All of the ring was played, and the follower is about to begin in another one. */
  isBetweenRings = false;
  /** Tracks that were loaded or follow, until the next load. */
  readonly #tracks = new Map<PlayId, TrackToDecode>();
  /** Followers that were replaced before the worker said whether they are in the ring already. */
  readonly #replaced = new Set<PlayId>();

  track(playId: PlayId): TrackToDecode | undefined {
    return this.#tracks.get(playId);
  }

  isLoaded(playId: PlayId): boolean {
    return playId === this.loaded?.track.playId;
  }

  /** The track that is about to be played while none is. */
  get due(): PlayId | undefined {
    const next = this.isBetweenRings ? this.following : undefined;
    return next?.playId ?? this.loaded?.track.playId;
  }

  /** Whether the track is loaded, or the one that follows. */
  expects(playId: PlayId): boolean {
    return this.isLoaded(playId) || playId === this.following?.playId;
  }

  load(load: PlannedLoad): void {
    this.clear();
    this.loaded = load;
    this.#tracks.clear();
    this.#replaced.clear();
    this.#tracks.set(load.track.playId, load.track);
  }

  follow(track: TrackToDecode | undefined): void {
    if (this.following !== undefined) this.#replaced.add(this.following.playId);
    this.following = track;
    if (track !== undefined) this.#tracks.set(track.playId, track);
  }

  clear(): void {
    this.loaded = this.following = this.awaited = undefined;
    this.isBetweenRings = false;
  }

  /** What is played now where it fades into another track that was chosen by hand. */
  fadingInto({ source }: TrackToDecode, from: DecodeFrom, played: PlayedFrame | undefined): FadingTrack | undefined {
    const track = played && this.#tracks.get(played.playId);
    const isStart = (from.kind === 'elapsed' && from.elapsed === 0) || (from.kind === 'frame' && from.frame === 0);
    if (played === undefined || track === undefined || !isStart) return undefined;
    const isFile = track.source.kind === 'localFile' || track.source.kind === 'cuePart';
    return !isFile || track.source.location === source.location ? undefined : { track, frame: played.frame };
  }

  /** The track is in the ring, or failed: it follows no more. */
  arrived(playId: PlayId): void {
    if (playId === this.following?.playId) this.following = undefined;
  }

  /** A track that followed is played. What was loaded is over: nothing goes back to it. @returns what is over */
  started(playId: PlayId): PlayId | undefined {
    const over = this.loaded?.track.playId;
    const track = this.#tracks.get(playId);
    if (track !== undefined) this.loaded = { track, from: FROM_START };
    return over;
  }

  /** Whether the track was replaced as the follower; true only once. */
  takeReplaced(playId: PlayId): boolean {
    return this.#replaced.delete(playId);
  }

  forgetReplaced(): void {
    this.#replaced.clear();
  }

  /** More is known of a track that is loaded, follows or is played. */
  learn(track: TrackToDecode): void {
    const { playId } = track;
    if (this.#tracks.has(playId)) this.#tracks.set(playId, track);
    if (this.loaded !== undefined && this.isLoaded(playId)) this.loaded = { ...this.loaded, track };
    if (this.following?.playId === playId) this.following = track;
  }

  forget(playId: PlayId): void {
    this.#tracks.delete(playId);
  }
}
