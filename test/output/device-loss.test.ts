import t from 'tap';
import { DeviceLoss } from '../../src/output/device-loss.js';
import { milliseconds } from '../../src/units.js';

function at() {
  const clock = { now: 5 };
  return { clock, absence: new DeviceLoss(() => clock.now) };
}

t.test('an output that was not lost has nothing to tell', async (t) => {
  const { absence } = at();
  t.notOk(absence.tell());
  t.notOk(absence.isTold());
  t.equal(absence.end(), undefined);
});

t.test('an output that fails and is there again at once was never away', async (t) => {
  const { absence } = at();
  absence.began();
  t.equal(absence.end(), undefined);
  t.notOk(absence.tell(), 'a later refusal is another matter');
});

t.test('an absence is told once', async (t) => {
  const { absence } = at();
  absence.began();
  t.ok(absence.tell());
  t.notOk(absence.tell());
  t.ok(absence.isTold());
  absence.end();
  t.notOk(absence.isTold());
});

t.test('an output is back in time within ten seconds of its loss, or within its own time', async (t) => {
  for (const [returnsWithin, away, inTime] of [
    [undefined, 10_000, true],
    [undefined, 10_000.5, false],
    [milliseconds(60_000), 60_000, true],
    [milliseconds(60_000), 60_001, false],
    [milliseconds(0), 1, false],
  ] as const) {
    const { clock, absence } = at();
    absence.began(returnsWithin);
    clock.now += away / 2;
    absence.began(); // a device that fails again while it is looked for
    absence.tell();
    clock.now += away / 2;
    t.equal(absence.end(), inTime, `${away} of ${returnsWithin} ms`);
    absence.began();
    absence.tell();
    clock.now += 10_001;
    t.equal(absence.end(), false, 'the next loss is another one');
  }
});

t.test('it is looked for every second at first and then seldom, unless something is to be heard', async (t) => {
  const { clock, absence } = at();
  t.equal(absence.pause(true), 1000);
  absence.began();
  clock.now += 15_000;
  t.equal(absence.pause(false), 1000);
  clock.now += 1;
  t.equal(absence.pause(false), 30_000);
  t.equal(absence.pause(true), 1000);
});

t.test('it is looked for every second for as long as it may be away', async (t) => {
  const { clock, absence } = at();
  absence.began(milliseconds(60_000));
  clock.now += 60_000;
  t.equal(absence.pause(false), 1000);
  clock.now += 1;
  t.equal(absence.pause(false), 30_000);
});
