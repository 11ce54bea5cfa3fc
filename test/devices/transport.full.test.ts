/** The suite of transport tests on the kinds of outputs that there are here. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createHouse } from '../e2e/daemon.js';
import { rendererHouse } from '../e2e/renderer-house.js';
import { makeTracks, transportSuite } from './transport-suite.js';

const SETTINGS = { timeout: 240_000 };

t.test('a UPnP renderer', SETTINGS, async (t) => {
  const house = await rendererHouse(t);
  if (house === undefined) return;
  const { renderer, daemon, tracks, udn, appear, announcer } = house;
  await appear();
  t.equal((await daemon.put(`/devices/${udn}/connect`)).status, 200);
  await transportSuite(t, {
    ...{ daemon, tracks, patience: 4000 },
    async lose() {
      renderer.close();
      await delay(0);
    },
    async comeBack() {
      await renderer.listen();
      announcer.alive({ udn, location: renderer.location });
    },
    async turnUp() {
      renderer.turnTo(50);
      await renderer.until(() => renderer.volume === 30);
    },
  });
});

t.test('the sound card', SETTINGS, async (t) => {
  const { library, start, rig } = await createHouse(t, { patient: true });
  const tracks = await makeTracks(library);
  const daemon = await start();
  await transportSuite(t, {
    ...{ daemon, tracks, patience: 1000 },
    lose: () => rig.inject('unplug'),
    comeBack: () => rig.clearFault(),
    async turnUp() {
      await rig.setMixer(255, true);
      await delay(300);
    },
  });
});
