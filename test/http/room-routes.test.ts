import t, { type Test } from 'tap';
import { FakeServer } from '../snapcast/fake-server.js';
import { startPeer } from '../snapcast/peer.js';
import { roomsOf } from './fake-box.js';
import { startRig } from './rig.js';

const SERVER = {
  service: 'snapcast',
  network: { app: 'Snapcast', host: 'localhost', ip: '127.0.0.1', port: 4953 },
} as const;
const ROOMS = '/devices/current/rooms';
const KITCHEN = `${ROOMS}/00:00:00:00:00:01`;

async function rig(t: Test) {
  const snapserver = new FakeServer('Kitchen', 'Attic');
  const peer = await startPeer(t, snapserver.answer);
  const rooms = roomsOf(SERVER, peer.port);
  t.teardown(() => rooms.stop());
  return { snapserver, ...(await startRig(t, { rooms })) };
}

t.test('the rooms of a server are listed and changed', async (t) => {
  const { send } = await rig(t);
  const attic = {
    ...{ id: '00:00:00:00:00:02', name: 'Attic', is_connected: true, volume: 40, muted: false, latency: 0 },
    ...{ group: 'group-2', group_name: '', plays: true },
  };
  const { status, json } = await send('GET', ROOMS);
  t.equal(status, 200);
  t.match(json, [attic, { name: 'Kitchen' }]);
  const answer = await send('PUT', KITCHEN, { body: { volume: 25, muted: true, group: 'group-2', group_name: 'Up' } });
  t.equal(answer.status, 200);
  t.match(answer.json, { name: 'Kitchen', volume: 25, muted: true, group: 'group-2', group_name: 'Up' });
  t.match((await send('PUT', KITCHEN, { body: { group: null } })).json, { group_name: '' });
});

t.test('what no room can be is refused, and nothing is changed', async (t) => {
  const { send, snapserver } = await rig(t);
  for (const body of [
    { volume: 101 },
    { volume: 1.5 },
    { latency: 20_000 },
    { plays: false },
    { muted: 'no' },
    { group: 7 },
  ]) {
    t.equal((await send('PUT', KITCHEN, { body })).status, 400, JSON.stringify(body));
  }
  t.equal((await send('PUT', KITCHEN, { body: { name: 'x'.repeat(101) } })).status, 400);
  t.equal(snapserver.clients[0]?.percent, 40);
});

t.test('refusals have their codes', async (t) => {
  const { send } = await rig(t);
  t.match(await send('PUT', `${ROOMS}/none`, { body: {} }), { status: 404, json: { code: 'UNKNOWN_ROOM' } });
  t.match(await send('PUT', KITCHEN, { body: { group: 'x' } }), { status: 409, json: { code: 'UNKNOWN_GROUP' } });
  const { send: sendElsewhere } = await startRig(t);
  t.match(await sendElsewhere('GET', ROOMS), { status: 409, json: { code: 'NO_ROOMS' } });
  const deaf = roomsOf(SERVER, 9);
  const { send: sendDeaf } = await startRig(t, { rooms: deaf });
  t.match(await sendDeaf('GET', ROOMS), { status: 503, json: { code: 'SNAPCAST_UNREACHABLE' } });
});
