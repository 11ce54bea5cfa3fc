import t from 'tap';
import { noHotspot } from '../../src/network/refusals.js';
import { FakeCountry, FakeHotspot } from './fake-box.js';
import { startRig } from './rig.js';

const OFF = { state: 'off', name: 'Tonearm-3F2A', address: null, joining: null, failure: null };
const PORTAL = '/system/network/portal';

t.test('the hotspot and the country are shown', async (t) => {
  const hotspot = new FakeHotspot();
  const country = new FakeCountry();
  const { send } = await startRig(t, { hotspot, country });
  const read = async () => (await send('GET', '/system/network')).json;
  t.match(await read(), { country: null, hotspot: OFF });
  country.code = 'DE';
  const failure = { network: 'Home', code: 'NETWORK_WRONG_PASSWORD', detail: 'The password is wrong.', at: 1790000000 };
  hotspot.state = { ...hotspot.state!, kind: 'on', address: '10.42.0.1', failure };
  t.match(await read(), { country: 'DE', hotspot: { ...OFF, state: 'on', address: '10.42.0.1', failure } });
  hotspot.state = { ...hotspot.state, kind: 'joining', address: undefined, joining: 'Home', failure: undefined };
  t.match(await read(), { hotspot: { ...OFF, state: 'joining', joining: 'Home' } });
});

t.test('the hotspot is switched by hand, and the country is set', async (t) => {
  const hotspot = new FakeHotspot();
  const country = new FakeCountry();
  const { send } = await startRig(t, { hotspot, country });
  t.equal((await send('PUT', '/system/network/hotspot', { body: { on: true } })).status, 204);
  t.equal((await send('PUT', '/system/network/hotspot', { body: { on: false } })).status, 204);
  t.strictSame(hotspot.asked, [
    ['turn', true],
    ['turn', false],
  ]);
  t.equal((await send('PATCH', '/system/network', { body: { country: 'DE' } })).status, 204);
  t.equal(country.code, 'DE');
  for (const [method, path, body] of [
    ['PUT', '/system/network/hotspot', {}],
    ['PUT', '/system/network/hotspot', { on: 'yes' }],
    ['PATCH', '/system/network', {}],
    ['PATCH', '/system/network', { country: 'de' }],
    ['PATCH', '/system/network', { country: 'DEU' }],
  ] as const) {
    t.match(await send(method, path, { body }), { status: 400, json: { code: 'INVALID_BODY' } }, JSON.stringify(body));
  }
  hotspot.failure = noHotspot();
  const refused = await send('PUT', '/system/network/hotspot', { body: { on: true } });
  t.match(refused, { status: 503, json: { code: 'NO_HOTSPOT' } });
});

t.test('a client that is cut off is answered at once, with where the box will be', async (t) => {
  const hotspot = new FakeHotspot();
  const { send } = await startRig(t, { hotspot });
  const addresses = ['http://tonearm.local'];
  for (const confirmWithin of [undefined, 60]) {
    hotspot.leaving = { joining: 'Home', confirmWithin };
    for (const [method, path, body] of [
      ['POST', '/system/network/join', { ssid: 'Home', password: 'x' }],
      ['PUT', '/system/network/known/home/connect', undefined],
    ] as const) {
      const { status, json } = await send(method, path, { body });
      t.equal(status, 202);
      t.strictSame(json, { joining: 'Home', addresses, confirm_within_secs: confirmWithin ?? null });
    }
  }
});

t.test('the portal is for clients that came to the address of the hotspot', async (t) => {
  const hotspot = new FakeHotspot();
  const { send, port } = await startRig(t, { hotspot });
  const here = `http://127.0.0.1:${port}/#/welcome/network`;
  const { headers, json } = await send('GET', PORTAL);
  t.match(headers, { 'content-type': 'application/captive+json', 'cache-control': 'private, no-store' });
  t.strictSame(json, { captive: false, 'user-portal-url': here });
  hotspot.state = { ...hotspot.state!, kind: 'on', address: '10.42.0.1' };
  t.strictSame((await send('GET', PORTAL)).json, { captive: false, 'user-portal-url': here });
  hotspot.state = { ...hotspot.state, address: '127.0.0.1' };
  t.strictSame((await send('GET', PORTAL)).json, { captive: true, 'user-portal-url': here });
});
