/**
 * How late the main thread comes to its work. Measuring takes a timer, and a box at rest has none: so it is measured while
 * somebody asks, and for a while after the last time.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Scrapers come every 15 s to 60 s. */
const REST_MILLISECONDS = 150_000;
const RESOLUTION_MILLISECONDS = 50;
const NANOSECONDS = 1e9;

/** Seconds beyond the moment that was asked for. */
export interface LoopDelay {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

export class LoopDelayGauge {
  #histogram: IntervalHistogram | undefined;
  #rest: NodeJS.Timeout | undefined;

  /** Since the last time; undefined the first time, which begins the measuring. */
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

/** What is measured is the whole interval. */
function delayOf(histogram: IntervalHistogram): LoopDelay {
  const beyond = (nanoseconds: number): number =>
    Math.max(nanoseconds / NANOSECONDS - RESOLUTION_MILLISECONDS / 1000, 0);
  return {
    median: beyond(histogram.percentile(50)),
    p99: beyond(histogram.percentile(99)),
    longest: beyond(histogram.max),
  };
}
