/**
 * How long an output that was in use has been away, and when it is looked for again: often at first, since somebody may
 * be plugging, and then so seldom that an idle box sleeps; what watches the cards has it looked for at once. Thread: main.
 */
import type { PlaybackClock } from '../playback-clock.js';
import { milliseconds, type Milliseconds } from '../units.js';

const OFTEN = milliseconds(1000);
const SELDOM = milliseconds(30_000);
const SOON = milliseconds(15_000);
/** For an output that does not say how long it may be away: a plug that was pulled by mistake is in again by then. */
const RETURNS_WITHIN = milliseconds(10_000);

export class DeviceLoss {
  #lostAt: number | undefined;
  #returnsWithin = RETURNS_WITHIN;
  #isReported = false;

  constructor(private readonly clock: Pick<PlaybackClock, 'now'>) {}

  /**
   * The device failed while it was in use; it may be there again in the next moment.
   * @param returnsWithin how long it may take to be back as if it had never been away
   */
  began(returnsWithin = RETURNS_WITHIN): void {
    if (this.#lostAt !== undefined) return;
    this.#lostAt = this.clock.now();
    this.#returnsWithin = returnsWithin;
  }

  /** The device cannot be opened again. Returns whether that was not reported before. */
  report(): boolean {
    if (this.#lostAt === undefined || this.#isReported) return false;
    this.#isReported = true;
    return true;
  }

  /** The loss was reported, and the device is not back. */
  isReported(): boolean {
    return this.#isReported;
  }

  /** A device is open. Returns whether that is in time; undefined where the loss was not reported. */
  end(): boolean | undefined {
    const lostAt = this.#isReported ? this.#lostAt : undefined;
    this.#lostAt = undefined;
    this.#isReported = false;
    return lostAt === undefined ? undefined : this.clock.now() - lostAt <= this.#returnsWithin;
  }

  /** How long until the device is looked for again; `isUrgent`: something is to be played. */
  pause(isUrgent: boolean): Milliseconds {
    const soon = Math.max(SOON, this.#returnsWithin);
    const isLate = this.#lostAt !== undefined && this.clock.now() - this.#lostAt > soon;
    return isLate && !isUrgent ? SELDOM : OFTEN;
  }
}
