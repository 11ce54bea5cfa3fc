/**
 * Lets an alarm begin softly: raises the share of the volume that is played in small steps, evenly to the ear. The volume
 * itself stays what it is. Thread: main.
 */
import type { PlaybackClock } from '../playback-clock.js';
import { milliseconds, type Milliseconds } from '../units.js';

const STEP = 500;
/** Where it begins, as a fraction of a slider that is even to the ear: 10^(-60/20) of the amplitude is 0.1 of it. */
const FIRST = 0.1;

/** Loudness beside the volume; as `RingControl`. */
export interface SoftVolume {
  riseTo(share: number, duration: Milliseconds): void;
}

export class FadeIn {
  #timer: NodeJS.Timeout | undefined;
  #isBelow = false;

  constructor(
    private readonly volume: SoftVolume,
    private readonly clock: PlaybackClock,
  ) {}

  /** What plays from now on is nearly silent, until `rise`. */
  quieten(): void {
    clearTimeout(this.#timer);
    this.#go(FIRST, 0);
  }

  /** @param duration 0: at the volume at once */
  rise(duration: Milliseconds): void {
    clearTimeout(this.#timer);
    if (duration === 0) this.end();
    else this.#step(this.clock.now(), duration);
  }

  /** Back at the volume. May be called twice. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#isBelow) this.#go(1, 0);
  }

  #step(begun: number, duration: number): void {
    const reached = Math.min(1, (this.clock.now() - begun + STEP) / duration);
    this.#go(FIRST + (1 - FIRST) * reached, STEP);
    if (reached < 1) this.#timer = this.clock.setTimeout(() => this.#step(begun, duration), STEP).unref();
  }

  #go(fraction: number, duration: number): void {
    this.#isBelow = fraction < 1;
    this.volume.riseTo(fraction ** 3, milliseconds(duration));
  }
}
