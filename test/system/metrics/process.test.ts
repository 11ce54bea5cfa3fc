import { openSync, closeSync, readlinkSync } from 'node:fs';
import t from 'tap';

import { processFamilies, threadSeconds } from '../../../src/system/metrics/process.js';

const valueOf = (name: string): number => {
  const family = processFamilies(undefined).find((each) => each.name === name);
  return family?.samples[0]?.value ?? NaN;
};

t.test('the readings are of this process', (t) => {
  t.ok(valueOf('process_cpu_seconds_total') > 0);
  t.ok(valueOf('process_resident_memory_bytes') > 1e7);
  t.ok(Math.abs(valueOf('process_start_time_seconds') - Date.now() / 1000) < 3600);
  const before = valueOf('process_open_fds');
  const file = openSync('/dev/null', 'r');
  t.equal(valueOf('process_open_fds'), before + 1);
  closeSync(file);
  t.end();
});

t.test('the delay of the event loop is there once it was measured', (t) => {
  t.ok(Number.isNaN(valueOf('nodejs_eventloop_delay_seconds')));
  const families = processFamilies({ median: 0.001, p99: 0.01, longest: 0.1 });
  t.same(families.find(({ name }) => name === 'nodejs_eventloop_delay_seconds')?.samples, [
    { labels: { quantile: '0.5' }, value: 0.001 },
    { labels: { quantile: '0.99' }, value: 0.01 },
    { labels: { quantile: '1' }, value: 0.1 },
  ]);
  t.end();
});

t.test('the CPU time of a thread goes on while it works, and a thread that is none has none', (t) => {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  const before = threadSeconds(thread) ?? NaN;
  const end = process.cpuUsage().user + 50_000;
  while (process.cpuUsage().user < end) Math.sqrt(Math.random());
  t.ok((threadSeconds(thread) ?? NaN) > before);
  for (const none of [0, -1, 0.5, NaN, 2 ** 31]) t.equal(threadSeconds(none), undefined);
  t.end();
});
