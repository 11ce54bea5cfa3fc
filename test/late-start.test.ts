/** What can wait is started while the main thread is idle, in order. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { LateStart } from '../src/late-start.js';
import { keptLog } from './fixtures/log.js';

const BOUNDS = { window: 5, longest: 2000, piece: 60_000 };

/** Keeps the main thread busy. @returns what ends that */
function work(): () => void {
  let isOver = false;
  const step = (): void => {
    const until = performance.now() + 5;
    while (performance.now() < until);
    if (!isOver) setImmediate(step);
  };
  step();
  return () => void (isOver = true);
}

t.test('pieces start one after the other, the next one when what the last one returned has settled', async (t) => {
  const late = new LateStart(keptLog('system').log, BOUNDS);
  const order: string[] = [];
  await late.run({
    async first() {
      order.push('first');
      await delay(20);
      order.push('first has started');
    },
    second: () => order.push('second'),
  });
  t.strictSame(order, ['first', 'first has started', 'second']);
});

t.test('a piece waits while the main thread is busy, but not for ever', async (t) => {
  const rest = work();
  t.teardown(rest);
  let hasStarted = false;
  const start = (): boolean => (hasStarted = true);
  const patient = new LateStart(keptLog('system').log, { ...BOUNDS, longest: 60_000 }).run({ start });
  await new LateStart(keptLog('system').log, { ...BOUNDS, longest: 50 }).run({ start: () => undefined });
  t.notOk(hasStarted);
  rest();
  await patient;
  t.ok(hasStarted);
});

t.test('a piece that fails is logged, and the others start', async (t) => {
  const { log, lines } = keptLog('system');
  let hasStarted = false;
  await new LateStart(log, BOUNDS).run({
    broken: () => Promise.reject(new Error('no such room')),
    sound: () => (hasStarted = true),
  });
  t.ok(hasStarted);
  t.match(lines.join('\n'), /^<3>system: broken: not started \(a fault of ours\)/);
});

t.test('a piece that hangs does not keep the others from starting', async (t) => {
  let hasStarted = false;
  await new LateStart(keptLog('system').log, { ...BOUNDS, piece: 20 }).run({
    hung: () => new Promise(() => undefined),
    sound: () => (hasStarted = true),
  });
  t.ok(hasStarted);
});

t.test('after stop() no further piece starts', async (t) => {
  const late = new LateStart(keptLog('system').log, BOUNDS);
  const started: string[] = [];
  await late.run({
    first() {
      started.push('first');
      late.stop();
    },
    second: () => started.push('second'),
  });
  t.strictSame(started, ['first']);
});
