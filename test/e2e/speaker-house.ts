/**
 * Starts a daemon with Bluetooth: stand-ins for BlueZ and bluez-alsa on a private bus, and a rig as the PCM and the
 * mixer of bluez-alsa, which captures the sound of the speaker.
 */
import { appendFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { HCI0, pathOf, type StandInAgent, StandInBluez, StandInSound } from '../bluetooth/stand-in-bluez.js';
import { makeMp3 } from '../fixtures/mp3.js';
import type { Rig } from '../rig/rig.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { createHouse } from './daemon.js';

export const KITCHEN = 'AA:BB:CC:00:00:01';
export const BATH = 'AA:BB:CC:00:00:02';

/** Id of the output of a speaker. */
export const outputOf = (address: string): string => `bluetooth-${address.replaceAll(':', '-')}`;

/** PCM and mixer of bluez-alsa in alsa-lib's configuration, one rig for all speakers. */
function bluealsa({ folder, captureFile, logFile }: Rig): string {
  return `
pcm.bluealsa {
  @args [ DEV PROFILE ]
  @args.DEV { type string }
  @args.PROFILE { type string }
  type tonearm_capture
  file "${captureFile}"
  log "${logFile}"
  control "${join(folder, 'fault')}"
}
ctl.bluealsa {
  @args [ DEV DYN ]
  @args.DEV { type string }
  @args.DYN { type string default "yes" }
  type tonearm_mixer
  state "${join(folder, 'mixer')}"
  log "${logFile}"
  hang "${join(folder, 'hang')}"
  element A2DP
}
`;
}

/** Starts a daemon with three tracks in the queue, stopped. @param adapters names of Bluetooth adapters */
export async function speakerHouse(t: Test, adapters: readonly string[] = ['hci0']) {
  const bus = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, bus, adapters);
  const sound = await StandInSound.start(t, bus, bluez);
  const house = await createHouse(t, {}, { mixer: { element: 'A2DP' } });
  const [builtin, speaker] = house.rigs as [Rig, Rig];
  await appendFile(builtin.environment.ALSA_CONFIG_PATH, bluealsa(speaker));
  const files = ['one.mp3', 'two.mp3', 'three.mp3'].map((name) => join(house.library, name));
  for (const [at, file] of files.entries())
    await makeMp3(file, { seconds: 60, seed: 70 + at, lame: ['-V', '2', '--tt', basename(file)] });
  const daemon = await house.start({ environment: { DBUS_SYSTEM_BUS_ADDRESS: bus.address } });
  await daemon.play(files);
  const currentOutput = async (): Promise<string> =>
    ((await daemon.get('/devices/current')).body as { readonly id: string }).id;
  return { bus, bluez, sound, house, builtin, speaker, files, daemon, currentOutput };
}

/** Sets the question that each speaker asks while pairing; a speaker without an entry asks nothing. */
export function asking(
  bluez: StandInBluez,
  asks: Readonly<Record<string, (agent: StandInAgent, device: string) => Promise<unknown>>>,
): void {
  const byPath = new Map(Object.entries(asks).map(([address, ask]) => [pathOf(address, HCI0), ask]));
  bluez.onPair = async (device, agent) => {
    await byPath.get(device)?.(agent, device);
  };
}

export const speakerRow = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
