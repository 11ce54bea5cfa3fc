import t from 'tap';
import { SampleFormat } from '../../src/native.js';
import { readPeerFormat } from '../../src/snapcast/peer-format.js';
import { freePort } from '../fixtures/free-port.js';
import { FakeServer } from './fake-server.js';
import { startPeer } from './peer.js';

const LOOPBACK = '127.0.0.1';

t.test('the format of the source is what is played', async (t) => {
  const { port } = await startPeer(t, new FakeServer().answer);
  t.strictSame(await readPeerFormat(LOOPBACK, port), { rate: 44_100, format: SampleFormat.S16 });
});

t.test('a source that somebody else feeds is busy, and one that has just been left is waited for', async (t) => {
  const server = new FakeServer();
  const { port, asked } = await startPeer(t, server.answer);
  const source = server.streams[1] as { status: string };
  source.status = 'playing';
  await t.rejects(readPeerFormat(LOOPBACK, port), { code: 'OUTPUT_BUSY' });
  t.equal(asked.length, 4);
  setTimeout(() => (source.status = 'idle'), 400);
  t.match(await readPeerFormat(LOOPBACK, port), { rate: 44_100 });
});

t.test('a server that accepts and does not answer is waited for so long in all', async (t) => {
  const server = new FakeServer();
  Object.assign(server.streams[1] ?? {}, { status: 'playing' });
  let answers = 2;
  const { port } = await startPeer(t, (asked) => (answers-- > 0 ? server.answer(asked) : undefined));
  const begin = performance.now();
  const message = 'The Snapcast server cannot be controlled: it does not answer in time.';
  await t.rejects(readPeerFormat(LOOPBACK, port, 900), { code: 'OUTPUT_MISSING', message });
  t.ok(performance.now() - begin < 1400, 'for all requests together');
});

t.test('a server without such a source says what it needs', async (t) => {
  const server = new FakeServer();
  server.streams = server.streams.slice(0, 1);
  const { port } = await startPeer(t, server.answer);
  await t.rejects(readPeerFormat(LOOPBACK, port), {
    code: 'OUTPUT_FAILED',
    message: /source = tcp:\/\/0\.0\.0\.0:4953/,
  });
});

t.test('a server that is not there, or speaks something else, is missing', async (t) => {
  await t.rejects(readPeerFormat(LOOPBACK, await freePort()), { code: 'OUTPUT_MISSING' });
  const { port } = await startPeer(t, () => new Error('Method not found'));
  await t.rejects(readPeerFormat(LOOPBACK, port), { code: 'OUTPUT_MISSING', message: /Method not found/ });
});
