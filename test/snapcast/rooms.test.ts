import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { OutputDevice } from '../../src/devices/output-device.js';
import { SnapcastRooms } from '../../src/snapcast/rooms.js';
import { RPC_BOUNDS } from '../../src/snapcast/rpc-connection.js';
import { freePort } from '../fixtures/free-port.js';
import { FakeServer } from './fake-server.js';
import { startPeer } from './peer.js';

const OUTPUT: OutputDevice = {
  ...{ id: 'snapcast-127.0.0.1', name: 'Snapcast', service: 'snapcast', pcm: '', mixer: undefined, isPresent: true },
  network: { app: 'Snapcast', takes: 'sound', host: 'localhost', ip: '127.0.0.1', port: 4953 },
};

async function rig(t: Test, ...names: string[]) {
  const server = new FakeServer(...names);
  const peer = await startPeer(t, server.answer);
  const rooms = new SnapcastRooms({ output: () => OUTPUT, port: peer.port, idle: 200 });
  t.teardown(() => rooms.stop());
  const asked = () => peer.asked.splice(0).map(({ method }) => method);
  const groups = () => server.groups.map(({ clients }) => clients.map((id) => id.slice(-1)).join(''));
  return { server, peer, rooms, asked, groups };
}

const [KITCHEN, ATTIC, BATH] = ['00:00:00:00:00:01', '00:00:00:00:00:02', '00:00:00:00:00:03'] as const;
const ID = OUTPUT.id;

t.test('rooms are listed by name, and asked for again only when something is another', async (t) => {
  const { server, peer, rooms, asked } = await rig(t, 'Kitchen', 'Attic');
  const names = async () => (await rooms.read(ID)).map(({ name, volume }) => `${name} ${volume}`);
  t.strictSame(await names(), ['Attic 40', 'Kitchen 40']);
  t.strictSame(await names(), ['Attic 40', 'Kitchen 40']);
  t.strictSame(asked(), ['Server.GetStatus']);
  Object.assign(server.clients[0] ?? {}, { percent: 55 });
  peer.send('{"jsonrpc":"2.0","method":"Client.OnVolumeChanged","params":{}}\r\n');
  await delay(50);
  t.strictSame(await names(), ['Attic 40', 'Kitchen 55']);
});

t.test('numbers in the names of rooms are ordered by their value', async (t) => {
  const { rooms } = await rig(t, 'Room 10', 'Room 2');
  t.match(await rooms.read(ID), [{ name: 'Room 2' }, { name: 'Room 10' }]);
});

t.test('volume, mute, name and latency of a room are its own', async (t) => {
  const { rooms } = await rig(t, 'Kitchen', 'Attic');
  t.match(await rooms.change(ID, KITCHEN, { volume: 70 }), { volume: 70, isMuted: false });
  t.match(await rooms.change(ID, KITCHEN, { isMuted: true }), { volume: 70, isMuted: true });
  t.match(await rooms.change(ID, KITCHEN, { volume: 10 }), { volume: 10, isMuted: true }, 'louder is not unmuted');
  t.match(await rooms.change(ID, KITCHEN, { name: 'Cuisine', latency: -20 }), { name: 'Cuisine', latency: -20 });
  t.match(await rooms.change(ID, KITCHEN, {}), { name: 'Cuisine', latency: -20, volume: 10 });
  t.match(await rooms.read(ID), [{ name: 'Attic', volume: 40, isMuted: false }, { name: 'Cuisine' }]);
});

