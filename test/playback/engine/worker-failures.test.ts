import t from 'tap';
import { WorkerFailures } from '../../../src/playback/engine/worker-failures.js';

t.test('a worker that dies is replaced at once', async (t) => {
  t.strictSame(new WorkerFailures().died(1), { kind: 'restart' });
  t.strictSame(new WorkerFailures().died(undefined), { kind: 'restart' });
});

t.test('a track at which two workers died is given up', async (t) => {
  const failures = new WorkerFailures();
  failures.died(1);
  t.strictSame(failures.died(1), { kind: 'giveUp', playId: 1 });
});

t.test('two tracks at which one worker each died are both tried again', async (t) => {
  const failures = new WorkerFailures();
  failures.died(1);
  t.strictSame(failures.died(2), { kind: 'restart' });
});

t.test('a track is remembered although others were decoded meanwhile', async (t) => {
  const failures = new WorkerFailures();
  failures.died(1);
  failures.lived();
  t.strictSame(failures.died(1), { kind: 'giveUp', playId: 1 });
});

t.test('workers that never live are started ever more rarely, at least twice a minute', async (t) => {
  const failures = new WorkerFailures();
  const remedies = Array.from({ length: 9 }, (_, at) => failures.died(at));
  t.strictSame(
    remedies.slice(2).map((remedy) => (remedy.kind === 'restartLater' ? remedy.delay : remedy.kind)),
    [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
  );
  failures.lived();
  t.strictSame(failures.died(20), { kind: 'restart' }, 'one that lived begins the count anew');
});
