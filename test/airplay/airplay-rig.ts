/** The production bundle of the daemon, shairport-sync of Debian 13 with the box's configuration, and a sender of the test's own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { PrivateBus } from '../dbus/private-bus.js';
import { chunk, fmt, wav } from '../decode/formats/pcm-fixtures.js';
import { createHouse } from '../e2e/daemon.js';
import type { RigOptions } from '../rig/rig.js';
import { RaopSender } from './raop-sender.js';
import { startShairport } from './real-shairport.js';

export const RATE = 44_100;
const SECONDS = 60;

/** Starts shairport-sync, a daemon that plays the first of two tracks, and connects senders to it. The setting is off. */
export async function openReceiver(t: Test, options: RigOptions = {}, more: NodeJS.ProcessEnv = {}) {
  const bus = await PrivateBus.start(t);
  const house = await createHouse(t, { rates: [RATE], formats: ['S16_LE'], patient: true, ...options });
  const { rig, library } = house;
  const runtime = join(rig.folder, 'run');
  await mkdir(`${runtime}-airplay`, { recursive: true });
  const shairport = await startShairport(t, `${runtime}-airplay`, bus.address);
  const files = ['one', 'two'].map((name) => join(library, `${name}.wav`));
  const samples = new Int16Array(2 * RATE * SECONDS).fill(0x1000);
  const bytes = wav(fmt({ tag: 1, rate: RATE, bits: 16 }), chunk('data', new Uint8Array(samples.buffer)));
  for (const file of files) await writeFile(file, bytes);
  const environment = { DBUS_SYSTEM_BUS_ADDRESS: bus.address, RUNTIME_DIRECTORY: runtime, ...more };
  const daemon = await house.start({ environment });
  await daemon.play(files);
  await daemon.put('/playlists/start', {});
  await daemon.until('the queue plays', async () => (await daemon.elapsed()) > 500);
  const connect = async (): Promise<RaopSender> => {
    const sender = await RaopSender.connect(t, shairport.port, "Anna's iPhone");
    await sender.volume(0);
    return sender;
  };
  /** Frames that were played, by their sample in the right channel. */
  const played = async (): Promise<ReadonlyMap<number, number>> => {
    const bytes = await rig.capture();
    const counts = new Map<number, number>();
    for (let at = 2; at + 2 <= bytes.length; at += 4) {
      const sample = bytes.readInt16LE(at);
      counts.set(sample, (counts.get(sample) ?? 0) + 1);
    }
    return counts;
  };
  const playedOf = async (sample: number): Promise<number> => (await played()).get(sample) ?? 0;
  return { shairport, files, daemon, connect, played, playedOf };
}
