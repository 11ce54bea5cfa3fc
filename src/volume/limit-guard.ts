/**
 * Enforces the volume limit of an output when something else than the daemon moves its mixer: another program, or a
 * speaker by its own buttons. The level is lowered at once. The daemon's own commands are brought within the limit by
 * `ActiveScale.clamped` before they are written.
 *
 * A mixer that does not stay there (a speaker that rounds to its own steps, a program that insists) is lowered a few times
 * in a row and then with backoff, so that two programs do not fight over one control without end. While it is above the
 * limit samples are attenuated by the difference, so that the limit holds all the same. Thread: main.
 */
import { Backoff, doublingDelays } from '../backoff.js';
import type { Log } from '../log.js';
import { loudnessOf } from './mapping.js';
import { gainOf, type VolumeScale } from './scale.js';

/** In milliseconds. */
export interface LimitPace {
  /** Corrections no further apart than this are in a row. */
  readonly row: number;
  /** Delays after a row: the first, doubled each time up to the longest. */
  readonly first: number;
  readonly longest: number;
}

const PACE: LimitPace = { row: 1000, first: 5000, longest: 60_000 };
const MOST_IN_A_ROW = 5;

export class LimitGuard {
  readonly #scale: VolumeScale;
  readonly #limit: () => number;
  readonly #log: Log;
  readonly #row: number;
  readonly #backoff: Backoff;
  #count = 0;
  /** performance.now() of the last correction. */
  #last = -Infinity;

  /** @param limit the loudest step that is allowed */
  constructor(scale: VolumeScale, limit: () => number, log: Log, { row, first, longest } = PACE) {
    this.#scale = scale;
    this.#limit = limit;
    this.#log = log;
    this.#row = row;
    this.#backoff = new Backoff(doublingDelays(first, longest));
  }

  /** Checks the level and corrects it. Never throws: a mixer that does not answer is checked another time. */
  check(): void {
    const { name } = this.#scale;
    try {
      if (this.#isWithin() || this.#backoff.isScheduled) return;
      const now = performance.now();
      if (now - this.#last > this.#row) this.#count = 0;
      this.#last = now;
      this.#count += 1;
      if (this.#count >= MOST_IN_A_ROW) this.#backOff();
      this.#scale.lowerTo(this.#limit());
      this.#log.debug('volume lowered: it was above its limit', { scale: name });
      this.#isWithin();
    } catch (error) {
      this.#log.debug('volume limit not checked: the mixer does not answer', { scale: name, error });
    }
  }

  /** May be called twice. */
  stop(): void {
    this.#backoff.cancel();
  }

  /** Attenuates samples by the dB that the output is too loud. @throws Unavailable */
  #isWithin(): boolean {
    const scale = this.#scale;
    const limit = this.#limit();
    const { volume } = scale.read();
    const added = scale.excessGain();
    const isOver = volume > limit;
    const excess = added + (isOver ? Math.max(loudnessOf(scale, volume) - loudnessOf(scale, limit), 0) : 0);
    scale.attenuate(gainOf(-excess));
    return !isOver && added === 0;
  }

  #backOff(): void {
    if (this.#backoff.failures === 0) {
      const { name } = this.#scale;
      this.#log.warn('volume does not stay within its limit: samples are made quieter instead', { scale: name });
    }
    this.#backoff.schedule(() => this.#retry());
  }

  #retry(): void {
    this.#last = performance.now(); // the row goes on
    const before = this.#count;
    this.check();
    if (this.#count > before) return;
    this.#count = 0;
    this.#backoff.reset();
  }
}
