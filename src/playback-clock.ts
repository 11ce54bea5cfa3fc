/**
 * The playback clock: the one source of time for what belongs to playing. It runs `factor` times as fast as
 * CLOCK_MONOTONIC, so that a test with a fast sound card need not wait in real time. What waits for the outside world
 * (network, D-Bus, disks, child processes) does not use it. Thread: any; each has its own.
 */
export class PlaybackClock {
  /** @param factor seconds of playing in a second; 1 is real time */
  constructor(readonly factor: number = 1) {}

  /** Milliseconds that go on evenly, whatever the time of day does. */
  now(): number {
    return performance.now() * this.factor;
  }

  /** Calls `action` once, `milliseconds` of this clock from now; ended by the global clearTimeout. */
  setTimeout(action: () => void, milliseconds: number): NodeJS.Timeout {
    return setTimeout(action, milliseconds / this.factor);
  }

  /** Calls `action` every so many milliseconds of this clock; ended by the global clearInterval. */
  setInterval(action: () => void, milliseconds: number): NodeJS.Timeout {
    return setInterval(action, milliseconds / this.factor);
  }
}

/** The playback clock in real time. */
export const REAL_TIME = new PlaybackClock();
