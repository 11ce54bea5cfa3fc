import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createHouse } from '../e2e/daemon.js';
import { type TransportRig, transportSuite } from '../e2e/transport-suite.js';
import { noiseWav } from '../fixtures/mp3.js';
import { FakeServer } from './fake-server.js';
import { OWN_OUTPUT, startOwnServer } from './own-server-rig.js';

t.setTimeout(240_000);

/** Frames in a row that no noise is silent for. */
const SILENCE = 1000;

/** 16-bit samples as those of 32 bits. */
function widened(pcm: Buffer): Int32Array {
  return Int32Array.from({ length: Math.floor(pcm.length / 2) }, (_, at) => pcm.readInt16LE(2 * at) * 65_536);
}

/** Without the silence around each sound, which belongs to the connection. */
function withoutSilence(samples: Int32Array): Int32Array {
  const frames = Math.floor(samples.length / 2);
  const kept: Int32Array[] = [];
  for (let begin = 0; begin < frames;) {
    let end = begin;
    const isSilent = (frame: number) => samples[2 * frame] === 0 && samples[2 * frame + 1] === 0;
    while (end < frames && isSilent(end)) end++;
    if (end - begin < SILENCE && end < frames) kept.push(samples.subarray(2 * begin, 2 * end));
    begin = end;
    while (end < frames && !isSilent(end)) end++;
    kept.push(samples.subarray(2 * begin, 2 * end));
    begin = end;
  }
  const all = new Int32Array(kept.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of kept) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

/** The TCP source of a snapserver, in real time: its clock is nobody's to stop. */
async function onServer(t: Test): Promise<TransportRig> {
  const { environment, taken, bytes } = await startOwnServer(t, new FakeServer('Kitchen'));
  const { library, start } = await createHouse(t);
  const daemon = await start({ environment });
  await daemon.put('/settings', { snapcast_server: true });
  const isListed = async () => (await daemon.get('/devices')).text.includes(`"id":"${OWN_OUTPUT}"`);
  await daemon.until('the server is an output', isListed);
  await daemon.put(`/devices/${OWN_OUTPUT}/volume-mode`, { mode: 'fixed', confirmed: true });
  await daemon.put(`/devices/${OWN_OUTPUT}/connect`);
  const nothing = () => Promise.resolve();
  return {
    daemon,
    async make(name, { seconds, seed }) {
      const wav = noiseWav({ seconds, seed });
      const path = join(library, `${name}.wav`);
      await writeFile(path, wav);
      return { path, reference: widened(wav.subarray(44)) };
    },
    capture: () => Promise.resolve(withoutSilence(widened(bytes()))),
    async silent() {
      for (let before = -1; before !== taken();) {
        before = taken();
        await delay(400);
      }
    },
    hold: nothing,
    held: nothing,
    release: nothing,
    stops: () => Promise.resolve(undefined),
    async xruns() {
      const { text } = await daemon.get('/metrics');
      return Number(/^tonearm_\w*(?:xruns|underruns)\w*(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1]);
    },
    accuracy: 0,
    edge: 3,
  };
}

transportSuite(t, onServer);
