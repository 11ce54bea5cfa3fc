import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { Connections } from '../../src/http/connections.js';
import { startRig } from './rig.js';

const GET = 'GET /player/status HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A connection that another machine makes, as far as the server can tell. */
function from(t: Test, port: number, localAddress: string, text = ''): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  t.teardown(() => socket.destroy());
  if (text !== '') socket.write(text);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString('latin1').slice(0, 12);
}

t.test('connections that say nothing lock out neither others nor their own address', async (t) => {
  const { port } = await startRig(t);
  const silent = Array.from({ length: 600 }, (_, at) => from(t, port, '127.0.0.2', at % 2 === 0 ? '' : 'GET / HT'));
  await Promise.any(silent.map((socket) => once(socket, 'close')));
  for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
    t.equal(await answerOf(from(t, port, address, GET)), 'HTTP/1.1 200', address);
  }
});

t.test('connections in use are kept, and one too many of an address is closed', async (t) => {
  const { port } = await startRig(t);
  const head = [
    'PUT /player/volume HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 9',
  ];
  const begun = `${[...head, 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`;
  const used = Array.from({ length: 128 }, () => from(t, port, '127.0.0.2', begun));
  t.strictSame(
    new Set(await Promise.all(used.map(answerOf))),
    new Set(['HTTP/1.1 100']),
    'their bodies are waited for',
  );
  const more = from(t, port, '127.0.0.2', GET).resume();
  await once(more, 'close');
  t.equal(more.bytesRead, 0);
  t.equal(await answerOf(from(t, port, '127.0.0.3', GET)), 'HTTP/1.1 200');
  t.notOk(used.some((socket) => socket.destroyed));
});

t.test('a phone keeps its six connections, with one request after the other on each', async (t) => {
  const { port } = await startRig(t);
  const phone = Array.from({ length: 6 }, () => from(t, port, '127.0.0.2'));
  for (let turn = 0; turn < 3; turn++) {
    for (const socket of phone) socket.write(GET);
    t.strictSame(new Set(await Promise.all(phone.map(answerOf))), new Set(['HTTP/1.1 200']));
  }
});

t.test('a new connection that says nothing is closed after a while, one that is answered is not', async (t) => {
  const connections = new Connections(undefined, 50);
  const server = createServer((_request, response) => {
    connections.answering(response);
    response.writeHead(200).write('begun');
  });
  server.on('connection', (socket) => {
    connections.take(socket);
  });
  server.listen(0, '127.0.0.1');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const follower = from(t, port, '127.0.0.1', GET);
  await answerOf(follower);
  for (let turn = 0; turn < 3; turn++) await once(from(t, port, '127.0.0.1').resume(), 'close');
  t.notOk(follower.destroyed);
});
