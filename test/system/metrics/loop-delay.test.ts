import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';

import { LoopDelayGauge } from '../../../src/system/metrics/loop-delay.js';

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

t.test('the first reading begins the measuring, later ones tell what was since', async (t) => {
  const gauge = new LoopDelayGauge();
  t.teardown(() => {
    gauge.stop();
  });
  t.equal(gauge.read(), undefined);
  await wait(120);
  block(400);
  await wait(120);
  const delay = gauge.read();
  t.ok(delay !== undefined && delay.longest >= 0.3, `${delay?.longest} s`);
  t.ok(delay !== undefined && delay.median <= delay.p99 && delay.p99 <= delay.longest);
});

t.test('it measures anew after a stop, and stopping twice is fine', async (t) => {
  const gauge = new LoopDelayGauge();
  gauge.read();
  await wait(120);
  gauge.stop();
  gauge.stop();
  t.equal(gauge.read(), undefined);
  gauge.stop();
});
