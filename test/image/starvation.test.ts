import t from 'tap';
// @ts-expect-error The rig of the image runs without a compiler, and has no types.
import { Starvation as Untyped, waitOf as untypedWaitOf } from './starvation.mjs';

interface Watch {
  readonly isStarved: boolean;
  readonly worst: number;
  watch(): void;
  look(): void;
  end(): void;
}
const Starvation = Untyped as new (pid: number, read?: () => number, now?: () => number) => Watch;
const waitOf = untypedWaitOf as (pid: number) => number;

/** Starvation meter whose waiting time (ms) and clock (ms) are set by the test. */
function rig() {
  const reading = { waited: 5000, at: 100 };
  const watch = new Starvation(
    0,
    () => reading.waited,
    () => reading.at,
  );
  const pass = (milliseconds: number, waited: number): void => {
    reading.at += milliseconds;
    reading.waited += waited;
    watch.look();
  };
  return { watch, pass };
}

t.test('an emulator that always waits a little does not starve', (t) => {
  const { watch, pass } = rig();
  watch.watch();
  for (let second = 0; second < 600; second++) pass(1000, 20);
  pass(10_000, 200);
  pass(10, 9);
  watch.end();
  t.notOk(watch.isStarved, `${watch.worst} ms`);
  t.end();
});

t.test('one second without a processor is enough to starve', (t) => {
  const { watch, pass } = rig();
  watch.watch();
  pass(1000, 20);
  pass(1000, 300);
  pass(1000, 0);
  watch.end();
  t.ok(watch.isStarved);
  t.equal(watch.worst, 300);
  watch.watch();
  pass(1000, -3000);
  watch.end();
  t.notOk(watch.isStarved, 'measured anew, and a thread that ends adds no waiting time');
  t.end();
});

t.test('the kernel reports the waiting time of a process, and 0 for one that has ended', (t) => {
  const before = waitOf(process.pid);
  t.ok(before >= 0 && waitOf(process.pid) >= before);
  t.equal(waitOf(2 ** 30), 0);
  t.end();
});
