import t from 'tap';

import { layer2Frames } from '../decode/formats/fixtures.js';
import { headOf, listen, LIVE, received, station } from './station.js';

/** Ten seconds of sound. */
const SOUND = layer2Frames(383);

t.test('a station is ready when six seconds have come, and closing lets it go at once', async (t) => {
  const { base, requests, sockets } = await station(t, (socket) =>
    socket.write(Buffer.concat([Buffer.from(LIVE), SOUND])),
  );
  const listener = listen(t, base);
  await listener.until('ready');
  t.match(requests[0], /icy-metadata: 1/i);
  t.notMatch(requests[0], /accept-encoding/i);
  t.match(listener.feed.station, { name: 'Testfunk' });
  t.ok(listener.feed.isLive);
  t.ok(listener.feed.reserve > 6);
  t.ok(received(listener.input()).equals(SOUND));
  listener.feed.close();
  for (let waits = 0; sockets.size > 0 && waits < 500; waits++) await new Promise((resolve) => setTimeout(resolve, 10));
  t.equal(sockets.size, 0);
});

t.test('an old SHOUTcast server is understood, and its titles with it', async (t) => {
  const block = Buffer.alloc(33);
  block[0] = 2;
  block.write("StreamTitle='Ada - Song';", 1);
  const head = headOf('ICY 200 OK', 'icy-name:Old', 'icy-metaint:8000', 'content-type:audio/mpeg');
  const { base } = await station(t, (socket) => {
    socket.write(head.slice(0, 2));
    setTimeout(() => {
      socket.write(Buffer.concat([Buffer.from(head.slice(2)), SOUND.subarray(0, 8000), block, SOUND.subarray(8000)]));
    }, 20);
  });
  const listener = listen(t, base);
  await listener.until('titled Ada/Song');
  t.match(listener.feed.station, { name: 'Old' });
});

t.test('where icy-metaint is not true, the stream is taken without titles', async (t) => {
  const { base, requests } = await station(t, (socket, _path, before) => {
    const lie = headOf('HTTP/1.0 200 OK', 'content-type: audio/mpeg', 'icy-metaint: 500');
    socket.write(Buffer.concat([Buffer.from(before === 0 ? lie : LIVE), SOUND]));
  });
  await listen(t, base).until('ready');
  t.equal(requests.length, 2);
  t.notMatch(requests[1], /icy-metadata/i);
});

t.test('after a drop a station goes on where it was, although it repeats its last seconds', async (t) => {
  const { base } = await station(t, (socket, _path, before) => {
    if (before === 0) socket.end(Buffer.concat([Buffer.from(LIVE), SOUND.subarray(0, 120_000)]));
    else socket.write(Buffer.concat([Buffer.from(LIVE), SOUND.subarray(60_000)]));
  });
  const listener = listen(t, base, { later: 10_000 });
  await listener.until('ready');
  for (let waits = 0; received(listener.input()).length < SOUND.length && waits < 500; waits++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.ok(received(listener.input()).equals(SOUND), 'byte for byte');
  t.equal(listener.feed.trouble, undefined);
});

t.test('a station that is gone for good is given up after a while', async (t) => {
  const { base } = await station(t, (socket, _path, before) => {
    if (before === 0) socket.end(Buffer.concat([Buffer.from(LIVE), SOUND]));
    else socket.end(headOf('HTTP/1.0 404 Not Found'));
  });
  const listener = listen(t, base);
  await listener.until('ready');
  await listener.until('failed STREAM_GONE');
  t.equal(listener.feed.trouble?.code, 'STREAM_REFUSED');
});

t.test('a playlist leads to its first address that plays', async (t) => {
  const { base } = await station(t, (socket, path) => {
    if (path === '/list.pls') {
      socket.end(`${headOf('HTTP/1.0 200 OK', 'content-type: audio/x-scpls')}[playlist]\nFile1=/dead\nFile2=/live\n`);
    } else if (path === '/live') {
      socket.write(Buffer.concat([Buffer.from(LIVE), SOUND]));
    } else {
      socket.end(headOf('HTTP/1.0 503 Busy'));
    }
  });
  await listen(t, `${base}/list.pls`).until('ready');
});

t.test('a stream that is no station ends where its server ends it', async (t) => {
  const { base, requests } = await station(t, (socket) =>
    socket.end(Buffer.concat([Buffer.from(headOf('HTTP/1.0 200 OK', 'content-type: audio/mpeg')), SOUND])),
  );
  const listener = listen(t, base);
  await listener.until('ready');
  for (let waits = 0; !listener.feed.isComplete && waits < 500; waits++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.ok(listener.feed.isComplete);
  t.notOk(listener.feed.isLive);
  t.equal(requests.length, 1);
});
