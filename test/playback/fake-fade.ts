import type { SleepFade } from '../../src/playback/sleep-timer.js';
import type { Milliseconds } from '../../src/units.js';

/** Makes nothing quieter: it writes down what it is asked for. */
export class FakeFade implements SleepFade {
  readonly asked: (readonly [what: 'fadeOut', duration: number] | readonly [what: 'restoreGain'])[] = [];

  fadeOut(duration: Milliseconds): void {
    this.asked.push(['fadeOut', duration]);
  }

  restoreGain(): void {
    this.asked.push(['restoreGain']);
  }
}
