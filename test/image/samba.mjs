/** The real Samba of this machine, which a box reaches at the address of QEMU's user network. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram } from '../../native/setup/run.mjs';

export const SAMBA_NEEDS = [{ debian: 'samba', what: 'samba', present: () => findProgram('smbd') !== undefined }];
/** This machine, as a box sees it. */
export const HOST = '10.0.2.2';

const settings = (folder, shares) => `[global]
workgroup = HOME
map to guest = Bad User
passdb backend = tdbsam:${folder}/passdb.tdb
private dir = ${folder}/private
lock directory = ${folder}/lock
state directory = ${folder}/state
cache directory = ${folder}/cache
pid directory = ${folder}/pid
ncalrpc dir = ${folder}/ncalrpc
log file = ${folder}/log
bind interfaces only = yes
interfaces = lo
disable spoolss = yes
load printers = no
${Object.entries(shares)
  .map(([name, path]) => `[${name}]\npath = ${path}\nguest ok = yes\n`)
  .join('')}`;

export class Samba {
  #process;

  /** @param shares folders by the names of their shares, read by guests */
  constructor({ folder, port, shares }) {
    Object.assign(this, { folder, port });
    rmSync(folder, { recursive: true, force: true });
    for (const each of ['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc'])
      mkdirSync(join(folder, each), { recursive: true });
    writeFileSync(join(folder, 'smb.conf'), settings(folder, shares));
  }

  /** Resolves when it takes connections. */
  async start() {
    const options = [
      '--foreground',
      '--no-process-group',
      '-s',
      join(this.folder, 'smb.conf'),
      '-p',
      String(this.port),
    ];
    // A group of its own, so that the processes of the connections die with it.
    const child = spawn('smbd', options, { stdio: 'ignore', detached: true });
    this.#process = child;
    this.stopped = once(child, 'exit');
    const kill = () => this.#kill(child);
    process.once('exit', kill);
    void this.stopped.then(() => process.off('exit', kill));
    const deadline = performance.now() + 60_000;
    while (!(await isOpen(this.port))) {
      if (performance.now() > deadline) throw new Error('Samba takes no connections');
      await delay(200);
    }
  }

  /** Ends it as a power cut does. */
  async kill() {
    this.#kill(this.#process);
    await this.stopped;
  }

  #kill(child) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Samba has ended already.
    }
  }
}

async function isOpen(port) {
  const connection = createConnection(port, '127.0.0.1');
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
