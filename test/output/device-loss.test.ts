import t from 'tap';
import { DeviceLoss } from '../../src/output/device-loss.js';
import { milliseconds } from '../../src/units.js';

function at() {
  const clock = { now: 5 };
  return { clock, loss: new DeviceLoss({ now: () => clock.now }) };
}

t.test('an output that was not lost has nothing to tell', async (t) => {
  const { loss } = at();
  t.notOk(loss.report());
  t.notOk(loss.isReported());
  t.equal(loss.end(), undefined);
});

t.test('an output that fails and is there again at once was never away', async (t) => {
  const { loss } = at();
  loss.began();
  t.equal(loss.end(), undefined);
  t.notOk(loss.report(), 'a later refusal is another matter');
});

t.test('a loss is reported once', async (t) => {
  const { loss } = at();
  loss.began();
  t.ok(loss.report());
  t.notOk(loss.report());
  t.ok(loss.isReported());
  loss.end();
  t.notOk(loss.isReported());
});

t.test('an output is back in time within ten seconds of its loss, or within its own time', async (t) => {
  for (const [returnsWithin, away, inTime] of [
    [undefined, 10_000, true],
    [undefined, 10_000.5, false],
    [milliseconds(60_000), 60_000, true],
    [milliseconds(60_000), 60_001, false],
    [milliseconds(0), 1, false],
  ] as const) {
    const { clock, loss } = at();
    loss.began(returnsWithin);
    clock.now += away / 2;
    loss.began(); // a device that fails again while it is looked for
    loss.report();
    clock.now += away / 2;
    t.equal(loss.end(), inTime, `${away} of ${returnsWithin} ms`);
    loss.began();
    loss.report();
    clock.now += 10_001;
    t.equal(loss.end(), false, 'the next loss is another one');
  }
});

t.test('it is looked for every second at first and then seldom, unless something is to be played', async (t) => {
  const { clock, loss } = at();
  t.equal(loss.pause(true), 1000);
  loss.began();
  clock.now += 15_000;
  t.equal(loss.pause(false), 1000);
  clock.now += 1;
  t.equal(loss.pause(false), 30_000);
  t.equal(loss.pause(true), 1000);
});

t.test('it is looked for every second for as long as it may be away', async (t) => {
  const { clock, loss } = at();
  loss.began(milliseconds(60_000));
  clock.now += 60_000;
  t.equal(loss.pause(false), 1000);
  clock.now += 1;
  t.equal(loss.pause(false), 30_000);
});
