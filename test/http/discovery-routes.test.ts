import t from 'tap';
import { startRig } from './rig.js';

t.test('the names in force are told', async (t) => {
  const { send } = await startRig(t);
  const { status, json } = await send('GET', '/system/discovery');
  t.equal(status, 200);
  t.strictSame(json, {
    id: '0123456789abcdef',
    host_name: 'tonearm.local',
    addresses: ['http://tonearm.local', 'http://192.168.1.20'],
    services: [{ type: '_tonearm._tcp', name: 'Kitchen', port: 6063 }],
    problem: null,
  });
});

t.test('a box that is not found says why', async (t) => {
  const state = {
    id: '0123456789abcdef',
    hostName: undefined,
    addresses: [],
    services: [],
    problem: 'Avahi is not running.',
  };
  const { send } = await startRig(t, { discovery: { read: () => Promise.resolve(state) } });
  t.strictSame((await send('GET', '/system/discovery')).json, {
    id: '0123456789abcdef',
    host_name: null,
    addresses: [],
    services: [],
    problem: 'Avahi is not running.',
  });
});

t.test('a host name is set, in small letters, and taken back', async (t) => {
  const { send } = await startRig(t);
  for (const [given, kept] of [
    ['Kitchen-2', 'kitchen-2'],
    ['x'.repeat(63), 'x'.repeat(63)],
    ['7', '7'],
    ['', ''],
  ]) {
    t.equal((await send('PUT', '/settings', { body: { host_name: given } })).status, 204);
    t.match((await send('GET', '/settings')).json, { host_name: kept });
  }
});

t.test('what is no label of a domain name is refused, and nothing is changed', async (t) => {
  const { send } = await startRig(t);
  await send('PUT', '/settings', { body: { host_name: 'kitchen' } });
  for (const name of ['-x', 'x-', 'a.b', 'küche', 'a b', 'x'.repeat(64), 'a_b', 'a\n', ' ']) {
    const { status, json } = await send('PUT', '/settings', { body: { host_name: name, player_name: 'Hall' } });
    t.equal(status, 400, JSON.stringify(name));
    t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/host_name' }] });
  }
  t.match((await send('GET', '/settings')).json, { host_name: 'kitchen', player_name: '' });
});
