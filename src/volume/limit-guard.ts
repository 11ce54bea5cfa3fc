/**
 * Keeps an output no louder than is allowed when something else than the daemon moves what its volume is made by: another
 * program, or a speaker by its own buttons. It is put back at once.
 *
 * What does not stay there (a speaker that rounds to steps of its own, a program that insists) is put back a few times in
 * a row, then left alone and tried again more and more seldom: two that pull at one control must not do so without end.
 * For as long as it stands too high samples are made quieter by as much, so that the limit holds all the same. Thread: main.
 */
import type { Log } from '../log.js';
import { loudnessOf } from './mapping.js';
import type { VolumeScale } from './scales.js';

/** In milliseconds. */
export interface LimitPace {
  /** Two of them in a row lie no further apart. */
  readonly row: number;
  /** Until the next, after a row; doubled each time up to the last. */
  readonly first: number;
  readonly longest: number;
}

const PACE: LimitPace = { row: 1000, first: 5000, longest: 60_000 };
const MOST_IN_A_ROW = 5;

export class LimitGuard {
  readonly #scale: VolumeScale;
  readonly #limit: () => number;
  readonly #log: Log;
  readonly #pace: LimitPace;
  #count = 0;
  /** performance.now() of the last time that it was put back. */
  #last = -Infinity;
  #pause: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param limit the loudest step that is allowed */
  constructor(scale: VolumeScale, limit: () => number, log: Log, pace = PACE) {
    this.#scale = scale;
    this.#limit = limit;
    this.#log = log;
    this.#pace = pace;
    this.#pause = pace.first;
  }

  /** Looks where it stands, and does what is to be done. Never throws: what does not answer is looked at another time. */
  look(): void {
    try {
      if (this.#isWithin() || this.#timer !== undefined) return;
      const now = performance.now();
      if (now - this.#last > this.#pace.row) this.#count = 0;
      this.#last = now;
      this.#count += 1;
      if (this.#count >= MOST_IN_A_ROW) this.#leaveAlone();
      this.#scale.lower(this.#limit());
      this.#log.debug('the volume was above its limit and is put back', { scale: this.#scale.name });
      this.#isWithin();
    } catch (error) {
      this.#log.debug('whether the volume is within its limit is not known', { scale: this.#scale.name, error });
    }
  }

  /** May be called twice. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /** Samples are as much quieter from here on as it is too loud. @throws Unavailable */
  #isWithin(): boolean {
    const scale = this.#scale;
    const limit = this.#limit();
    const { volume } = scale.read();
    const added = scale.added();
    const isOver = volume > limit;
    const excess = added + (isOver ? Math.max(loudnessOf(scale, volume) - loudnessOf(scale, limit), 0) : 0);
    scale.attenuate(10 ** (-excess / 20));
    return !isOver && added === 0;
  }

  #leaveAlone(): void {
    if (this.#pause === this.#pace.first) {
      const { name } = this.#scale;
      this.#log.warn('the volume does not stay within its limit: samples are made quieter instead', { scale: name });
    }
    this.#timer = setTimeout(() => {
      this.#tryAgain();
    }, this.#pause).unref();
    this.#pause = Math.min(2 * this.#pause, this.#pace.longest);
  }

  #tryAgain(): void {
    this.#timer = undefined;
    this.#last = performance.now(); // the row goes on
    const before = this.#count;
    this.look();
    if (this.#count > before) return;
    this.#count = 0;
    this.#pause = this.#pace.first;
  }
}
