/** The built daemon with the music of music.ts and a port for MPD clients, and Debian's mpc. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { createHouse, type Daemon, FAST } from '../e2e/daemon.js';
import { freePort } from '../fixtures/free-port.js';
import { type PackageSet, unpacked } from '../network/packages.js';
import type { RigOptions } from '../rig/rig.js';
import { putMusic, TRACK_COUNT } from './music.js';
import { runIn } from './real-mpd.js';

const run = promisify(execFile);

export const CLIENTS: PackageSet = { name: 'mpd-clients', packages: ['mpc', 'python3-mpd'], suite: 'trixie' };
export const CLIENT_ENVIRONMENT = { LC_ALL: 'C.UTF-8' };

export interface Box {
  readonly daemon: Daemon;
  readonly library: string;
  /** Port of MPD clients. */
  readonly port: string;
}

/** Starts the daemon and waits until it has scanned the music. */
export async function startBox(t: Test, options: RigOptions = FAST): Promise<Box> {
  const { library, start } = await createHouse(t, options);
  await putMusic(library);
  const port = String(await freePort());
  const daemon = await start({ environment: { TONEARM_MPD_PORT: port } });
  await daemon.until('the library is scanned', async () => {
    const { last } = (await daemon.get('/scan')).body as { last: { files: number } | null };
    return last?.files === TRACK_COUNT;
  });
  return { daemon, library, port };
}

/** Titles of the queue. */
export async function queueOf(daemon: Daemon): Promise<string[]> {
  const entries = (await daemon.get('/playlists/current/tracks')).body as { title: string }[];
  return entries.map(({ title }) => title);
}

/** Command line of mpc for the daemon at a port. */
export async function mpcLine(port: string, args: readonly string[]) {
  return runIn(await unpacked(CLIENTS), 'mpc', ['--host=127.0.0.1', `--port=${port}`, ...args]);
}

/** Runs mpc and resolves with the lines that it prints. */
export type Mpc = (...args: readonly string[]) => Promise<string[]>;

export function mpcAt(port: string): Mpc {
  return async (...args) => {
    const { program, args: all } = await mpcLine(port, args);
    const { stdout } = await run(program, all, { env: CLIENT_ENVIRONMENT });
    return stdout.split('\n').filter((text) => text !== '');
  };
}
