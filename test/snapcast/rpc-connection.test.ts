import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { RpcConnection } from '../../src/snapcast/rpc-connection.js';
import { freePort } from '../fixtures/free-port.js';
import { startPeer, type Asked } from './peer.js';

const BOUNDS = { patience: 20_000, longestLine: 4096, lines: [1000, 200] as readonly [number, number] };

async function rig(t: Test, answer: (asked: Asked) => unknown = () => undefined, bounds = BOUNDS) {
  const peer = await startPeer(t, answer);
  let notified = 0;
  const connection = await RpcConnection.open('127.0.0.1', peer.port, () => (notified += 1), bounds);
  t.teardown(() => connection.close());
  return { peer, connection, notified: () => notified };
}

const UNREACHABLE = { code: 'SNAPCAST_UNREACHABLE' };

t.test('calls are answered, in whatever order and pieces the answers come', async (t) => {
  const { peer, connection } = await rig(t);
  const calls = [connection.call('A'), connection.call('B', { x: 1 })];
  while (peer.asked.length < 2) await delay(5);
  t.match(peer.asked, [{ method: 'A' }, { method: 'B', params: { x: 1 }, jsonrpc: '2.0' }]);
  const [a, b] = peer.asked.map(({ id }) => id);
  const text = `{"jsonrpc":"2.0","id":${b},"result":"bé"}\r\n{"jsonrpc":"2.0","id":${a},"result":{"deep":[1]}}\n`;
  for (const byte of Buffer.from(text)) {
    peer.send(Buffer.of(byte));
    await delay(0);
  }
  t.strictSame(await Promise.all(calls), [{ deep: [1] }, 'bé']);
});

t.test('a refusal is told with what the server says', async (t) => {
  const { connection } = await rig(t, () => new Error(`Client not found${'!'.repeat(1000)}`));
  const refused = connection.call('Client.SetName');
  await t.rejects(refused, { code: 'SNAPCAST_REFUSED', message: /^The Snapcast server refuses: Client not found!/ });
  t.ok(((await refused.catch((error: unknown) => (error as Error).message.length)) as number) < 300);
});

t.test('notifications are heard, and answers to nothing are not', async (t) => {
  const { peer, connection, notified } = await rig(t, () => 'fine');
  await connection.call('first');
  peer.send('{"jsonrpc":"2.0","method":"Client.OnVolumeChanged","params":{}}\n{"id":77,"result":1}\n\r\n{"id":"x"}\n');
  t.equal(await connection.call('A'), 'fine');
  t.equal(notified(), 1);
});

t.test('a server that does not answer is waited for so long', async (t) => {
  const { connection } = await rig(t, undefined, { ...BOUNDS, patience: 300 });
  const calls = ['A', 'B', 'C'].map((method) => connection.call(method).catch((error: unknown) => error));
  for (const error of await Promise.all(calls)) t.match(error, { code: 'SNAPCAST_SILENT' });
  t.ok(connection.isOpen);
  const late = connection.call('E');
  await t.rejects(late, { code: 'SNAPCAST_SILENT' });
});

t.test('a server that closes fails what waits and what comes', async (t) => {
  const { peer, connection } = await rig(t);
  const waiting = connection.call('A');
  while (peer.asked.length < 1) await delay(5);
  peer.hangUp();
  await t.rejects(waiting, UNREACHABLE);
  await t.rejects(connection.call('B'), UNREACHABLE);
  t.notOk(connection.isOpen);
  connection.close();
});

t.test('garbage ends the connection', async (t) => {
  for (const garbage of ['HTTP/1.1 400 Bad Request\r\n', '[]\n', 'null\n', '"x"\n', Buffer.of(0xff, 0xfe, 0x0a)]) {
    const { peer, connection } = await rig(t);
    const waiting = connection.call('A');
    while (peer.asked.length < 1) await delay(5);
    peer.send(garbage);
    await t.rejects(waiting, UNREACHABLE);
    t.notOk(connection.isOpen);
  }
});

t.test('a line that never ends is read no further than its bound', async (t) => {
  const { peer, connection } = await rig(t);
  const waiting = connection.call('A');
  while (peer.asked.length < 1) await delay(5);
  const before = process.memoryUsage().arrayBuffers;
  peer.send(Buffer.alloc(100 * 1024 * 1024, 'x'));
  await t.rejects(waiting, { ...UNREACHABLE, message: /too long/ });
  t.notOk(connection.isOpen);
  t.ok(process.memoryUsage().arrayBuffers - before < 110 * 1024 * 1024, 'the sender alone holds it');
});

t.test('a line that is too long counts, also where it has an end', async (t) => {
  const { peer, connection } = await rig(t);
  const waiting = connection.call('A');
  while (peer.asked.length < 1) await delay(5);
  peer.send(`{"method":"${'x'.repeat(5000)}"}\n`);
  await t.rejects(waiting, UNREACHABLE);
});

t.test('where nobody listens there is no connection', async (t) => {
  const open = RpcConnection.open('127.0.0.1', await freePort(), () => undefined, BOUNDS);
  await t.rejects(open, UNREACHABLE);
});

t.test('a server that sends without end is left', async (t) => {
  const { peer, connection, notified } = await rig(t, undefined, { ...BOUNDS, lines: [10, 1] });
  const call = connection.call('A');
  for (let at = 0; at < 100; at++) peer.send('{"jsonrpc":"2.0","method":"Client.OnVolumeChanged"}\r\n');
  await t.rejects(call, { ...UNREACHABLE, message: /too many messages/ });
  t.equal(notified(), 10);
});
