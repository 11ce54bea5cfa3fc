/** A daemon with music, and a renderer of the test on the same network, the loopback. */
import type { Test } from 'tap';
import { join } from 'node:path';
import { freePort } from '../fixtures/free-port.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { Announcer } from '../renderers/announcer.js';
import { FakeRenderer } from '../renderers/fake-renderer.js';
import { createHouse, type Daemon } from './daemon.js';

const SSDP_PORT = 1900;
/** Seconds of a track, of which there are three. */
export const LENGTH = 20;
export const NAMES = ['one', 'two', 'three'] as const;

async function makeTracks(library: string): Promise<string[]> {
  const paths = NAMES.map((name) => join(library, `${name}.mp3`));
  for (const [at, path] of paths.entries()) {
    await makeMp3(path, { seconds: LENGTH, seed: 900 + at, lame: ['-b', '64', '--tt', NAMES[at] ?? ''] });
  }
  return paths;
}

interface Listed {
  readonly id: string;
  readonly is_connected: boolean;
  readonly is_current_device: boolean;
  readonly is_present: boolean;
}

export async function devices(daemon: Daemon): Promise<readonly Listed[]> {
  return (await daemon.get('/devices')).body as readonly Listed[];
}

/** @param name other runs on this machine have renderers on the same network, which a test may have to tell apart */
export async function rendererHouse(t: Test, name?: string) {
  const announcer = await Announcer.start(t, SSDP_PORT);
  const house = await createHouse(t, { patient: true });
  const tracks = await makeTracks(house.library);
  const udn = `uuid:test-${process.pid}-${Math.random().toString(16).slice(2)}`;
  const renderer = await FakeRenderer.start(t, udn, name);
  const environment = { TONEARM_UPNP_PORT: String(await freePort()) };
  const daemon = await house.start({ environment });
  await daemon.put('/scan-library');
  const find = async (): Promise<Listed | undefined> => (await devices(daemon)).find(({ id }) => id === udn);
  const appear = async (): Promise<void> => {
    announcer.devices.set(udn, { udn, location: renderer.location });
    announcer.alive({ udn, location: renderer.location });
    await daemon.until('it is listed', async () => (await find())?.is_present === true, 5000);
  };
  return { ...house, environment, announcer, renderer, daemon, tracks, udn, find, appear };
}
