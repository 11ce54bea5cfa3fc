import t from 'tap';
import type { Parts } from '../../src/remote/model.js';
import { Expectations } from '../../src/remote/state/expectations.js';

const TOLD = { status: { status: 0 }, settings: { repeat_mode: 0 }, queue: { amount: 3 } } as Parts;

/** An order that ends when it is told to. */
function order() {
  let settle = (_error?: Error): void => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = (error) => {
      if (error === undefined) resolve();
      else reject(error);
    };
  });
  return { promise, settle: (error?: Error) => settle(error) };
}

t.test('what was asked for is shown at once, and until the order is settled', async (t) => {
  let changes = 0;
  const expectations = new Expectations(() => changes++);
  const { promise, settle } = order();
  const result = expectations.expect('status', (before) => ({ ...before, status: 1 }), promise);
  t.equal(expectations.over(TOLD).status.status, 1);
  t.equal(expectations.over(TOLD).queue.amount, 3);
  t.equal(changes, 1);
  settle();
  await result;
  t.equal(expectations.over(TOLD).status.status, 0, 'then the box has the word');
  t.equal(changes, 2);
});

t.test('a refusal takes back its own expectation and no other', async (t) => {
  const expectations = new Expectations(() => undefined);
  const [first, second] = [order(), order()];
  const played = expectations.expect('status', (before) => ({ ...before, status: 1 }), first.promise);
  const repeated = expectations.expect('settings', (before) => ({ ...before, repeat_mode: 2 }), second.promise);
  first.settle(new Error('no'));
  await t.rejects(played, { message: 'no' });
  t.equal(expectations.over(TOLD).status.status, 0);
  t.equal(expectations.over(TOLD).settings.repeat_mode, 2);
  second.settle();
  await repeated;
});

t.test('what is told meanwhile is seen through what is expected', async (t) => {
  const expectations = new Expectations(() => undefined);
  const { promise, settle } = order();
  const result = expectations.expect('settings', (before) => ({ ...before, repeat_mode: 1 }), promise);
  const told = { ...TOLD, settings: { ...TOLD.settings, playlist_shuffle: true } };
  t.match(expectations.over(told).settings, { repeat_mode: 1, playlist_shuffle: true });
  settle();
  await result;
});
