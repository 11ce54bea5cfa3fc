/**
 * The sleep timer: fades out towards its end, pauses there so that the position is kept, and gives the volume back as it
 * was. Thread: main. It lives in memory only: a restart of the daemon cancels it.
 *
 *     idle ──set──▶ waiting ──▶ fading ──▶ idle (paused)        set or cancel: from anywhere, the gain comes back
 */
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import { REAL_TIME, type PlaybackClock } from '../playback-clock.js';
import { milliseconds, type Milliseconds } from '../units.js';
import type { Player } from './player.js';

/** Loudness beside the volume, which nobody sees moving. */
export interface SleepFade {
  /** Goes down to silence over this long, from wherever it is; returns at once. */
  fadeOut(duration: Milliseconds): void;
  /** Goes back to where it was, without a click; what sounds after a pause is as loud as before. */
  restoreGain(): void;
}

export interface SleepTimerState {
  /** Until it pauses; 0 when no timer is set. */
  readonly remaining: Milliseconds;
  readonly fading: boolean;
}

const LONGEST_FADE = 30_000;
/** A short timer fades over its last quarter. */
const FADE_SHARE = 0.25;

type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting' | 'fading'; readonly end: number; readonly timer: NodeJS.Timeout };

const IDLE: Phase = { kind: 'idle' };

export class SleepTimer {
  readonly #listeners = new Listeners();
  #phase: Phase = IDLE;

  constructor(
    private readonly player: Pick<Player, 'pause' | 'status'>,
    private readonly fade: SleepFade,
    private readonly log: Log,
    private readonly clock: PlaybackClock = REAL_TIME,
  ) {}

  read(): SleepTimerState {
    const phase = this.#phase;
    if (phase.kind === 'idle') return { remaining: milliseconds(0), fading: false };
    // 0 says that none is set.
    const remaining = Math.max(1, Math.round(phase.end - this.clock.now()));
    return { remaining: milliseconds(remaining), fading: phase.kind === 'fading' };
  }

  /** Replaces a timer that runs. @param duration 0 cancels; at most 24 days, the longest that a timer can wait */
  set(duration: Milliseconds): void {
    this.#clear();
    if (duration > 0) {
      const fade = Math.min(LONGEST_FADE, duration * FADE_SHARE);
      const end = this.clock.now() + duration;
      this.#wait('waiting', end, duration - fade, () => this.#beginFade(end, fade));
    }
    this.#announce();
  }

  /** Cancels without a word: the daemon ends. */
  stop(): void {
    this.#clear();
    this.#listeners.clear();
  }

  /** Calls `listener` when a timer is set or cancelled, begins to fade or ends; returns what ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #wait(kind: 'waiting' | 'fading', end: number, delay: number, then: () => void): void {
    this.#phase = { kind, end, timer: this.clock.setTimeout(then, delay).unref() };
  }

  #beginFade(end: number, fade: number): void {
    this.fade.fadeOut(milliseconds(Math.round(fade)));
    this.#wait('fading', end, end - this.clock.now(), () => void this.#fallAsleep());
    this.#announce();
  }

  /** Who paused or stopped meanwhile only gets the loudness back. */
  async #fallAsleep(): Promise<void> {
    this.#phase = IDLE;
    this.#announce();
    try {
      if (this.player.status().kind === 'playing') await this.player.pause();
    } catch (error) {
      this.log.warn('the sleep timer could not keep what it did', { error });
    }
    this.fade.restoreGain();
  }

  #clear(): void {
    const phase = this.#phase;
    if (phase.kind === 'idle') return;
    clearTimeout(phase.timer);
    this.#phase = IDLE;
    if (phase.kind === 'fading') this.fade.restoreGain();
  }

  #announce(): void {
    this.#listeners.call();
  }
}
