/** A playback clock on which no time passes: it notes what is due, which the test calls. */
import { PlaybackClock } from '../../../src/playback-clock.js';

export class HeldClock extends PlaybackClock {
  /** What was to be called, in how many milliseconds, in the order of the calls; also what was cleared since. */
  readonly due: { readonly action: () => void; readonly milliseconds: number; readonly timer: unknown }[] = [];

  override setTimeout(action: () => void, milliseconds: number): NodeJS.Timeout {
    const timer = setTimeout(() => undefined, 0).unref();
    this.due.push({ action, milliseconds, timer });
    return timer;
  }
}
