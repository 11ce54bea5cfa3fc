/** A thread that ends leaves no ffmpeg behind. */
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { CONFINE } from '../../fixtures/confine.js';
import { bundleWorker } from '../../library/fixtures.js';
import { encoded, RECIPES } from './ffmpeg-fixtures.js';
import { temporaryDirectory } from './fixtures.js';
import { childProcesses, openDescriptors } from './processes.js';

const path = await encoded(t, RECIPES['ALAC in M4A']!, 30);
const { size } = await stat(path);
const workerFile = await bundleWorker(await temporaryDirectory(t), 'test/decode/formats/playing-worker.ts');

/** Programs that still run; what has ended and was not waited for takes nothing but its number. */
const running = () => childProcesses().filter(({ name, state }) => /^ff(mpeg|probe)$/.test(name) && state !== 'Z');

/** Until it plays, or has ended: of a worker that plays and fails at once, the news may come in either order. */
async function played(end: 'sleep' | 'throw'): Promise<Worker> {
  const worker = new Worker(workerFile, { workerData: { confine: CONFINE, path, size, end } });
  const failed = new Promise<Error>((resolve) => worker.once('error', resolve));
  const playing = new Promise((resolve) => worker.once('message', resolve));
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const first = await Promise.race([playing, failed]);
  if (end === 'throw') await ended;
  else if (first instanceof Error) throw first;
  return worker;
}

async function nothingRuns(): Promise<boolean> {
  for (let waits = 0; waits < 6000 && running().length > 0; waits++) await delay(10);
  return running().length === 0;
}

t.test(
  'no ffmpeg outlives a thread that is ended from outside while it sleeps, and no descriptor is left',
  async (t) => {
    await (await played('sleep')).terminate();
    t.ok(await nothingRuns());
    const before = openDescriptors();
    for (let times = 0; times < 3; times++) {
      const worker = await played('sleep');
      t.equal(running().length, 1, 'it played');
      await worker.terminate();
      t.ok(await nothingRuns());
    }
    t.equal(openDescriptors(), before);
  },
);

t.test('nor one that fails', async (t) => {
  await played('throw');
  t.ok(await nothingRuns());
});
