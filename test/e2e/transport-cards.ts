/** Outputs of ALSA for the suite of transport tests: a sound card, and a Bluetooth speaker through bluez-alsa. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { pathOf } from '../bluetooth/stand-in-bluez.js';
import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import type { Rig, RigOptions } from '../rig/rig.js';
import { createHouse, type Daemon, xruns } from './daemon.js';
import { KITCHEN, outputOf, speakerHouse } from './speaker-house.js';
import type { TransportRig } from './transport-suite.js';

/** @param rig captures what is played */
function capturing(daemon: Daemon, rig: Rig, library: string): TransportRig {
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
    ...{ accuracy: 1e-6, edge: 0, fade: 750, patience: 1000 },
    lose: () => rig.inject('unplug'),
    comeBack: () => rig.clearFault(),
    turnUp: () => rig.setMixer(255, true),
  };
}

/** An ALSA card. */
export async function onCard(t: Test, options: RigOptions): Promise<TransportRig> {
  const { rig, library, start } = await createHouse(t, options);
  return capturing(await start(), rig, library);
}

/** A Bluetooth speaker. */
export async function onSpeaker(t: Test): Promise<TransportRig> {
  const { bluez, daemon, speaker, house } = await speakerHouse(t);
  bluez.addPaired(KITCHEN, 'Kitchen');
  const isListed = async () => (await daemon.get('/devices')).text.includes(outputOf(KITCHEN));
  await daemon.until('it is an output', isListed);
  const { status, text } = await daemon.put(`/devices/${outputOf(KITCHEN)}/connect`);
  if (status !== 200) throw new Error(text);
  return {
    ...capturing(daemon, speaker, house.library),
    // Every seek empties it: what is on its way to a speaker cannot be taken back.
    stops: () => Promise.resolve(undefined),
    async silent() {
      for (let before = -1, now = -2; before !== now;) {
        before = now;
        await delay(300);
        now = (await speaker.capture()).length;
      }
    },
    async lose() {
      await speaker.inject('unplug');
      bluez.lose(pathOf(KITCHEN));
    },
    async comeBack() {
      await speaker.clearFault();
      bluez.link(pathOf(KITCHEN));
    },
  };
}
