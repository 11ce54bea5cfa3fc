/** A histogram of durations by labels. Observing allocates nothing once the labels are known. */
import type { MetricFamily, Sample } from './exposition.js';

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Counts per bucket, not cumulative; the last bucket is for values beyond all bounds. */
  readonly counts: Uint32Array;
  sum: number;
}

export class Histogram {
  readonly #series = new Map<string, Series>();

  constructor(
    private readonly name: string,
    private readonly help: string,
    /** Upper bounds in seconds, included, ascending. */
    private readonly bounds: readonly number[],
  ) {}

  /** Adds a duration. @param key identifies the labels; `labels` is called for a new one */
  observe(key: string, seconds: number, labels: () => Readonly<Record<string, string>>): void {
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels: labels(), counts: new Uint32Array(this.bounds.length + 1), sum: 0 };
      this.#series.set(key, series);
    }
    let bucket = 0;
    while (bucket < this.bounds.length && seconds > (this.bounds[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  read(): MetricFamily {
    const samples = [...this.#series.values()].flatMap((series) => this.#samplesOf(series));
    return { name: this.name, help: this.help, type: 'histogram', samples };
  }

  /** Samples of a series, whose buckets are cumulative in this format. */
  #samplesOf({ labels, counts, sum }: Series): Sample[] {
    let count = 0;
    const buckets = [...this.bounds, Infinity].map((bound, at) => {
      count += counts[at] ?? 0;
      return {
        suffix: '_bucket',
        labels: { ...labels, le: bound === Infinity ? '+Inf' : String(bound) },
        value: count,
      };
    });
    return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
  }
}
