import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { openSocket } from '../../src/net/guarded-socket.js';

const ALLOWED = { mayConnect: () => true };

/** The first bytes that a TLS client sends to a host of this name. */
async function helloFor(t: Test, host: string): Promise<string> {
  const server = createServer();
  t.teardown(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = openSocket({ host, port, isSecure: true }, ALLOWED).on('error', () => undefined);
  const [peer] = (await once(server, 'connection')) as [Socket];
  const [hello] = (await once(peer, 'data')) as [Buffer];
  client.destroy();
  peer.destroy();
  return hello.toString('latin1');
}

t.test('TLS names the server that is meant, and no address', async (t) => {
  t.match(await helloFor(t, 'localhost'), 'localhost');
  t.notMatch(await helloFor(t, '127.0.0.1'), '127.0.0.1');
});

t.test('an address that is not allowed is not connected to', (t) => {
  const refused = () => openSocket({ host: '127.0.0.1', port: 1, isSecure: false }, { mayConnect: () => false });
  t.throws(refused, { code: 'STREAM_ADDRESS_FORBIDDEN' });
  t.end();
});
