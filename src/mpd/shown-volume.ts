/**
 * The volume in percent, as clients see it. Reading a mixer costs more than the rest of an answer to `status`, which some
 * clients send several times a second: what was read counts until the volume changes, for a second at most, as in MPD.
 * Thread: main.
 */
import type { VolumeControl } from '../volume/volume.js';

/** Milliseconds. */
const LONGEST = 1000;

export class ShownVolume {
  #percent: number | undefined;
  #readAt = -Infinity;

  constructor(private readonly volume: Pick<VolumeControl, 'read'>) {}

  /** The volume may have changed. */
  forget(): void {
    this.#readAt = -Infinity;
  }

  /** Percent of the volume slider; undefined where there is none that could be moved. */
  read(): number | undefined {
    const now = performance.now();
    if (now - this.#readAt < LONGEST) return this.#percent;
    this.#percent = this.#ask();
    this.#readAt = now;
    return this.#percent;
  }

  #ask(): number | undefined {
    try {
      const { percent, volume: step, min, max } = this.volume.read();
      return Math.round(percent ?? (100 * (step - min)) / Math.max(max - min, 1));
    } catch {
      return undefined;
    }
  }
}
