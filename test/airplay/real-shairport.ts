/** shairport-sync of Debian 13, unpacked beside the system and run by the loader that came with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { freePort } from '../fixtures/free-port.js';
import { temporaryDirectory } from '../http/rig.js';
import { runIn } from '../mpd/real-mpd.js';
import { packageTrouble, type PackageSet, unpacked } from '../network/packages.js';

const SHAIRPORT: PackageSet = { name: 'shairport-sync-4.3', packages: ['shairport-sync'], suite: 'trixie' };
/** The configuration of the box. */
const CONFIGURATION = fileURLToPath(new URL('../../image/overlay/etc/tonearm/shairport-sync.conf', import.meta.url));

/** Why there is none here; false when there is. */
export const shairportTrouble = (): Promise<string | false> => packageTrouble(SHAIRPORT);

export interface RealShairport {
  readonly port: number;
  /** What it has written to its standard output and error. */
  readonly said: readonly string[];
  /** As a program that falls. */
  end(): Promise<void>;
}

/**
 * One with the configuration of the box, but for the folder of the pipes. Resolves when it listens.
 * @param bus address of the system's message bus, on which no Avahi is: nobody finds it by name
 */
export async function startShairport(t: Test, folder: string, bus: string): Promise<RealShairport> {
  const root = await unpacked(SHAIRPORT);
  const port = await freePort();
  const file = join(await temporaryDirectory(t), 'shairport-sync.conf');
  const configuration = await readFile(CONFIGURATION, 'utf8');
  const mine = configuration.replaceAll('/run/tonearm-airplay', folder);
  if (mine === configuration) throw new Error('the configuration names no pipes');
  await writeFile(file, mine);
  const options = [`--configfile=${file}`, '--name=Kitchen', `--port=${port}`];
  const { program, args } = await runIn(root, 'shairport-sync', options);
  const env = { ...process.env, LC_ALL: 'C.UTF-8', DBUS_SYSTEM_BUS_ADDRESS: bus };
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  }
  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  t.teardown(end);
  for (let attempt = 0; !(await listens(port)); attempt++) {
    if (attempt > 200 || child.exitCode !== null) throw new Error(`shairport-sync does not listen: ${said.join('')}`);
    await delay(50);
  }
  return { port, said, end };
}

async function listens(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
