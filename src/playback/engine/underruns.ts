/** Underruns over all rings that there were, and a warning now and then about new ones. Thread: main. */
import type { Log } from '../../log.js';
import { REAL_TIME, type PlaybackClock } from '../../playback-clock.js';
import type { RingCounters, RingReader } from '../../output/ring-reader.js';

const WATCH_MILLISECONDS = 10_000;
const NONE: RingCounters = { xruns: 0, starvations: 0 };

export class Underruns {
  #reader: Pick<RingReader, 'counters'> | undefined;
  /** What rings that are gone had counted. */
  #before = NONE;
  #reported = NONE;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: Log,
    private readonly clock: PlaybackClock = REAL_TIME,
  ) {}

  /** Another ring is played from now on. */
  follow(reader: Pick<RingReader, 'counters'>): void {
    this.#before = this.counters();
    this.#reader = reader;
  }

  counters(): RingCounters {
    const { xruns, starvations } = this.#reader?.counters() ?? NONE;
    return { xruns: this.#before.xruns + xruns, starvations: this.#before.starvations + starvations };
  }

  /** Looks now and then, and calls `also` as often. May be called twice. */
  watch(also: () => void): void {
    this.#timer ??= this.clock
      .setInterval(() => {
        this.look();
        also();
      }, WATCH_MILLISECONDS)
      .unref();
  }

  /** May be called twice. */
  rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Warns of what is new since the last look. */
  look(): void {
    const { xruns, starvations } = this.counters();
    if (xruns > this.#reported.xruns)
      this.log.warn('underruns', { since: xruns - this.#reported.xruns, xruns, starvations });
    this.#reported = { xruns, starvations };
  }
}
