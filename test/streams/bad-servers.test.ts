import t from 'tap';

import { layer2Frames, noise } from '../decode/formats/fixtures.js';
import { headOf, listen, LIVE, station } from './station.js';

/** Ten seconds of sound. */
const SOUND = layer2Frames(383);

t.test('a web page instead of sound is given up, whatever its type says', async (t) => {
  for (const type of ['text/html', 'audio/mpeg']) {
    const { base } = await station(t, (socket) =>
      socket.end(`${headOf('HTTP/1.1 200 OK', `content-type: ${type}`)}<!DOCTYPE html><html>`),
    );
    await listen(t, base).until('failed NOT_AUDIO');
  }
});

t.test('headers that never end are given up', async (t) => {
  const { base, sockets } = await station(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write(`x-more: ${'x'.repeat(1000)}\r\n`), 1);
    socket.on('close', () => {
      clearInterval(timer);
    });
  });
  await listen(t, base).until('failed STREAM_PROTOCOL');
  t.equal(sockets.size <= 1, true);
});

t.test('one byte at a time is slower than sound, and given up', async (t) => {
  const { base } = await station(t, (socket) => {
    socket.write(LIVE);
    socket.write(SOUND.subarray(0, 4000));
    let at = 4000;
    const timer = setInterval(() => socket.write(SOUND.subarray(at, ++at)), 50);
    socket.on('close', () => {
      clearInterval(timer);
    });
  });
  await listen(t, base, { start: 500 }).until('failed STREAM_TIMEOUT');
});

t.test('redirects without end are given up, and to a forbidden place never followed', async (t) => {
  const loop = await station(t, (socket, path) => socket.end(headOf('HTTP/1.1 302 Found', `location: ${path}x`)));
  await listen(t, `${loop.base}/a`).until('failed STREAM_PROTOCOL');
  t.equal(loop.requests.length, 6);
  for (const target of ['http://169.254.169.254/', 'http://[::1]/', 'file:///etc/passwd', 'http://0x7f000001.nip/']) {
    const { base } = await station(t, (socket) => socket.end(headOf('HTTP/1.1 301 Moved', `location: ${target}`)));
    const listener = listen(t, base);
    await listener.until(target.includes('nip') ? 'failed STREAM_GONE' : 'failed STREAM_ADDRESS_FORBIDDEN');
  }
});

t.test('a server that closes at once, or is not there, is tried again and then given up', async (t) => {
  const { base, requests } = await station(t, (socket) => socket.destroy());
  await listen(t, base).until('failed STREAM_GONE');
  t.ok(requests.length > 1);
  await listen(t, 'http://127.0.0.1:1/').until('failed STREAM_GONE');
});

t.test('a station that closes after a moment each time is given up as well', async (t) => {
  const { base } = await station(t, (socket) =>
    socket.end(Buffer.concat([Buffer.from(LIVE), SOUND.subarray(0, 9000)])),
  );
  await listen(t, base).until('failed STREAM_GONE');
});

t.test('TLS that is none is given up at once', async (t) => {
  const { base, requests } = await station(t, (socket) => socket.end('no handshake'));
  await listen(t, base.replace('http:', 'https:')).until('failed STREAM_TLS');
  t.equal(requests.length, 1);
});

t.test('what was compressed without being asked is not unpacked', async (t) => {
  const { base } = await station(t, (socket) =>
    socket.end(
      Buffer.concat([
        Buffer.from(headOf('HTTP/1.1 200 OK', 'content-encoding: gzip')),
        Buffer.from([0x1f, 0x8b]),
        noise(5000),
      ]),
    ),
  );
  await listen(t, base).until('failed NOT_AUDIO');
});

t.test('playlists inside playlists, and empty ones, are given up', async (t) => {
  const list = headOf('HTTP/1.1 200 OK', 'content-type: audio/x-mpegurl');
  const deep = await station(t, (socket, path) => socket.end(`${list}${path}x\n`));
  await listen(t, `${deep.base}/a`).until('failed STREAM_PROTOCOL');
  const empty = await station(t, (socket) => socket.end(`${list}#EXTM3U\n`));
  await listen(t, empty.base).until('failed NOT_AUDIO');
  const huge = await station(t, (socket) => socket.end(`${list}${'#'.repeat(400_000)}\n`));
  await listen(t, huge.base).until('failed STREAM_PROTOCOL');
});

t.test('a playlist that comes line by line, without end, is given up', async (t) => {
  const { base, sockets } = await station(t, (socket) => {
    socket.write(headOf('HTTP/1.1 200 OK', 'content-type: audio/x-mpegurl'));
    const timer = setInterval(() => socket.write(`#${'x'.repeat(30)}\n`), 10);
    socket.on('close', () => {
      clearInterval(timer);
    });
  });
  await listen(t, base, { start: 300 }).until('failed STREAM_TIMEOUT');
  for (let waits = 0; sockets.size > 0 && waits < 500; waits++) await new Promise((resolve) => setTimeout(resolve, 10));
  t.equal(sockets.size, 0);
});
