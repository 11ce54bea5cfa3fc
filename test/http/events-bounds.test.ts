import { Agent } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { follow } from './event-client.js';
import { startRig } from './rig.js';

t.test('a client that does not read is dropped, and the others go on', async (t) => {
  const { volume, port } = await startRig(t);
  const reader = await follow(t, port, { isUndescribed: true });
  const deaf = connect(port, '127.0.0.1');
  t.teardown(() => deaf.destroy());
  deaf.on('error', () => undefined);
  deaf.pause();
  deaf.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const padding = 'x'.repeat(60_000);
  let emitted = 0;
  const read = volume.read.bind(volume);
  volume.read = () => Object.assign(read(), { volume: (padding + String(emitted)) as never });
  while (!deaf.destroyed && emitted < 1000) {
    await volume.set(emitted % 2);
    emitted += 1;
    await reader.event('volume', emitted);
    // Paused, it would never see the end: what the kernel has for it is thrown away.
    if (emitted === 200) deaf.resume();
  }
  t.ok(deaf.destroyed, `after ${emitted} events`);
  await reader.event('volume', emitted);
});

t.test('an address can follow only so often, and one stream that ends makes room', async (t) => {
  const { port, send } = await startRig(t);
  const clients = await Promise.all(Array.from({ length: 16 }, () => follow(t, port)));
  for (const client of clients) await client.event('snapshot');
  const { status, json } = await send('GET', '/events');
  t.equal(status, 503);
  t.match(json, { code: 'TOO_MANY_LISTENERS' });
  clients[0]!.close();
  let last = await follow(t, port);
  while (last.response.statusCode === 503) last = await follow(t, port);
  await last.event('snapshot');
  t.equal(last.response.statusCode, 200);
});

t.test('streams of a few addresses leave room for others', async (t) => {
  const { port } = await startRig(t);
  const many = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
  const agents = many.map((localAddress) => new Agent({ localAddress }));
  const first = agents.slice(0, 4).flatMap((agent) => Array.from({ length: 16 }, () => follow(t, port, { agent })));
  for (const client of await Promise.all(first)) await client.event('snapshot');
  for (const options of [...agents.slice(4).map((agent) => ({ agent })), {}]) {
    const client = await follow(t, port, options);
    t.equal(client.response.statusCode, 200);
    await client.event('snapshot');
  }
  const ended = (await Promise.all(first)).filter((client) => client.ended);
  t.equal(ended.length, 1, 'of those who hold most; a program on the box needs no place');
});

t.test('open streams end with the server, at once', async (t) => {
  const { server, port } = await startRig(t);
  const clients = [await follow(t, port), await follow(t, port)];
  for (const client of clients) await client.event('snapshot');
  const ends = clients.map((client) => client.end());
  await server.stop();
  await Promise.all(ends);
  for (const client of clients) t.ok(client.response.complete, 'ended, not broken off');
});
