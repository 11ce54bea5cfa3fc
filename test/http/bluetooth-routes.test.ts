import t, { type Test } from 'tap';
import type { KnownDevice } from '../../src/bluetooth/bluetooth.js';
import { Conflict } from '../../src/errors.js';
import { bluetoothRig, known, SPEAKER } from '../bluetooth/rig.js';
import { pathOf, refuse } from '../bluetooth/stand-in-bluez.js';
import { until } from '../dbus/private-bus.js';
import { follow } from './event-client.js';
import { FakeBluetooth } from './fake-bluetooth.js';
import { problem, startRig } from './rig.js';

const KITCHEN: KnownDevice = {
  ...{ path: '/d', address: SPEAKER, name: 'Kitchen', rssi: -50, icon: 'audio-headphones', battery: 70, codec: 'SBC' },
  ...{ isPaired: true, isTrusted: true, isConnected: true, isResolved: true, isSpeaker: true },
  ...{ isReady: true, isConnecting: false, isWanted: true },
};
const UNKNOWN: KnownDevice = {
  ...KITCHEN,
  ...{ address: 'AA:BB:CC:00:00:02', rssi: undefined, icon: undefined, battery: undefined, codec: undefined },
};
const ON_THE_WIRE = {
  ...{ address: SPEAKER, name: 'Kitchen', paired: true, trusted: true, connected: true, rssi: -50 },
  ...{
    battery: 70,
    codec: 'SBC',
    icon: 'audio-headphones',
    speaker: true,
    ready: true,
    connecting: false,
    wanted: true,
  },
};
const ADAPTER = { path: '/a', address: '00:AA:01:00:00:00', name: 'box', isPowered: true, isBlocked: false };

async function faked(t: Test) {
  const bluetooth = new FakeBluetooth();
  bluetooth.become({ phase: 'on', adapter: ADAPTER, devices: [KITCHEN, UNKNOWN] });
  return { bluetooth, ...(await startRig(t, { bluetooth })) };
}

t.test('the adapter is told, also where there is none', async (t) => {
  const { bluetooth, send } = await faked(t);
  const { status, json } = await send('GET', '/bluetooth/adapter');
  t.equal(status, 200);
  t.strictSame(json, { state: 'on', address: '00:AA:01:00:00:00', name: 'box', scanning: false });
  for (const phase of ['no_adapter', 'not_running'] as const) {
    bluetooth.become({ phase, adapter: undefined });
    t.strictSame((await send('GET', '/bluetooth/adapter')).json, {
      state: phase,
      address: null,
      name: null,
      scanning: false,
    });
  }
});

t.test('the known devices are told with all that is known of them', async (t) => {
  const { send } = await faked(t);
  t.strictSame((await send('GET', '/bluetooth/devices')).json, [
    ON_THE_WIRE,
    { ...ON_THE_WIRE, address: 'AA:BB:CC:00:00:02', rssi: null, battery: null, codec: null, icon: null },
  ]);
});

t.test('a scan takes as long as it is told, ten seconds when nothing is said, and has a bound', async (t) => {
  const { bluetooth, send } = await faked(t);
  for (const [query, duration] of [
    ['', 10_000],
    ['?timeout_secs=0', 10_000],
    ['?timeout_secs=3', 3000],
    ['?timeout_secs=120&x=1', 120_000],
  ] as const) {
    const { status, json } = await send('POST', `/bluetooth/scan${query}`);
    t.equal(status, 200);
    t.match(json, [ON_THE_WIRE, {}]);
    t.equal(bluetooth.asked.at(-1), `scan ${duration}`);
  }
  bluetooth.asked.length = 0;
  for (const seconds of ['121', '-1', '1.5', 'x', '', '9999999999']) {
    const answer = await send('POST', `/bluetooth/scan?timeout_secs=${seconds}`);
    t.match(answer, { status: 400, json: { code: 'INVALID_QUERY', errors: [{ path: 'timeout_secs' }] } }, seconds);
  }
  t.strictSame(bluetooth.asked, []);
});

t.test('connect, disconnect and forget are for the device of the address', async (t) => {
  const { bluetooth, send } = await faked(t);
  const path = '/bluetooth/devices/aa-bb-cc-00-00-01';
  for (const [method, to, status] of [
    ['PUT', `${path}/connect`, 200],
    ['PUT', `${path}/disconnect`, 200],
    ['DELETE', path, 204],
  ] as const) {
    const answer = await send(method, to);
    t.strictSame([answer.status, answer.text], [status, ''], to);
  }
  t.strictSame(bluetooth.asked, [`connect ${SPEAKER}`, `disconnect ${SPEAKER}`, `forget ${SPEAKER}`]);
});

