import { get } from 'node:http';
import t from 'tap';
import type { NetworkInterface } from '../../src/network/interfaces.js';
import type { KnownNetwork } from '../../src/network/known-networks.js';
import { Network } from '../../src/network/network.js';
import {
  changeWaits,
  networkIsWired,
  noChangeWaits,
  noRadio,
  notJoined,
  unknownNetwork,
} from '../../src/network/refusals.js';
import { DURABLE } from '../fixtures/durable.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { FakeHotspot, FakeNetwork } from './fake-box.js';
import { problem, startRig } from './rig.js';

const ETH0 = {
  name: 'eth0',
  kind: 'wired',
  state: 'connected',
  step: null,
  reason: null,
  detail: null,
  network: { id: 'd3b1db30-70e5-37ef-a507-6d3d89994ead', name: 'Wired connection 1' },
  hotspot: false,
  primary: true,
  mac: 'DC:A6:32:01:02:03',
  speed_mbps: 1000,
  wifi: null,
  driver: 'bcmgenet',
  firmware: '',
  ipv4: { addresses: ['192.168.1.20/24'], gateway: '192.168.1.1', dns: ['192.168.1.1'], automatic: true },
  ipv6: { addresses: ['fe80::1/64'], gateway: null, dns: [] },
};

t.test('the interfaces of the box', async (t) => {
  const hotspot = new FakeHotspot();
  hotspot.state = undefined;
  const { send } = await startRig(t, { hotspot });
  const { status, json } = await send('GET', '/system/network');
  t.equal(status, 200);
  t.strictSame(json, { interfaces: [ETH0], silent_radio: null, change_waits: false, country: null, hotspot: null });
});

t.test('an interface that is not connected says why, and one that connects how far it is', async (t) => {
  const network = new FakeNetwork();
  const [cable] = network.state.interfaces as readonly [NetworkInterface];
  const become = (state: NetworkInterface['state']): void => {
    network.state = { ...network.state, interfaces: [{ ...cable, state, network: undefined, speed: undefined }] };
  };
  const { send } = await startRig(t, { network });
  const read = async () => (await send('GET', '/system/network')).json;

  become({ kind: 'unavailable', reason: 'no_cable' });
  t.match(await read(), {
    interfaces: [
      { state: 'unavailable', step: null, reason: 'no_cable', detail: /cable/, network: null, speed_mbps: null },
    ],
  });
  become({ kind: 'connecting', step: 'address' });
  t.match(await read(), { interfaces: [{ state: 'connecting', step: 'address', reason: null, detail: null }] });
  become({ kind: 'unmanaged' });
  t.match(await read(), { interfaces: [{ state: 'unmanaged', step: null, reason: null, detail: null }] });
  const silentRadio = { id: '02d0:a9a6', detail: 'It does not work.' };
  network.state = { interfaces: [], silentRadio, isChangeWaiting: true };
  t.match(await read(), { interfaces: [], silent_radio: silentRadio, change_waits: true });
});

t.test('without NetworkManager there is a problem that says so', async (t) => {
  const bus = await PrivateBus.start(t);
  const { send } = await startRig(t, {
    network: new Network({ bus: bus.client(t), makeDurable: DURABLE, log: SILENT_LOG }),
  });
  const { status, json } = await send('GET', '/system/network');
  t.equal(status, 503);
  const sentence = 'NetworkManager does not run on this machine: its network is looked after by something else.';
  t.strictSame(json, problem(503, 'Service Unavailable', 'NO_NETWORK_MANAGER', sentence));
});

const WIRED: KnownNetwork = {
  id: 'd3b1db30-70e5-37ef-a507-6d3d89994ead',
  name: 'Wired connection 1',
  kind: 'wired',
  ssid: undefined,
  priority: -999,
  isAutomatic: true,
  isInUse: true,
  ipv4: { kind: 'static', addresses: ['192.168.1.20/24'], gateway: undefined, dns: ['9.9.9.9'] },
};
const WIFI: KnownNetwork = { ...WIRED, kind: 'wifi', ssid: Buffer.from('Café'), ipv4: { kind: 'automatic' } };
const PATH = `/system/network/known/${WIRED.id}`;

