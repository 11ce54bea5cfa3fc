import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type Material, Unread } from '../../src/http/unread.js';

const MEBIBYTE = 1024 * 1024;
/** More than the kernel takes for a client that reads nothing. */
const MUCH = 32 * MEBIBYTE;

/** A server that answers with as many bytes as the path says. */
async function rig(t: Test, unread: Unread, material: readonly Material[] = []) {
  const waiting: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response: ServerResponse) => {
    response.write(Buffer.alloc(Number(request.url?.slice(1))));
    void unread.taken(response, ...material).then(() => unread.end(response));
    waiting.shift()?.(response);
  });
  server.listen(0, '127.0.0.1');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Asks, and reads nothing. */
  return async (bytes: number, localAddress = '127.0.0.2') => {
    const answered = new Promise<ServerResponse>((resolve) => void waiting.push(resolve));
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    t.teardown(() => socket.destroy());
    socket.write(`GET /${bytes} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return { socket, response: await answered };
  };
}

async function bytesFrom({ socket }: { readonly socket: Socket }): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
  await once(socket, 'close');
  return bytes;
}

t.test('an answer that is alone may be of any length', async (t) => {
  const ask = await rig(t, new Unread({ network: MEBIBYTE, all: MEBIBYTE }));
  t.ok((await bytesFrom(await ask(MUCH))) > MUCH);
});

t.test('beyond what one client may leave unread its longest waiting answer is broken off', async (t) => {
  const ask = await rig(t, new Unread({ network: 2.5 * MUCH, all: 8 * MUCH }));
  const sockets = [await ask(MUCH), await ask(MUCH), await ask(MUCH, '127.0.0.3'), await ask(MUCH)];
  const [first = 0, ...others] = await Promise.all(sockets.map(bytesFrom));
  t.ok(first < MUCH, 'broken off');
  t.ok(others.every((bytes) => bytes > MUCH));
});

t.test('beyond what all may leave unread it is who leaves most', async (t) => {
  const ask = await rig(t, new Unread({ network: 8 * MUCH, all: 3.5 * MUCH }));
  const sockets = [await ask(MUCH, '127.0.0.3'), await ask(MUCH), await ask(MUCH), await ask(MUCH, '127.0.0.4')];
  const [other = 0, first = 0, second = 0, last = 0] = await Promise.all(sockets.map(bytesFrom));
  t.ok(first < MUCH);
  t.ok([other, second, last].every((bytes) => bytes > MUCH));
});

t.test('what several answers are made of counts once', async (t) => {
  const material = { what: {}, bytes: MUCH };
  const ask = await rig(t, new Unread({ network: 4 * MUCH, all: 4 * MUCH }), [material]);
  const sockets = [await ask(MUCH), await ask(MUCH)];
  t.ok((await Promise.all(sockets.map(bytesFrom))).every((bytes) => bytes > MUCH));
});

t.test('a client that takes nothing for too long is given up, one that is slow is not', async (t) => {
  const ask = await rig(t, new Unread({ network: 8 * MUCH, all: 8 * MUCH }, 300));
  const still = await ask(MUCH);
  const slow = await ask(MUCH);
  let bytes = 0;
  // A little at a time, for longer than the other one is waited for.
  while (!still.response.closed) {
    await delay(20);
    bytes += (slow.socket.read() as Buffer | null)?.length ?? 0;
  }
  t.ok((await bytesFrom(still)) < MUCH);
  t.ok(bytes + (await bytesFrom(slow)) > MUCH);
});