t.test('pairing and forgetting need the PIN; a device that is paired with is connected without', async (t) => {
  const { bluetooth, send } = await faked(t);
  const address = 'AA:BB:CC:00:00:03';
  bluetooth.become({ devices: [KITCHEN, { ...KITCHEN, address, isPaired: false }] });
  t.equal((await send('PUT', '/system/pin', { body: { pin: '1234', level: 'box' } })).status, 204);
  for (const [method, path, body] of [
    ['PUT', `/bluetooth/devices/${address}/connect`, undefined],
    ['PUT', '/bluetooth/devices/AA:BB:CC:00:00:04/connect', undefined],
    ['DELETE', `/bluetooth/devices/${SPEAKER}`, undefined],
    ['POST', '/bluetooth/pairing', { accept: true }],
  ] as const) {
    t.match(await send(method, path, { body }), { status: 401, json: { code: 'PIN_REQUIRED' } }, path);
    t.strictSame(bluetooth.asked, []);
    t.ok((await send(method, path, { body, headers: { 'tonearm-pin': '1234' } })).status < 300, path);
    bluetooth.asked.length = 0;
  }
  for (const to of ['connect', 'disconnect']) {
    t.equal((await send('PUT', `/bluetooth/devices/${SPEAKER}/${to}`)).status, 200);
  }
  const prompt = { id: 'ab', address, kind: 'confirm', code: '001234' } as const;
  const asking = { ...KITCHEN, address, isPaired: false };
  for (const [what, devices, expected] of [
    ['who asks is not being connected from here', [KITCHEN, asking], 401],
    ['another device is', [{ ...KITCHEN, isConnecting: true }, asking], 401],
    ['who began a pairing has given the PIN', [KITCHEN, { ...asking, isConnecting: true }], 204],
  ] as const) {
    bluetooth.become({ devices, prompt });
    t.equal((await send('POST', '/bluetooth/pairing', { body: { accept: true } })).status, expected, what);
  }
});

t.test('a malformed address is 400, whatever is asked of it', async (t) => {
  const { bluetooth, send } = await faked(t);
  const message = 'must be an address such as AA:BB:CC:DD:EE:FF';
  const detail = `The address ${message}.`;
  const errors = [{ path: 'addr', message }];
  const expected = problem(400, 'Bad Request', 'INVALID_BLUETOOTH_ADDRESS', detail, errors);
  for (const address of ['x', 'AA:BB:CC:DD:EE', 'AA:BB:CC:DD:EE:GG', '%00', 'AA%2FBB', "';DROP TABLE wanted_speaker"]) {
    const path = `/bluetooth/devices/${encodeURI(address)}`;
    for (const [method, to] of [
      ['PUT', `${path}/connect`],
      ['PUT', `${path}/disconnect`],
      ['DELETE', path],
    ] as const) {
      const { status, json } = await send(method, to);
      t.equal(status, 400, to);
      t.strictSame(json, expected, to);
    }
  }
  t.strictSame(bluetooth.asked, []);
});

t.test('an answer to a pairing is judged before it is handed on', async (t) => {
  const { bluetooth, send } = await faked(t);
  for (const body of [{ accept: true }, { accept: true, code: '0000', id: 'ab' }, { accept: false }]) {
    const { status, text } = await send('POST', '/bluetooth/pairing', { body });
    t.strictSame([status, text], [204, '']);
  }
  t.strictSame(bluetooth.asked, [
    'answer true undefined undefined',
    'answer true 0000 ab',
    'answer false undefined undefined',
  ]);
  for (const body of [{}, [], { accept: 'yes' }, { accept: true, code: 5 }, { accept: true, code: 'x'.repeat(17) }]) {
    t.match(await send('POST', '/bluetooth/pairing', { body }), { status: 400, json: { code: 'INVALID_BODY' } });
  }
  t.equal(bluetooth.asked.length, 3);
  bluetooth.failure = new Conflict('NO_PAIRING_PROMPT', 'Nothing is asked.');
  const { status, json } = await send('POST', '/bluetooth/pairing', { body: { accept: true } });
  t.equal(status, 409);
  t.strictSame(json, problem(409, 'Conflict', 'NO_PAIRING_PROMPT', 'Nothing is asked.'));
});

