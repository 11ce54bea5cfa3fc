/**
 * Measures the delay of the event loop. That needs a timer, which an idle box should not have: so it is measured from
 * one scrape on, until some time after the last.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Scrapers come every 15 s to 60 s. */
const REST_MILLISECONDS = 150_000;
const RESOLUTION_MILLISECONDS = 50;
const NANOSECONDS = 1e9;

/** Delays in seconds. */
export interface LoopDelay {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

export class LoopDelayGauge {
  #histogram: IntervalHistogram | undefined;
  #rest: NodeJS.Timeout | undefined;

  /** Delays since the last call; undefined for the first one, which begins to measure. */
  read(): LoopDelay | undefined {
    const before = this.#histogram;
    const delay = before === undefined || before.count === 0 ? undefined : delayOf(before);
    before?.reset();
    this.#histogram ??= begun();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.stop();
    }, REST_MILLISECONDS).unref();
    return delay;
  }

  /** May be called twice. */
  stop(): void {
    clearTimeout(this.#rest);
    this.#histogram?.disable();
    this.#histogram = undefined;
  }
}

function begun(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  histogram.enable();
  return histogram;
}

/** The histogram holds whole intervals, from which the resolution is subtracted. */
function delayOf(histogram: IntervalHistogram): LoopDelay {
  const beyond = (nanoseconds: number): number =>
    Math.max(nanoseconds / NANOSECONDS - RESOLUTION_MILLISECONDS / 1000, 0);
  return {
    median: beyond(histogram.percentile(50)),
    p99: beyond(histogram.percentile(99)),
    longest: beyond(histogram.max),
  };
}
