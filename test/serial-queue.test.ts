import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { SerialQueue } from '../src/serial-queue.js';

t.test('work runs in its order, one piece at a time', async (t) => {
  const queue = new SerialQueue();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await nextTurn();
    seen.push(`${name} ends`);
    return name;
  };
  t.strictSame(await Promise.all([queue.run(work('a')), queue.run(work('b'))]), ['a', 'b']);
  t.strictSame(seen, ['a begins', 'a ends', 'b begins', 'b ends']);
});

t.test('a failure is told to whoever handed the work in, and the next piece runs', async (t) => {
  const queue = new SerialQueue();
  const failed = queue.run(() => Promise.reject(new Error('full')));
  const next = queue.run(() => 'done');
  await t.rejects(failed, { message: 'full' });
  t.equal(await next, 'done');
});

t.test('whenIdle waits for all that was handed in, whatever becomes of it', async (t) => {
  const queue = new SerialQueue();
  await queue.whenIdle();
  let hasRun = false;
  queue.run(() => Promise.reject(new Error('full'))).catch(() => undefined);
  void queue.run(() => {
    hasRun = true;
  });
  await queue.whenIdle();
  t.ok(hasRun);
});
