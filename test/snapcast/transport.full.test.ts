import t, { type Test } from 'tap';
import { createHouse } from '../e2e/daemon.js';
import { capturingStream } from '../e2e/transport-stream.js';
import { type TransportRig, transportSuite } from '../e2e/transport-suite.js';
import { FakeServer } from './fake-server.js';
import { OWN_OUTPUT, startOwnServer } from './own-server-rig.js';

t.setTimeout(240_000);

/** Frames in a row that no noise is silent for. */
const SILENCE = 1000;

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
  const { environment, bytes, lose, comeBack } = await startOwnServer(t, new FakeServer('Kitchen'));
  const { library, start } = await createHouse(t);
  const daemon = await start({ environment });
  await daemon.put('/settings', { snapcast_server: true });
  const isListed = async () => (await daemon.get('/devices')).text.includes(`"id":"${OWN_OUTPUT}"`);
  await daemon.until('the server is an output', isListed);
  await daemon.put(`/devices/${OWN_OUTPUT}/volume-mode`, { mode: 'fixed', confirmed: true });
  await daemon.put(`/devices/${OWN_OUTPUT}/connect`);
  const stream = capturingStream(library, bytes);
  return {
    daemon,
    ...stream,
    capture: async () => withoutSilence(await stream.capture()),
    async xruns() {
      const { text } = await daemon.get('/metrics');
      return Number(/^tonearm_\w*(?:xruns|underruns)\w*(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1]);
    },
    ...{ edge: 3, fade: 750 },
    ...{ lose, comeBack },
    adjustable: () => daemon.put(`/devices/${OWN_OUTPUT}/volume-mode`, { mode: 'software' }),
  };
}

transportSuite(t, onServer);
