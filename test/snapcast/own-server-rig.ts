/** A box whose own server is a stand-in on the usual ports of the loopback address: one test file at a time may have it. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Test } from 'tap';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { CONTROL_PORT, SOURCE_PORT } from '../../src/snapcast/ports.js';
import type { FakeServer } from './fake-server.js';
import { type Peer, startPeer } from './peer.js';

export const OWN_OUTPUT = 'snapcast-127.0.0.1';

/** Takes PCM as it comes. @returns what was taken so far */
async function startSource(t: Test): Promise<() => number> {
  const sockets = new Set<Socket>();
  let taken = 0;
  const source = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', ({ length }) => (taken += length));
  });
  source.listen(SOURCE_PORT, '127.0.0.1');
  await once(source, 'listening');
  t.teardown(() => {
    sockets.forEach((socket) => socket.destroy());
    source.close();
  });
  return () => taken;
}

export interface OwnServer {
  readonly environment: NodeJS.ProcessEnv;
  readonly peer: Peer;
  readonly taken: () => number;
}

export async function startOwnServer(t: Test, server: FakeServer): Promise<OwnServer> {
  const taken = await startSource(t);
  const peer = await startPeer(t, server.answer, CONTROL_PORT);
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  systemd.units.set('tonearm-snapserver.service', { active: 'active', status: '' });
  systemd.units.set('tonearm-snapclient.service', { active: 'inactive', status: '' });
  return { environment: { DBUS_SYSTEM_BUS_ADDRESS: bus.address }, peer, taken };
}
