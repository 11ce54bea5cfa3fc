/** The suite of transport tests on gmediarender, in real time: its clock is nobody's to stop. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type TransportRig, transportSuite } from '../e2e/transport-suite.js';
import { noiseWav } from '../fixtures/mp3.js';
import { RealRenderer, rendererLan, rendererTrouble } from './real-renderer.js';
import { relayTo } from './relay.js';

t.setTimeout(300_000);

const RATE = 44_100;
const OPTIONS = { name: 'Kitchen', uuid: '11111111-aaaa-4bbb-8ccc-000000000003', port: 49_494 };

/** 16-bit samples as those of 32 bits. */
function widened(pcm: Buffer): Int32Array {
  return Int32Array.from({ length: Math.floor(pcm.length / 2) }, (_, at) => pcm.readInt16LE(2 * at) * 65_536);
}

/** A UPnP renderer, as loud as it can be: it plays the samples as they are. */
async function onRenderer(t: Test): Promise<TransportRig> {
  const lan = await rendererLan(t);
  const { daemon, library } = lan;
  daemon.base = `http://127.0.0.1:${await relayTo(t, lan.box, Number(new URL(daemon.base).port))}`;
  let renderer = await RealRenderer.start(t, lan, OPTIONS);
  const isListed = async () => (await daemon.get('/devices')).text.includes(renderer.udn);
  await daemon.until('it is an output', isListed);
  const { status, text } = await daemon.put(`/devices/${renderer.udn}/connect`);
  if (status !== 200) throw new Error(text);
  await daemon.put('/player/volume/level', { level: (await daemon.volume()).max });
  const nothing = () => Promise.resolve();
  return {
    daemon,
    async make(name, { seconds, seed }) {
      const wav = noiseWav({ seconds, seed });
      const path = join(library, `${name}.wav`);
      await writeFile(path, wav);
      return { path, reference: widened(wav.subarray(44)) };
    },
    capture: async () => widened(await renderer.played()),
    async silent() {
      for (let before = -1, now = -2; before !== now;) {
        before = now;
        await delay(700);
        now = (await renderer.played()).length;
      }
    },
    hold: nothing,
    held: nothing,
    release: nothing,
    stops: () => Promise.resolve(undefined),
    xruns: () => Promise.resolve(0),
    // Positions are whole seconds there.
    ...{ accuracy: 0, edge: 1.2 * RATE, fade: 1.2 * RATE, patience: 4000 },
    turnUp: () => renderer.call(lan, 'RenderingControl', 'SetVolume', { Channel: 'Master', DesiredVolume: '100' }),
    lose: () => renderer.program.end(),
    async comeBack() {
      renderer = await RealRenderer.start(t, lan, OPTIONS);
    },
  };
}

t.test('a UPnP renderer', { skip: await rendererTrouble() }, (t) => {
  transportSuite(t, onRenderer);
  t.end();
});
