/** Reaches a port of a machine that has a network of its own: over a socket of the file system, which both see. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Machine } from '../discovery/lan.js';
import { temporaryDirectory } from '../http/rig.js';

const SCRIPT = `const { createConnection, createServer } = require('node:net');
const [path, port] = process.argv.slice(1);
createServer((near) => {
  const far = createConnection(Number(port), '127.0.0.1');
  for (const [one, other] of [[near, far], [far, near]]) one.on('error', () => other.destroy()).pipe(other);
}).listen(path, () => console.log('listens'));`;

/** @returns a port of the loopback of this machine that leads to a port of the loopback of the other one */
export async function relayTo(t: Test, machine: Machine, port: number): Promise<number> {
  const path = join(await temporaryDirectory(t), 'relay');
  const [program, ...args] = [...machine.launcher, process.execPath, '-e', SCRIPT, path, String(port)];
  const there = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => there.kill('SIGKILL'));
  await once(there.stdout, 'data');
  const sockets = new Set<Socket>();
  const here = createServer((near) => {
    const far = createConnection(path);
    const ways: readonly (readonly [Socket, Socket])[] = [
      [near, far],
      [far, near],
    ];
    for (const [one, other] of ways) one.on('error', () => other.destroy()).pipe(other);
    sockets.add(near);
    near.on('close', () => sockets.delete(near));
  }).listen(0, '127.0.0.1');
  await once(here, 'listening');
  t.teardown(() => {
    sockets.forEach((socket) => socket.destroy());
    here.close();
  });
  return (here.address() as AddressInfo).port;
}
