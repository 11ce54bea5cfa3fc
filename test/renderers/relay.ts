/** Reaches ports of a machine that has a network of its own, and from there ports of this one: over a socket of the file system, which both see. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Machine } from '../discovery/lan.js';
import { temporaryDirectory } from '../http/rig.js';

/** Options of `listen` and of `connect`. */
const SCRIPT = `const { createConnection, createServer } = require('node:net');
const [from, to] = process.argv.slice(1).map((text) => JSON.parse(text));
const server = createServer((near) => {
  const far = createConnection(to);
  for (const [one, other] of [[near, far], [far, near]]) one.on('error', () => {}).on('close', () => other.destroy()).pipe(other);
}).listen(from, () => console.log(JSON.stringify(server.address())));`;

/** Runs on the machine. @returns where it listens there */
async function startThere(t: Test, { launcher }: Machine, from: object, to: object): Promise<AddressInfo> {
  const [program, ...args] = [...launcher, process.execPath, '-e', SCRIPT, JSON.stringify(from), JSON.stringify(to)];
  const there = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => there.kill('SIGKILL'));
  const [line] = (await once(there.stdout, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as AddressInfo;
}

/** Runs on this machine. @returns where it listens here */
async function startHere(t: Test, from: object, to: NetConnectOpts): Promise<AddressInfo> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection(to);
    const ways: readonly (readonly [Socket, Socket])[] = [
      [near, far],
      [far, near],
    ];
    for (const [one, other] of ways)
      one
        .on('error', () => {})
        .on('close', () => other.destroy())
        .pipe(other);
    sockets.add(near);
    near.on('close', () => sockets.delete(near));
  }).listen(from);
  await once(server, 'listening');
  t.teardown(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return server.address() as AddressInfo;
}

const onLoopback = (port: number, host = '127.0.0.1') => ({ host, port });

/** @returns a port of the loopback of this machine that leads to a port of the loopback of the other one */
export async function relayTo(t: Test, machine: Machine, port: number): Promise<number> {
  const path = join(await temporaryDirectory(t), 'relay');
  await startThere(t, machine, { path }, onLoopback(port));
  return (await startHere(t, onLoopback(0), { path })).port;
}

/** @returns a port of the loopback of the other machine that leads to a port of this one */
export async function relayFrom(t: Test, machine: Machine, { hostname, port }: URL): Promise<number> {
  const path = join(await temporaryDirectory(t), 'relay');
  await startHere(t, { path }, onLoopback(Number(port), hostname));
  return (await startThere(t, machine, onLoopback(0), { path })).port;
}
