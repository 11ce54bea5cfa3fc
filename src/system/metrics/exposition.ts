/**
 * Metrics in the text format of Prometheus.
 * Source: prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4.
 */

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface Sample {
  /** Appended to the name of the family: `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All samples of one name. Counters end in `_total`; units are seconds and bytes. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '"': '\\"' };

function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => ESCAPES[character] ?? character);
}

function number(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}

function line(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text, /[\\\n"]/g)}"`);
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${number(value)}\n`;
}

/** The text of all families but those without samples. */
export function exposition(families: Iterable<MetricFamily>): string {
  let text = '';
  for (const { name, help, type, samples } of families) {
    if (samples.length === 0) continue;
    text += `# HELP ${name} ${escaped(help, /[\\\n]/g)}\n# TYPE ${name} ${type}\n`;
    for (const sample of samples) text += line(name, sample);
  }
  return text;
}

/** A family of one sample without labels. */
export function single(type: 'counter' | 'gauge', name: string, help: string, value: number): MetricFamily {
  return { name, help, type, samples: [{ value }] };
}
