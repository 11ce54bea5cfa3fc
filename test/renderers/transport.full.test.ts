/** The suite of transport tests on gmediarender, in real time: its clock is nobody's to stop. */
import t, { type Test } from 'tap';
import { capturingStream } from '../e2e/transport-stream.js';
import { type TransportRig, transportSuite } from '../e2e/transport-suite.js';
import { RealRenderer, rendererLan, rendererTrouble } from './real-renderer.js';
import { relayTo } from './relay.js';

t.setTimeout(300_000);

const RATE = 44_100;
const OPTIONS = { name: 'Kitchen', uuid: '11111111-aaaa-4bbb-8ccc-000000000003', port: 49_494 };

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
  return {
    daemon,
    ...capturingStream(library, () => renderer.played()),
    xruns: () => Promise.resolve(undefined),
    // Positions are whole seconds there.
    ...{ edge: 1.2 * RATE, fade: 1.2 * RATE },
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
