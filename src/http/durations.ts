/** How long the daemon takes for its answers, by operation and kind of outcome, until the head of the answer is ready. */
import type { Context } from 'koa';
import { Histogram } from '../system/metrics/histogram.js';
import type { MetricFamily } from '../system/metrics/exposition.js';

/** Seconds. A list of a hundred thousand tracks takes some tenths; a scan takes minutes. */
const BOUNDS = [0.001, 0.0025, 0.01, 0.03, 0.1, 0.3, 1, 10];

/** Label of requests that reach no operation. */
const NO_OPERATION = 'none';

export class RequestDurations {
  readonly #histogram = new Histogram(
    'tonearm_http_request_duration_seconds',
    'Time until the head of an answer was ready, by operation and class of its status.',
    BOUNDS,
  );

  /** @param begun as `performance.now()` said it */
  note(ctx: Context, begun: number): void {
    const operation = (ctx['operation'] as string | undefined) ?? NO_OPERATION;
    const status = `${Math.floor(ctx.status / 100)}xx`;
    const seconds = (performance.now() - begun) / 1000;
    this.#histogram.observe(`${operation} ${status}`, seconds, () => ({ operation, status }));
  }

  read(): MetricFamily {
    return this.#histogram.read();
  }
}
