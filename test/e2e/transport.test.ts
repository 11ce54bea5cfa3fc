import { join } from 'node:path';

import t, { type Test } from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { createHouse, FAST, xruns } from './daemon.js';
import { type TransportRig, transportSuite } from './transport-suite.js';

/** An ALSA card. */
async function onCard(t: Test): Promise<TransportRig> {
  const { rig, library, start } = await createHouse(t, FAST);
  const daemon = await start();
  const drops = async () => (await rig.events()).filter(({ name }) => name === 'DROP').length;
  return {
    daemon,
    async make(name, recipe) {
      const path = join(library, `${name}.mp3`);
      await makeMp3(path, recipe);
      return { path, reference: new Int32Array((await referenceS32(path)).buffer) };
    },
    async capture() {
      return new Int32Array(Buffer.from(await rig.capture()).buffer.slice(0));
    },
    silent: () =>
      daemon.until('it is silent', async () => (await drops()) > 0 || (await daemon.playbackStatus()) === 0),
    hold: (frames) => rig.holdAt(frames),
    async held() {
      await rig.waitFor('HELD');
    },
    release: () => rig.clearFault(),
    stops: drops,
    xruns: () => xruns(rig),
    accuracy: 1e-6,
    edge: 0,
  };
}

transportSuite(t, onCard);
