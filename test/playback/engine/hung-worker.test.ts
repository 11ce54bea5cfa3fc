/** When the main thread looks whether the decoder worker hangs at a file on a network share. */
import { mock } from 'node:test';
import t, { type Test } from 'tap';
import type { ToDecoder } from '../../../src/decode/decoder-messages.js';
import { HungWorker } from '../../../src/playback/engine/hung-worker.js';
import { FROM_START } from '../../../src/playback/engine/queue-track.js';

/** Longer than a worker may be silent. */
const LONG = 60_000;

const load = (location: string): ToDecoder => ({
  kind: 'load',
  load: 1,
  track: { playId: 1, source: { kind: 'localFile', location } },
  from: FROM_START,
});

function rig(t: Test) {
  mock.timers.enable({ apis: ['setInterval'] });
  t.teardown(() => mock.timers.reset());
  let now = 0;
  t.intercept(performance, 'now', { value: () => now });
  const worker = { isAtRest: false, answers: true, questions: 0, hung: 0 };
  const watch = new HungWorker({
    isStarted: () => true,
    ask: () => {
      worker.questions++;
      return worker.answers ? Promise.resolve() : new Promise(() => undefined);
    },
    late: () => undefined,
    hung: () => worker.hung++,
    isDry: () => true,
    isAtRest: () => worker.isAtRest,
    isOnShare: (path) => path.startsWith('/share/'),
  });
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 500) {
      now += 500;
      mock.timers.tick(500);
      await Promise.resolve();
    }
  };
  return { worker, watch, pass };
}

t.test('a worker at a track on a share is queried again and again while it works', async (t) => {
  const { worker, watch, pass } = rig(t);
  watch.sending(load('/share/one.mp3'));
  await pass(LONG);
  t.ok(worker.questions > 10, `${worker.questions} questions`);
  t.equal(worker.hung, 0);
  worker.answers = false;
  await pass(LONG);
  t.ok(worker.hung > 0, 'one that does not answer hangs');
});

t.test('a worker at rest is left alone until it is woken', async (t) => {
  const { worker, watch, pass } = rig(t);
  watch.sending(load('/share/one.mp3'));
  worker.isAtRest = true;
  await pass(LONG);
  t.equal(worker.questions, 1, 'the one of the load');
  worker.isAtRest = false;
  watch.woken();
  worker.answers = false;
  await pass(LONG);
  t.ok(worker.hung > 0, 'it is watched again');
});

t.test('a worker that reads local files only is not queried', async (t) => {
  const { worker, watch, pass } = rig(t);
  watch.sending(load('/music/one.mp3'));
  watch.woken();
  await pass(LONG);
  t.equal(worker.questions, 1, 'the one of the load');
});
