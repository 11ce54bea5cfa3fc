import t from 'tap';
import { Absence } from '../../src/audio/absence.js';

function at() {
  const clock = { now: 5 };
  return { clock, absence: new Absence(() => clock.now) };
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

t.test('an absence is told once, and counts from the loss', async (t) => {
  const { clock, absence } = at();
  absence.began();
  clock.now = 105;
  absence.began();
  t.ok(absence.tell());
  t.notOk(absence.tell());
  t.ok(absence.isTold());
  clock.now = 9005.4;
  t.equal(absence.end(), 9000);
  t.notOk(absence.isTold());
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
