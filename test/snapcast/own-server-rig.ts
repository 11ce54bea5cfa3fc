/** A box whose own server is a stand-in on the usual ports of the loopback address: a test waits for another that has them. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { CONTROL_PORT, SOURCE_PORT } from '../../src/snapcast/ports.js';
import type { FakeServer } from './fake-server.js';
import { type Peer, startPeer } from './peer.js';

export const OWN_OUTPUT = 'snapcast-127.0.0.1';

/** Milliseconds to wait for another test that has the ports. */
const PATIENCE = 180_000;

/** Listens as soon as nobody else does. */
async function listen(server: Server, port: number): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(200);
    }
  }
}

/** Takes PCM as it comes. */
async function startSource(t: Test) {
  const sockets = new Set<Socket>();
  const pieces: Buffer[] = [];
  const source = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => pieces.push(piece));
  });
  const lose = (): void => {
    sockets.forEach((socket) => socket.destroy());
    source.close();
  };
  await listen(source, SOURCE_PORT);
  t.teardown(lose);
  return { bytes: () => Buffer.concat(pieces), lose, comeBack: () => listen(source, SOURCE_PORT) };
}

export interface OwnServer {
  readonly environment: NodeJS.ProcessEnv;
  readonly peer: Peer;
  /** Bytes that were sent so far, and how many. */
  readonly bytes: () => Buffer;
  readonly taken: () => number;
  /** The server ends the connection of the sound and takes no other one, until `comeBack`. */
  readonly lose: () => void;
  readonly comeBack: () => Promise<void>;
  readonly systemd: StandInSystemd;
}

export async function startOwnServer(t: Test, server: FakeServer): Promise<OwnServer> {
  const source = await startSource(t);
  const { bytes } = source;
  const peer = await startPeer(t, server.answer, CONTROL_PORT);
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  systemd.units.set('tonearm-snapserver.service', { active: 'active', status: '' });
  systemd.units.set('tonearm-snapclient.service', { active: 'inactive', status: '' });
  return {
    environment: { DBUS_SYSTEM_BUS_ADDRESS: bus.address },
    ...{ peer, systemd, ...source, taken: () => bytes().length },
  };
}
