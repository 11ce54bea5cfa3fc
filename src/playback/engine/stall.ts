/** Notices a sound card that hangs: it is open, there is sound for it, and from look to look it takes none. Thread: main. */
import { Unavailable } from '../../errors.js';
import type { SoundReadings } from './sound-readings.js';

/** A card takes frames many times a second; looks that are nearer to each other prove nothing. */
const APART_MILLISECONDS = 2000;
/** With less than this in the ring, in seconds, it may be the source that gives nothing. */
const ENOUGH_SECONDS = 0.5;

export class StallWatch {
  #last: { readonly writes: number; readonly at: number } | undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws Unavailable OUTPUT_STALLED */
  look({ ringFill, deviceWrites, trouble }: SoundReadings, isPlaying: boolean): void {
    const at = this.now();
    if (!isPlaying || trouble !== undefined || ringFill < ENOUGH_SECONDS) {
      this.#last = undefined;
      return;
    }
    if (this.#last?.writes !== deviceWrites) {
      this.#last = { writes: deviceWrites, at };
      return;
    }
    if (at - this.#last.at >= APART_MILLISECONDS) {
      throw new Unavailable('OUTPUT_STALLED', 'the sound card is open and takes no sound');
    }
  }
}
