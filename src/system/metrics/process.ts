/** Metrics of the process under their standard names (prometheus.io/docs/instrumenting/writing_clientlibs). */
import { readdirSync, readFileSync } from 'node:fs';

import { type MetricFamily, single } from './exposition.js';
import type { LoopDelay } from './loop-delay.js';

const MICROSECONDS = 1e6;
const NANOSECONDS = 1e9;

/** @param delay of the event loop; undefined before it is measured */
export function processFamilies(delay: LoopDelay | undefined): MetricFamily[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const heap = { used: heapUsed, total: heapTotal, external, array_buffers: arrayBuffers };
  return [
    single('counter', 'process_cpu_seconds_total', 'CPU time of all threads.', (user + system) / MICROSECONDS),
    single('gauge', 'process_resident_memory_bytes', 'Memory of the process that is in RAM.', rss),
    single('gauge', 'process_start_time_seconds', 'When the process was started, in Unix seconds.', startedAt()),
    ...descriptors(),
    {
      name: 'nodejs_memory_bytes',
      help: 'Memory that JavaScript manages on the main thread, by kind.',
      type: 'gauge',
      samples: Object.entries(heap).map(([kind, value]) => ({ labels: { kind }, value })),
    },
    {
      name: 'nodejs_eventloop_delay_seconds',
      help: 'How late the main thread came to its work since the last scrape; missing in the first one.',
      type: 'gauge',
      samples: Object.entries(delay ?? {}).map(([quantile, value]) => ({
        labels: { quantile: QUANTILES[quantile] ?? quantile },
        value: value as number,
      })),
    },
  ];
}

const QUANTILES: Readonly<Record<string, string>> = { median: '0.5', p99: '0.99', longest: '1' };

function startedAt(): number {
  return Math.round(performance.timeOrigin) / 1000;
}

function descriptors(): MetricFamily[] {
  try {
    // One descriptor is that of the folder being read.
    const open = readdirSync('/proc/self/fd').length - 1;
    return [single('gauge', 'process_open_fds', 'Files and sockets that are open.', open)];
  } catch {
    return []; // only Linux has it
  }
}

/**
 * CPU time of one thread of this process in seconds; undefined without such a thread, or without support in the kernel.
 * Source: Documentation/scheduler/sched-stats.rst of Linux, `/proc/<pid>/schedstat`.
 */
export function threadSeconds(thread: number): number | undefined {
  if (!Number.isSafeInteger(thread) || thread <= 0) return undefined;
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / NANOSECONDS;
  } catch {
    return undefined;
  }
}
