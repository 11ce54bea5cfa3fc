/** The main thread's end of the decoder worker, with workers of a few lines. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { DecoderThread } from '../../../src/playback/engine/decoder-thread.js';
import type { ToDecoder } from '../../../src/decode/decoder-messages.js';
import { createLog } from '../../../src/log.js';
import { FROM_START } from '../../../src/playback/engine/queue-track.js';
import { frameCount } from '../../../src/units.js';

async function rig(t: Test, source: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-thread-'));
  const workerFile = join(folder, 'worker.cjs');
  await writeFile(workerFile, `const { parentPort, workerData } = require('node:worker_threads');\n${source}`);
  const events: string[] = [];
  let played: () => void = () => undefined;
  const thread = new DecoderThread(
    { workerFile, nativeFile: 'addon', roots: [folder], log: createLog('error', () => undefined) },
    {
      reported: (message) => {
        events.push(message.kind);
        played();
      },
      culprit: () => undefined,
      restarted: ({ kind }) => {
        events.push(kind === 'restart' ? 'ended' : kind);
        played();
      },
      isDry: () => true,
    },
  );
  const awake = setInterval(() => undefined, 1000);
  t.teardown(async () => {
    clearInterval(awake);
    await thread.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise<void>((resolve) => (played = resolve));
  };
  return { thread, events, until };
}

t.test('a message wakes a worker that sleeps on its word', async (t) => {
  const { thread, events, until } = await rig(
    t,
    `const word = new Int32Array(workerData.wake);
     Atomics.wait(word, 0, 0);
     parentPort.postMessage({ kind: 'opened' });`,
  );
  thread.start();
  thread.post({ kind: 'clear' });
  await until(() => events.includes('opened'));
  t.equal(events[0], 'opened');
});

t.test('a question is answered by its own answer', async (t) => {
  const { thread, events, until } = await rig(
    t,
    `const asked = [];
     parentPort.on('message', ({ request, frame }) => {
       asked.unshift({ kind: 'located', request, offset: frame * 2 });
       if (asked.length === 2) for (const answer of asked) parentPort.postMessage(answer);
     });
     parentPort.postMessage({ kind: 'opened' });`,
  );
  thread.start();
  await until(() => events.includes('opened'));
  t.strictSame(await Promise.all([thread.locate(1, frameCount(10)), thread.locate(1, frameCount(20))]), [20, 40]);
});

t.test('a worker that ends leaves no question open, and says so once', async (t) => {
  const { thread, events, until } = await rig(
    t,
    `parentPort.on('message', () => process.exit(3));
     parentPort.postMessage({ kind: 'opened' });`,
  );
  thread.start();
  await until(() => events.includes('opened'));
  t.equal(await thread.locate(1, frameCount(10)), undefined);
  t.strictSame(events, ['opened', 'ended']);
  t.equal(await thread.locate(1, frameCount(10)), undefined, 'there is nobody to ask');
});

t.test('a worker that is stopped does not count as one that ended', async (t) => {
  const { thread, events } = await rig(t, `parentPort.on('message', () => undefined);`);
  thread.start();
  const asked = thread.locate(1, frameCount(10));
  await thread.stop();
  await thread.stop();
  t.equal(await asked, undefined);
  t.strictSame(events, []);
});

const load = (number: number): ToDecoder => ({
  kind: 'load',
  load: number,
  track: { playId: number, source: { kind: 'localFile', location: `/music/${number}.mp3` } },
  from: FROM_START,
});

t.test('a worker that hangs at a file is left behind at the next load, and another one has that', async (t) => {
  const { thread, events, until } = await rig(
    t,
    `const word = new Int32Array(new SharedArrayBuffer(4));
     parentPort.on('message', ({ kind, request, load }) => {
       if (kind === 'locate') parentPort.postMessage({ kind: 'located', request });
       if (kind === 'load') parentPort.postMessage({ kind: 'load ' + load });
       if (load === 1) Atomics.wait(word, 0, 0);
     });
     parentPort.postMessage({ kind: 'opened' });`,
  );
  thread.start();
  await until(() => events.includes('opened'));
  thread.post(load(1));
  await until(() => events.includes('load 1'));
  thread.post(load(2));
  await until(() => events.includes('replace'));
  thread.post(load(3));
  await until(() => events.includes('load 3'));
  t.notOk(events.includes('load 2'));
  t.equal(thread.restarts, 0, 'none has died');
});