t.test('a room joins a group and leaves it, and others stay where they are', async (t) => {
  const { server, rooms, groups, asked } = await rig(t, 'Kitchen', 'Attic', 'Bath');
  const [first] = server.groups;
  const group = first?.id ?? '';
  t.match(await rooms.change(ID, ATTIC, { group, groupName: 'Downstairs' }), {
    group: { id: group, name: 'Downstairs' },
  });
  await rooms.change(ID, BATH, { group });
  t.strictSame(groups(), ['123']);
  asked();
  await rooms.change(ID, BATH, { group });
  t.notOk(asked().includes('Group.SetClients'), 'it is there already');
  t.not((await rooms.change(ID, ATTIC, { group: null })).group.id, group);
  t.strictSame(groups(), ['13', '2']);
  asked();
  await rooms.change(ID, ATTIC, { group: null });
  t.notOk(asked().includes('Group.SetClients'), 'it is alone already');
  await t.rejects(rooms.change(ID, ATTIC, { group: 'nowhere' }), { code: 'UNKNOWN_GROUP' });
});

t.test('a room of a muted group is unmuted alone', async (t) => {
  const { server, rooms } = await rig(t, 'Kitchen', 'Attic');
  const group = server.groups[0]?.id ?? '';
  await rooms.change(ID, ATTIC, { group });
  Object.assign(server.groups[0] ?? {}, { muted: true });
  await rooms.change(ID, KITCHEN, { latency: 1 });
  t.match(await rooms.read(ID), [{ isMuted: true }, { isMuted: true }]);
  t.match(await rooms.change(ID, KITCHEN, { isMuted: false }), { isMuted: false });
  t.match(await rooms.read(ID), [
    { name: 'Attic', isMuted: true },
    { name: 'Kitchen', isMuted: false },
  ]);
  t.equal(server.groups[0]?.muted, false);
});

t.test('a group that plays something else is told to play this', async (t) => {
  const { server, rooms } = await rig(t, 'Kitchen');
  Object.assign(server.groups[0] ?? {}, { stream: 'default' });
  t.match(await rooms.read(ID), [{ plays: false }]);
  t.match(await rooms.change(ID, KITCHEN, { plays: true }), { plays: true });
  server.streams = server.streams.slice(0, 1);
  await rooms.change(ID, KITCHEN, { latency: 2 });
  await t.rejects(rooms.change(ID, KITCHEN, { plays: true }), { code: 'NO_SOURCE' });
});

t.test('rooms that are not there, and outputs without rooms, are refused', async (t) => {
  const { rooms } = await rig(t, 'Kitchen');
  await t.rejects(rooms.change(ID, 'xx', { volume: 1 }), { code: 'UNKNOWN_ROOM' });
  const others = new SnapcastRooms({ output: () => ({ ...OUTPUT, service: 'alsa' }) });
  await t.rejects(others.read('alsa-1'), { code: 'NO_ROOMS' });
  await t.rejects(others.change('alsa-1', KITCHEN, {}), { code: 'NO_ROOMS' });
});

t.test('the connection is closed when nobody asks, and opened again after the server has closed it', async (t) => {
  const { peer, rooms, asked } = await rig(t, 'Kitchen');
  await rooms.read(ID);
  t.equal(peer.connections(), 1);
  while (peer.connections() > 0) await delay(20);
  await rooms.read(ID);
  peer.hangUp();
  await delay(50);
  await rooms.read(ID);
  t.strictSame(asked(), ['Server.GetStatus', 'Server.GetStatus', 'Server.GetStatus']);
});

t.test('changes at once are made one after the other', async (t) => {
  const { rooms } = await rig(t, 'Kitchen', 'Attic', 'Bath');
  const volumes = Array.from({ length: 50 }, (_, at) => rooms.change(ID, KITCHEN, { volume: at }));
  await Promise.all(volumes);
  t.match(await rooms.change(ID, KITCHEN, {}), { volume: 49 });
});