t.test('known networks, also one whose name is no text', async (t) => {
  const network = new FakeNetwork();
  network.networks = [WIRED, WIFI, { ...WIFI, ssid: Buffer.from([72, 255, 0]), ipv4: { kind: 'other' } }];
  const { send } = await startRig(t, { network });
  const { json, headers } = await send('GET', '/system/network/known');
  t.equal(headers['x-total-count'], '3');
  const own = { method: 'static', addresses: ['192.168.1.20/24'], gateway: null, dns: ['9.9.9.9'] };
  const { id, name, priority } = WIRED;
  const wired = { id, name, kind: 'wired', ssid: null, ssid_hex: null, priority, automatic: true, in_use: true };
  const none = { addresses: [], gateway: null, dns: [] };
  t.strictSame(json, [
    { ...wired, ipv4: own },
    { ...wired, kind: 'wifi', ssid: 'Café', ssid_hex: '436166c3a9', ipv4: { method: 'automatic', ...none } },
    { ...wired, kind: 'wifi', ssid: null, ssid_hex: '48ff00', ipv4: { method: 'other', ...none } },
  ]);
});

t.test('a known network is changed, confirmed and forgotten', async (t) => {
  const network = new FakeNetwork();
  const hotspot = new FakeHotspot();
  const { send } = await startRig(t, { network, hotspot });
  t.strictSame((await send('PATCH', PATH, { body: { priority: 5, automatic: false } })).json, {
    confirm_within_secs: null,
  });
  network.confirmWithin = 60;
  const ipv4 = { method: 'static', addresses: ['10.0.0.2/24'], gateway: '10.0.0.1' };
  t.strictSame((await send('PATCH', PATH, { body: { ipv4 } })).json, { confirm_within_secs: 60 });
  await send('PATCH', PATH, { body: { ipv4: { method: 'automatic' } } });
  t.equal((await send('POST', '/system/network/confirm')).status, 204);
  t.equal((await send('PUT', `${PATH}/connect`)).status, 200);
  t.equal((await send('DELETE', PATH)).status, 204);
  t.strictSame(network.asked, [
    ['change', WIRED.id, { priority: 5, isAutomatic: false }],
    ['change', WIRED.id, { ipv4: { kind: 'static', addresses: ['10.0.0.2/24'], gateway: '10.0.0.1', dns: [] } }],
    ['change', WIRED.id, { ipv4: { kind: 'automatic' } }],
    ['confirm'],
    ['forget', WIRED.id],
  ]);
  t.strictSame(hotspot.asked, [['connect', WIRED.id, '127.0.0.1']]);
});

t.test('addresses that cannot be are refused before anything is done', async (t) => {
  const network = new FakeNetwork();
  const { send } = await startRig(t, { network });
  for (const [ipv4, path] of [
    [{ method: 'static' }, '/ipv4/addresses'],
    [{ method: 'static', addresses: ['10.0.0.2'] }, '/ipv4/addresses/0'],
    [{ method: 'static', addresses: ['10.0.0.2/24'], gateway: '10.0.1.1' }, '/ipv4/gateway'],
    [{ method: 'automatic', dns: ['9.9.9.9'] }, '/ipv4/method'],
  ] as const) {
    const { status, json } = await send('PATCH', PATH, { body: { ipv4 } });
    t.equal(status, 400);
    t.match(json, { code: 'INVALID_BODY', errors: [{ path }] });
  }
  for (const body of [{ priority: 1000 }, { ipv4: { method: 'shared' } }, { automatic: 'yes' }]) {
    t.match(await send('PATCH', PATH, { body }), { status: 400, json: { code: 'INVALID_BODY' } });
  }
  t.strictSame(network.asked, []);
});

t.test('changes need the PIN, where one is set; a confirmation does not', async (t) => {
  const network = new FakeNetwork();
  const { send } = await startRig(t, { network });
  t.equal((await send('PUT', '/system/pin', { body: { pin: '2468', level: 'box' } })).status, 204);
  const headers = { 'Tonearm-Pin': '2468' };
  for (const [method, body] of [
    ['PATCH', { priority: 1 }],
    ['DELETE', undefined],
  ] as const) {
    t.equal((await send(method, PATH, { body })).status, 401, method);
    t.strictSame(network.asked, []);
    t.match((await send(method, PATH, { body, headers })).status, /20[04]/);
    network.asked.length = 0;
  }
  t.equal((await send('POST', '/system/network/confirm')).status, 204);
});

