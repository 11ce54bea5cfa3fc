/** What is asked of a renderer, what it was given, and what it says that it does. Thread: main; plain data. */
import type { PlaybackClock } from '../../playback-clock.js';
import type { TransportState } from '../control/av-transport.js';
import type { Playing } from './playing.js';

/** What the player asks for. */
export interface Requested {
  current: Playing | undefined;
  next: Playing | undefined;
  runs: boolean;
  /** The renderer is to be silent, not paused. */
  isHalted: boolean;
  /** Somebody else plays there, and nobody has asked for it back. */
  isTaken: boolean;
}

export class RendererState {
  /** What it was given to play, and what follows that. */
  has: Playing | undefined;
  follows: Playing | undefined;
  /** Next track that was replaced by another one: the renderer may still go on with it until it has accepted that one. */
  replaced: { readonly playing: Playing; readonly isAccepted: boolean } | undefined;
  kind: TransportState = 'stopped';
  /** The renderer has played something of `has`. */
  isBegun = false;
  /** The renderer plays a track that is not the next one any more. */
  strays = false;
  /** Something was given to it, and was not silenced since. */
  mayBeActive = false;
  /** What somebody did at the renderer since the player last said whether it runs. */
  there: 'nothing' | 'paused' | 'resumed' = 'nothing';
  /** The renderer takes a track that follows. */
  canFollow = true;
  /** Looks in a row that saw something else being played. */
  others = 0;
  /** Counts what is asked of it. */
  acts = 0;
  #actedAt = -Infinity;
  #begunAt = -Infinity;

  constructor(private readonly clock: Pick<PlaybackClock, 'now'>) {}

  /** The renderer sounds, or is about to. */
  get isSounding(): boolean {
    return this.has !== undefined && (this.kind === 'playing' || this.kind === 'changing');
  }

  get isSilent(): boolean {
    return this.has === undefined || this.kind === 'stopped';
  }

  /** Something is asked of it now: what it answered before is old. */
  act(): void {
    this.acts += 1;
    this.#actedAt = this.clock.now();
  }

  /** Milliseconds since something was asked of it. */
  sinceAct(): number {
    return this.clock.now() - this.#actedAt;
  }

  /** Milliseconds since it was given what it has. */
  sinceBegin(): number {
    return this.clock.now() - this.#begunAt;
  }

  began(playing: Playing): void {
    this.forget();
    if (this.replaced?.playing === playing) this.replaced = undefined;
    this.has = playing;
    this.kind = 'changing';
    this.mayBeActive = true;
    this.#begunAt = this.clock.now();
  }

  /** The renderer has gone on to what followed. */
  goneOver(next: Playing): void {
    this.has = next;
    this.follows = this.replaced = undefined;
    this.isBegun = true;
    this.others = 0;
  }

  /** `playing` is another playing of what it has. */
  rename(before: Playing, playing: Playing): void {
    if (this.has === before) this.has = playing;
    // The renderer is given what follows anew.
    this.replace(this.follows, false);
    this.follows = undefined;
  }

  /** `before` does not follow any more, or what did not follow before it, where it is undefined. */
  replace(before: Playing | undefined, isAccepted: boolean): void {
    const playing = before ?? this.replaced?.playing;
    this.replaced = playing && { playing, isAccepted };
  }

  /** Nothing is known of it any more, but that it may keep what followed: some do so over another track. */
  forget(): void {
    this.replace(this.follows, false);
    this.has = this.follows = undefined;
    this.kind = 'stopped';
    this.isBegun = false;
    this.there = 'nothing';
    this.others = 0;
  }
}
