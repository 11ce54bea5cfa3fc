import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

import t, { type Test } from 'tap';

import { makeMp3 } from '../fixtures/mp3.js';
import { follow } from '../http/event-client.js';
import { createHouse } from './daemon.js';

const OPEN = { TONEARM_STREAM_ALLOW: '127.0.0.0/8' };
const PATIENCE_MILLISECONDS = 120_000;

/** Answers that are no stations, by path. */
const STATIONS: Readonly<Record<string, (socket: Socket) => void>> = {
  '/page': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<!DOCTYPE html><html></html>'),
  '/headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    repeat(socket, 500, () => 'x-more: and so on\r\n');
  },
  '/drip': (socket) => {
    socket.write('HTTP/1.0 200 OK\r\ncontent-type: audio/mpeg\r\nicy-name: Drip\r\n\r\n');
    repeat(socket, 1000, () => '\xff');
  },
  '/loop': (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: /loop\r\n\r\n'),
  '/away': (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest/meta-data/\r\n\r\n'),
};

function repeat(socket: Socket, milliseconds: number, next: () => string): void {
  const timer = setInterval(() => socket.write(next(), 'latin1'), milliseconds);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

async function badStations(t: Test): Promise<{ base: string; sockets: ReadonlySet<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (head) => STATIONS[/^GET (\S+)/.exec(head.toString('latin1'))?.[1] ?? '']?.(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

t.test(
  'stations that are none are given up one after the other, each with its reason, and the queue goes on',
  async (t) => {
    const { library, start } = await createHouse(t);
    const { base, sockets } = await badStations(t);
    await makeMp3(join(library, 'good.mp3'), { seconds: 4, seed: 5 });
    const daemon = await start({ environment: OPEN });
    const events = await follow(t, Number(new URL(daemon.base).port));
    const bad = Object.keys(STATIONS).map((path) => base + path);
    await daemon.play([...bad, join(library, 'good.mp3')]);
    await daemon.put('/player/play');
    const good = async () =>
      ((await daemon.get('/playlists/current')).body as { index: number }).index === bad.length &&
      (await daemon.elapsed()) > 0;
    await daemon.until('the good one plays', good, PATIENCE_MILLISECONDS);
    const skips = () => events.events.filter(({ event }) => event === 'track_skipped').map(({ data }) => data);
    await daemon.until('all skipped entries are reported', () => Promise.resolve(skips().length >= bad.length));
    const skipped = skips();
    t.match(skipped, [
      { path: bad[0], code: 'NOT_AUDIO', started: false },
      { path: bad[1], code: /^STREAM_(?:GONE|TIMEOUT)$/ },
      { path: bad[2], code: 'STREAM_GONE', reason: /the server sends next to nothing/ },
      { path: bad[3], code: 'STREAM_PROTOCOL' },
      { path: bad[4], code: 'STREAM_ADDRESS_FORBIDDEN' },
    ]);
    t.equal(skipped.length, bad.length);
    await daemon.until('no connection is left', () => Promise.resolve(sockets.size === 0));
  },
);
