import { mock } from 'node:test';
import t from 'tap';
import { Backoff, doublingDelays } from '../src/backoff.js';

t.test('delays double up to the longest', async (t) => {
  t.strictSame(doublingDelays(250, 1500), [250, 500, 1000, 1500]);
  t.strictSame(doublingDelays(250, 1000), [250, 500, 1000]);
  t.strictSame(doublingDelays(9, 9), [9]);
});

t.test('delays follow each other, and the last one is repeated until a success', async (t) => {
  const backoff = new Backoff([1, 5]);
  t.strictSame([backoff.next(), backoff.next(), backoff.next()], [1, 5, 5]);
  t.equal(backoff.failures, 3);
  t.ok(backoff.isExhausted);
  backoff.reset();
  t.notOk(backoff.isExhausted);
  t.equal(backoff.next(), 1);
});

t.test('one attempt is scheduled at a time, and can be cancelled', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const calls: string[] = [];
  const backoff = new Backoff([10, 20]);
  backoff.schedule(() => calls.push('first'));
  backoff.schedule(() => calls.push('second'));
  mock.timers.tick(19);
  t.strictSame(calls, []);
  t.ok(backoff.isScheduled);
  mock.timers.tick(1);
  t.strictSame(calls, ['second']);
  t.notOk(backoff.isScheduled);
  backoff.schedule(() => calls.push('third'));
  backoff.cancel();
  mock.timers.tick(100);
  t.strictSame(calls, ['second']);
});