t.test('what cannot be done now', async (t) => {
  const network = new FakeNetwork();
  const hotspot = new FakeHotspot();
  const { send } = await startRig(t, { network, hotspot });
  for (const [failure, status, code] of [
    [changeWaits(), 409, 'NETWORK_CHANGE_WAITS'],
    [unknownNetwork('x'), 404, 'UNKNOWN_NETWORK'],
    [networkIsWired(), 409, 'NETWORK_IS_WIRED'],
  ] as const) {
    network.failure = failure;
    const answer = status === 409 && code === 'NETWORK_CHANGE_WAITS' ? ['PATCH', { priority: 1 }] : ['DELETE'];
    const [method, body] = answer as [string, unknown];
    t.match(await send(method, PATH, { body }), { status, json: { code } });
  }
  for (const [reason, status, code] of [
    ['wrong_password', 503, 'NETWORK_WRONG_PASSWORD'],
    ['not_found', 503, 'NETWORK_NOT_FOUND'],
    ['no_address', 503, 'NETWORK_NO_ADDRESS'],
    ['timed_out', 504, 'NETWORK_TIMED_OUT'],
    [undefined, 503, 'NETWORK_FAILED'],
  ] as const) {
    hotspot.failure = notJoined(reason);
    t.match(await send('PUT', `${PATH}/connect`), { status, json: { code, detail: /\.$/ } });
  }
  network.failure = noChangeWaits();
  t.match(await send('POST', '/system/network/confirm'), { status: 409, json: { code: 'NO_NETWORK_CHANGE' } });
});

t.test('Wi-Fi networks in reach, and the one that the radio uses', async (t) => {
  const hotspot = new FakeHotspot();
  const network = new FakeNetwork();
  const [cable] = network.state.interfaces as readonly [NetworkInterface];
  const wifi = { ssid: Buffer.from('Café'), strength: 71, band: '5' } as const;
  network.state = { ...network.state, interfaces: [{ ...cable, name: 'wlan0', kind: 'wifi', wifi }] };
  hotspot.found = [
    { ssid: wifi.ssid, security: 'wpa', strength: 71, bands: ['2.4', '5'], isInUse: true },
    { ssid: Buffer.from([0, 255]), security: 'open', strength: 3, bands: ['2.4'], isInUse: false },
  ];
  const { send } = await startRig(t, { network, hotspot });
  t.match((await send('GET', '/system/network')).json, {
    interfaces: [{ kind: 'wifi', wifi: { ssid: 'Café', ssid_hex: '436166c3a9', strength: 71, band: '5' } }],
  });
  t.strictSame((await send('POST', '/system/network/scan')).json, [
    { ssid: 'Café', ssid_hex: '436166c3a9', security: 'wpa', strength: 71, bands: ['2.4', '5'], in_use: true },
    { ssid: null, ssid_hex: '00ff', security: 'open', strength: 3, bands: ['2.4'], in_use: false },
  ]);
  hotspot.failure = noRadio();
  t.match(await send('POST', '/system/network/scan'), { status: 503, json: { code: 'NO_WIFI' } });
});

t.test('a Wi-Fi network is joined by its name or its bytes', async (t) => {
  const hotspot = new FakeHotspot();
  const { send } = await startRig(t, { hotspot });
  const path = '/system/network/join';
  t.equal((await send('POST', path, { body: { ssid: 'Café', password: 'correct horse' } })).status, 200);
  t.equal((await send('POST', path, { body: { ssid_hex: '00FF', hidden: true, country: 'DE' } })).status, 200);
  t.strictSame(hotspot.asked, [
    ['join', { ssid: Buffer.from('Café'), password: 'correct horse', isHidden: false }, undefined, '127.0.0.1'],
    ['join', { ssid: Buffer.from([0, 255]), password: undefined, isHidden: true }, 'DE', '127.0.0.1'],
  ]);
  for (const body of [
    ...[{}, { ssid: '' }, { ssid_hex: '' }, { ssid: 'é'.repeat(17) }, { ssid: 'x'.repeat(33) }],
    ...[
      { ssid_hex: '0' },
      { ssid_hex: 'zz' },
      { ssid_hex: '00'.repeat(33) },
      { ssid: 'a', ssid_hex: '61' },
      { ssid: 'a', country: 'de' },
    ],
  ]) {
    t.match(await send('POST', path, { body }), { status: 400, json: { code: 'INVALID_BODY' } }, JSON.stringify(body));
  }
  t.equal(hotspot.asked.length, 2);
});

t.test('a request counts as use of a network on trial, unless a program of the box sends it', async (t) => {
  const network = new FakeNetwork();
  const { send, port } = await startRig(t, { network });
  const fromElsewhere = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: '/system/network', localAddress: '127.0.0.2' };
      get(options, (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
  t.equal(await fromElsewhere(), 200);
  t.strictSame(network.asked, []);
  network.isOnTrial = true;
  await send('GET', '/system/network');
  t.strictSame(network.asked, []);
  t.equal(await fromElsewhere(), 200);
  t.strictSame(network.asked, [['noteUse', '127.0.0.1']]);
});
