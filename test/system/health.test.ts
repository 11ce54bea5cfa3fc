import t from 'tap';

import { Health, type HealthCheck } from '../../src/system/health.js';

const well = (name: string): HealthCheck => ({ name, restartHelps: true, look: () => undefined });

t.test('every part is asked, and what it throws or rejects with is its problem', async (t) => {
  const health = new Health([
    well('one'),
    {
      name: 'two',
      restartHelps: false,
      look() {
        throw new Error('gone');
      },
    },
    { name: 'three', restartHelps: false, look: () => Promise.reject(new Error('away')) },
  ]);
  const results = await health.read();
  t.same(
    results.map(({ name, problem }) => [name, problem]),
    [
      ['one', undefined],
      ['two', 'gone'],
      ['three', 'away'],
    ],
  );
  for (const { milliseconds } of results) t.ok(milliseconds >= 0);
});

t.test('a part that hangs is a problem, and calls meanwhile ask no second time', async (t) => {
  let asked = 0;
  const look = () => {
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const health = new Health([{ name: 'disk', restartHelps: true, look }], 20);
  const [one, other] = await Promise.all([health.read(), health.read()]);
  t.equal(one, other);
  t.equal(asked, 1);
  t.equal(one[0]?.problem, 'no answer within 0.02 s');
  await health.read();
  t.equal(asked, 2);
});

t.test('the watchdog is to act only after a minute of a failure that a new start would mend', async (t) => {
  let now = 0;
  const failing = new Set<string>();
  const look = (name: string) => () => {
    if (failing.has(name)) throw new Error('gone');
  };
  const health = new Health(
    [
      { name: 'audio', restartHelps: true, look: look('audio') },
      { name: 'state', restartHelps: false, look: look('state') },
    ],
    1000,
    () => now,
  );
  const aliveAt = async (seconds: number) => {
    now = seconds * 1000;
    return health.isAlive();
  };
  t.equal(await aliveAt(0), true);
  failing.add('state');
  t.equal(await aliveAt(10), true);
  t.equal(await aliveAt(1000), true, 'a full disk is no reason to end the music');
  failing.add('audio');
  t.equal(await aliveAt(1010), true);
  t.equal(await aliveAt(1069), true);
  t.equal(await aliveAt(1070), false);
  failing.delete('audio');
  t.equal(await aliveAt(1080), true);
  failing.add('audio');
  t.equal(await aliveAt(1090), true, 'it counts from the new failure on');
  t.equal(await aliveAt(1149), true);
});

t.test('what is tried out is tried out for who asks, and not for the watchdog', async (t) => {
  let attempts = 0;
  let looks = 0;
  const health = new Health([
    {
      name: 'state',
      restartHelps: false,
      look: () => void (looks += 1),
      tryOut() {
        attempts += 1;
        throw new Error('cannot be written to: disk full');
      },
    },
  ]);
  t.equal(await health.isAlive(), true);
  t.strictSame([looks, attempts], [1, 0]);
  t.equal((await health.read())[0]?.problem, 'cannot be written to: disk full');
  t.strictSame([looks, attempts], [1, 1]);
});
