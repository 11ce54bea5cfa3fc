import t from 'tap';
import { Slots } from '../src/slots.js';

/** Work that ends when the test says so. */
class Work {
  started = 0;
  readonly #ends: (() => void)[] = [];

  readonly run = (): Promise<void> => {
    this.started += 1;
    return new Promise((resolve) => this.#ends.push(resolve));
  };

  async end(): Promise<void> {
    this.#ends.shift()?.();
    await new Promise(setImmediate);
  }
}

t.test('so many run at a time, and the others follow', async (t) => {
  const work = new Work();
  const slots = new Slots(2, 10);
  const all = Array.from({ length: 5 }, () => slots.run(work.run));
  t.equal(work.started, 2);
  await work.end();
  t.equal(work.started, 3);
  for (let left = 4; left > 0; left--) await work.end();
  await Promise.all(all);
  t.equal(work.started, 5);
});

t.test('beyond a bound nobody waits', async (t) => {
  const work = new Work();
  const slots = new Slots(1, 1);
  const first = slots.run(work.run);
  const second = slots.run(work.run);
  await t.rejects(slots.run(work.run), { code: 'TOO_BUSY' });
  await work.end();
  await work.end();
  await Promise.all([first, second]);
});

t.test('work that fails gives its slot back', async (t) => {
  const slots = new Slots(1, 1);
  for (let round = 0; round < 3; round++) {
    await t.rejects(
      slots.run(() => Promise.reject(new Error('no'))),
      { message: 'no' },
    );
  }
  t.equal(await slots.run(async () => 7), 7);
});