t.test('a page that a phone happens to open cannot pair with anything', async (t) => {
  const { bluetooth, send } = await faked(t);
  const headers = { origin: 'http://evil.example' };
  for (const [method, path] of [
    ['POST', '/bluetooth/scan'],
    ['PUT', `/bluetooth/devices/${SPEAKER}/connect`],
    ['DELETE', `/bluetooth/devices/${SPEAKER}`],
  ] as const) {
    t.match(await send(method, path, { headers }), { status: 403 });
  }
  t.strictSame(bluetooth.asked, []);
});

t.test('the events tell what is found, and what a pairing asks', async (t) => {
  const { bluetooth, port } = await faked(t);
  t.equal(bluetooth.canAsk(), false, 'nobody listens');
  const client = await follow(t, port);
  t.match((await client.event('snapshot')).data, {
    bluetooth: { adapter: { state: 'on' }, devices: [ON_THE_WIRE, {}], prompt: null },
  });
  t.equal(bluetooth.canAsk(), true);
  const prompt = { id: 'ab', address: SPEAKER, kind: 'confirm', code: '001234' } as const;
  bluetooth.become({ prompt, isScanning: true, devices: [] });
  const { id, data } = await client.event('bluetooth');
  t.equal(id, undefined);
  t.strictSame(data, {
    adapter: { state: 'on', address: '00:AA:01:00:00:00', name: 'box', scanning: true },
    devices: [],
    prompt,
  });
});

t.test('from the scan to the speaker that plays, over HTTP alone', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  const { send, port } = await startRig(t, { bluetooth });
  const client = await follow(t, port);
  await client.event('snapshot');
  bluez.onPair = (device, agent) => agent.ask('RequestConfirmation', 'ou', [device, 42]).then(() => undefined);
  const scanned = send('POST', '/bluetooth/scan?timeout_secs=60');
  bluez.show(SPEAKER, 'Kitchen');
  await until('it is found', () => known(bluetooth, SPEAKER) !== undefined);
  const connected = send('PUT', `/bluetooth/devices/${SPEAKER}/connect`);
  t.match(
    await scanned,
    { status: 200, json: [{ address: SPEAKER, rssi: -50, paired: false }] },
    'the scan ends early',
  );
  await until('somebody is asked', () => bluetooth.read().prompt !== undefined);
  t.equal((await send('POST', '/bluetooth/pairing', { body: { accept: true } })).status, 204);
  t.equal((await connected).status, 200);
  const { json } = await send('GET', '/bluetooth/devices');
  t.match(json, [
    { address: SPEAKER, paired: true, trusted: true, connected: true, ready: true, codec: 'SBC', wanted: true },
  ]);
});

t.test('each refusal of the radio is a problem with a code of its own', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, (made) => void made.addPaired(SPEAKER, 'Kitchen'));
  const { send } = await startRig(t, { bluetooth });
  const connect = (address = SPEAKER) => send('PUT', `/bluetooth/devices/${address}/connect`);
  t.match(await connect('00:00:00:00:00:09'), { status: 404, json: { code: 'UNKNOWN_BLUETOOTH_DEVICE' } });
  for (const [text, status, code] of [
    ['br-connection-page-timeout', 504, 'BLUETOOTH_OUT_OF_REACH'],
    ['br-connection-refused', 503, 'BLUETOOTH_REFUSED'],
    ['br-connection-key-missing', 503, 'PAIRING_LOST'],
    ['br-connection-unknown', 500, 'BLUETOOTH_FAILED'],
  ] as const) {
    bluez.onConnect = () => Promise.reject(refuse('Failed', text));
    t.match(await connect(), { status, json: { status, code } }, text);
  }
  bluez.remove(pathOf(SPEAKER));
  bluez.remove('/org/bluez/hci0');
  await until('there is no adapter', () => bluetooth.read().phase === 'no_adapter');
  for (const [method, path] of [
    ['POST', '/bluetooth/scan'],
    ['GET', '/bluetooth/devices'],
    ['PUT', `/bluetooth/devices/${SPEAKER}/connect`],
    ['PUT', `/bluetooth/devices/${SPEAKER}/disconnect`],
    ['DELETE', `/bluetooth/devices/${SPEAKER}`],
  ] as const) {
    const { status, json } = await send(method, path);
    t.equal(status, 503, path);
    const detail = 'This machine has no Bluetooth adapter.';
    t.strictSame(json, problem(503, 'Service Unavailable', 'NO_BLUETOOTH_ADAPTER', detail));
  }
});