t.test('who asks at once gets one answer, and a server that hangs holds up nobody for long', async (t) => {
  const { rooms, asked } = await rig(t, 'Kitchen');
  await Promise.all(Array.from({ length: 500 }, () => rooms.read(ID)));
  t.strictSame(asked(), ['Server.GetStatus']);
  const hanging = await startPeer(t, () => undefined);
  const bounds = { ...RPC_BOUNDS, patience: 100 };
  const silent = new SnapcastRooms({ output: () => OUTPUT, port: hanging.port, bounds });
  t.teardown(() => silent.stop());
  const changes = Array.from({ length: 100 }, () => silent.change(ID, KITCHEN, { volume: 1 }));
  const codes = (await Promise.allSettled(changes)).map((each) =>
    each.status === 'rejected' ? (each.reason as { readonly code: string }).code : '',
  );
  t.strictSame([...new Set(codes)].sort(), ['SNAPCAST_BUSY', 'SNAPCAST_SILENT']);
  t.equal(hanging.asked.length, 1, 'asked once for all');
  await t.rejects(silent.read(ID), { code: 'SNAPCAST_SILENT' });
  t.equal(hanging.asked.length, 2, 'asked anew');
});

t.test('a server that hung is read again when it answers', async (t) => {
  const server = new FakeServer('Kitchen');
  let isHanging = true;
  const peer = await startPeer(t, (asked) => (isHanging ? undefined : server.answer(asked)));
  const rooms = new SnapcastRooms({
    output: () => OUTPUT,
    port: peer.port,
    bounds: { ...RPC_BOUNDS, patience: 100 },
  });
  t.teardown(() => rooms.stop());
  const waiting = [rooms.change(ID, KITCHEN, { volume: 1 }), rooms.read(ID)];
  for (const each of await Promise.allSettled(waiting)) t.match(each, { reason: { code: 'SNAPCAST_SILENT' } });
  isHanging = false;
  t.match(await rooms.read(ID), [{ name: 'Kitchen' }]);
  isHanging = true;
  const many = Array.from({ length: 64 }, () => rooms.change(ID, KITCHEN, { volume: 1 }));
  await t.rejects(rooms.read(ID), { code: 'SNAPCAST_BUSY' });
  await Promise.allSettled(many);
  isHanging = false;
  t.match(await rooms.read(ID), [{ name: 'Kitchen' }], 'too much waited');
});

t.test('a server that cannot be connected to is tried once for all that wait', async (t) => {
  let attempts = 0;
  const output = (): OutputDevice => {
    attempts++;
    return OUTPUT;
  };
  const rooms = new SnapcastRooms({ output, port: await freePort() });
  t.teardown(() => rooms.stop());
  const waiting = Array.from({ length: 20 }, () => rooms.change(ID, KITCHEN, { volume: 1 }));
  for (const each of await Promise.allSettled(waiting)) t.match(each, { reason: { code: 'SNAPCAST_UNREACHABLE' } });
  t.equal(attempts, 1);
  await t.rejects(rooms.read(ID), { code: 'SNAPCAST_UNREACHABLE' });
  t.equal(attempts, 2, 'tried anew');
});

t.test('a change that the server reports together with its status is not overwritten', async (t) => {
  const server = new FakeServer('Kitchen');
  const [kitchen] = server.clients;
  const changed = '{"jsonrpc":"2.0","method":"Client.OnVolumeChanged","params":{}}\r\n';
  let isFirst = true;
  const peer = await startPeer(t, (asked) => {
    if (asked.method !== 'Server.GetStatus' || !isFirst) return server.answer(asked);
    isFirst = false;
    const answer = JSON.stringify({ id: asked.id, jsonrpc: '2.0', result: server.status() });
    Object.assign(kitchen ?? {}, { percent: 20 });
    peer.send(`${answer}\r\n${changed}`);
    return undefined;
  });
  const rooms = new SnapcastRooms({ output: () => OUTPUT, port: peer.port });
  t.teardown(() => rooms.stop());
  t.match(await rooms.change(ID, KITCHEN, { isMuted: true }), { volume: 20, isMuted: true });
  t.match(kitchen, { percent: 20, muted: true });
  isFirst = true;
  Object.assign(kitchen ?? {}, { percent: 80 });
  peer.send(changed);
  await delay(50);
  t.match(await rooms.read(ID), [{ volume: 80 }]);
  t.match(await rooms.read(ID), [{ volume: 20 }]);
});
