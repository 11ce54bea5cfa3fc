import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import t, { type Test } from 'tap';

import { BodyReader } from '../../src/net/body-reader.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { headOf, station } from '../streams/station.js';

const HEAD = headOf('HTTP/1.1 200 OK');

async function bodyOf(t: Test, answer: (socket: Socket) => void): Promise<IncomingMessage> {
  const { base } = await station(t, (socket) => {
    socket.write(HEAD);
    answer(socket);
  });
  const http = new GuardedHttp(new StreamAddresses({ allow: ['127.0.0.0/8'] }), 'Tonearm/test');
  return (await http.get(base, { signal: new AbortController().signal })).body;
}

/** Writes as many bytes every few milliseconds, until the connection is closed. */
function drip(socket: Socket, bytes: number): void {
  const timer = setInterval(() => socket.write(Buffer.alloc(bytes)), 5);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

t.test('what was looked at, and what was put back, is read once more', async (t) => {
  const reader = new BodyReader(await bodyOf(t, (socket) => socket.end('abcdef')));
  t.equal((await reader.peek(3)).toString(), 'abcdef');
  reader.unread(Buffer.from('__'));
  t.equal((await reader.bytes(100)).toString(), '__abcdef');
  t.equal(await reader.next(), undefined);
});

t.test('a server that sends nothing is given up', async (t) => {
  const reader = new BodyReader(await bodyOf(t, () => undefined), 50);
  await t.rejects(reader.next(), { code: 'STREAM_TIMEOUT', retry: true });
});

t.test('a server that drips is given up, also while its beginning is looked at', async (t) => {
  for (const read of [(reader: BodyReader) => reader.peek(2048), (reader: BodyReader) => reader.bytes(1e6)]) {
    const reader = new BodyReader(await bodyOf(t, (socket) => drip(socket, 1)), 200);
    await t.rejects(read(reader), { code: 'STREAM_TIMEOUT' });
  }
});

t.test('a server that sends little by little, but enough, is not', async (t) => {
  const reader = new BodyReader(await bodyOf(t, (socket) => drip(socket, 200)), 200);
  t.ok((await reader.peek(20_000)).length >= 20_000);
  reader.close();
});

t.test('what is longer than it may be is given up', async (t) => {
  const reader = new BodyReader(await bodyOf(t, (socket) => socket.end(Buffer.alloc(3000))));
  await t.rejects(reader.bytes(1000), { code: 'STREAM_PROTOCOL' });
});
