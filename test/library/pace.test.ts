import t from 'tap';
import { type Bounds, Pace } from '../../src/library/pace.js';

/** A clock that goes on by what the work says. */
function rig(bounds: Bounds) {
  let now = 0;
  const pace = new Pace(bounds, () => now);
  return { pace, take: (milliseconds: number) => pace.time(() => (now += milliseconds)) };
}

t.test('turns grow while they are short, at most to double, and never beyond the bound', async (t) => {
  const { pace, take } = rig({ first: 100, most: 500 });
  t.equal(pace.size, 100);
  await take(0);
  t.equal(pace.size, 200);
  await take(3.2);
  t.equal(pace.size, 250);
  await take(0.1);
  await take(0.1);
  t.equal(pace.size, 500);
});

t.test('a turn that took long makes the next ones smaller, but never empty', async (t) => {
  const { pace, take } = rig({ first: 100, most: 500 });
  await take(40);
  t.equal(pace.size, 10);
  await take(10_000);
  t.equal(pace.size, 1);
  await take(10_000);
  t.equal(pace.size, 1);
});

t.test('turns do not become smaller than they are worth', async (t) => {
  const { pace, take } = rig({ first: 100, least: 30, most: 500 });
  await take(10_000);
  t.equal(pace.size, 30);
});

t.test('the work gives its result, or its error, and time is taken until it is done', async (t) => {
  const { pace } = rig({ first: 8, most: 8 });
  t.equal(await pace.time(async () => 'done'), 'done');
  await t.rejects(
    pace.time(() => Promise.reject(new Error('no'))),
    { message: 'no' },
  );
});
