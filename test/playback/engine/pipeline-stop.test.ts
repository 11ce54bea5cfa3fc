/** The engine is stopped while its output closes slowly, and the decoder worker dies meanwhile. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { Output } from '../../../src/output/output.js';
import { Pipeline } from '../../../src/playback/engine/pipeline.js';
import { loadNative, type NativePcm } from '../../../src/native.js';
import { alsaSink } from '../../../src/output/sinks/alsa-sink.js';
import type { Sink } from '../../../src/output/sinks/sink.js';
import { milliseconds } from '../../../src/units.js';
import { keptLog } from '../../fixtures/log.js';
import { makeMp3 } from '../../fixtures/mp3.js';
import { temporaryDirectory } from '../../http/rig.js';

const built = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const NATIVE = built('native/build/Release/tonearm_native.node');
const WORKER = built('dist/decoder-worker.cjs');

t.test('a worker that dies while the engine stops is not replaced', async (t) => {
  const folder = await temporaryDirectory(t);
  const flag = join(folder, 'die');
  const workerFile = join(folder, 'mortal.cjs');
  // The decoder sleeps or looks at its words, and leaves no time for timers.
  const dies = `const { load } = Atomics;
    Atomics.load = (...words) => require('node:fs').existsSync(${JSON.stringify(flag)}) ? process.exit(3) : load(...words);`;
  await writeFile(workerFile, `${dies} require(${JSON.stringify(WORKER)});`);
  const native = loadNative(NATIVE);
  const silent = alsaSink(native, '');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  /** Closes when the test says so. */
  const slow = (pcm: NativePcm): NativePcm => ({
    ...{ format: pcm.format, rate: pcm.rate, periodFrames: pcm.periodFrames, bufferFrames: pcm.bufferFrames },
    ...{ rates: pcm.rates, card: pcm.card },
    attach: (ring, eventFd, onSignal) => pcm.attach(ring, eventFd, onSignal),
    close: async () => {
      await released;
      await pcm.close();
    },
  });
  const sink: Sink = { name: silent.name, open: async (rate) => slow(await silent.open(rate)) };
  const { log, lines } = keptLog('audio');
  const nothing = () => undefined;
  const target = { sink, key: 'silent', mixer: undefined };
  const output = new Output({ native, target, opened: async () => nothing, log });
  const engine = new Pipeline({ output, nativeFile: NATIVE, workerFile, roots: [folder], log });
  engine.connect({
    ...{ trackOpened: nothing, trackStarted: nothing, trackFailed: nothing, finished: nothing },
    ...{ clockChanged: nothing, outputLost: nothing, outputBack: nothing },
  });
  const awake = setInterval(nothing, 1000);
  t.teardown(() => clearInterval(awake));
  const path = join(folder, 'track.mp3');
  await makeMp3(path, { seconds: 2, seed: 1 });
  engine.load(
    { playId: 1, source: { kind: 'localFile', location: path } },
    { kind: 'elapsed', elapsed: milliseconds(0) },
  );
  engine.run();
  engine.start();
  while ((engine.position()?.elapsed ?? 0) < 100) await delay(5);
  const stopped = engine.stop();
  await writeFile(flag, '');
  engine.follow(undefined); // wakes the worker
  while (engine.readings().decoderThread !== 0) await delay(5);
  t.equal(engine.readings().decoderRestarts, 0);
  await rm(flag);
  release();
  await stopped;
  t.notMatch(lines.join(), /starting another/);
  t.equal(engine.readings().decoderThread, 0);
});
