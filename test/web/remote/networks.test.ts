/** Plain logic of the page of networks: the country of a phone, names, order, priorities, addresses on trial. */
import t from 'tap';
import type { Schemas } from '../../../src/client/client.js';
import { COUNTRIES, countryNames, guessCountry, type ZonesOf } from '../../../src/web/remote/state/network/country.js';
import {
  addressesIn,
  canJoin,
  inOrder,
  isNumeric,
  keyOf,
  levelOf,
  nameOf,
  prioritiesAfter,
  provesChange,
  whereaboutsOf,
  wifiInUse,
  withoutPrefix,
} from '../../../src/web/remote/state/network/networks.js';
import { interfaceOf, known, ON_HOME, someNetworks, wifi } from '../../e2e/networks.js';

const zonesOf: ZonesOf = (code) =>
  ({ DE: ['Europe/Berlin', 'Europe/Busingen'], AT: ['Europe/Vienna'], US: ['America/New_York'] })[code] ?? [];

t.test('the country is where the phone is, and that of its language only where nothing says', async (t) => {
  t.equal(guessCountry(['de-AT', 'de'], 'Europe/Vienna', zonesOf), 'AT');
  t.equal(guessCountry(['de-AT', 'en-US'], 'America/New_York', zonesOf), 'US', 'a later language has the zone');
  t.equal(guessCountry(['en-US'], 'Europe/Berlin', zonesOf), 'DE', 'many phones speak American English');
  t.equal(guessCountry(['en-US'], 'UTC', zonesOf), 'US');
  t.equal(guessCountry(['en', 'de'], 'UTC', zonesOf), '');
  t.equal(guessCountry(['c', 'es-419', 'zz-ZZ'], 'UTC', zonesOf), '', 'no tag, and regions that are no country');
  t.equal(
    guessCountry(['de-DE'], 'Europe/Berlin', () => []),
    'DE',
    'a browser that knows no zones',
  );
  t.equal(guessCountry(['en-US'], 'Europe/Berlin'), 'DE', 'with the zones of this engine');
});

t.test('every country has a name, in the order of the language', async (t) => {
  t.equal(new Set(COUNTRIES).size, COUNTRIES.length);
  t.ok(COUNTRIES.every((code) => /^[A-Z]{2}$/.test(code)));
  const german = countryNames('de').map(([, name]) => name);
  t.equal(german.length, COUNTRIES.length);
  t.strictSame(
    german.filter((name) => /^[A-Z]{2}$/.test(name)),
    [],
  );
  t.ok(german.indexOf('Österreich') < german.indexOf('Pakistan'));
});

t.test('a name is text, or bytes where there is nothing to see', async (t) => {
  t.equal(nameOf({ ssid: 'Café ☕', ssid_hex: 'x' }), 'Café ☕');
  t.equal(nameOf({ ssid: null, ssid_hex: '00ff00ff00' }), '00ff00ff 00');
  t.equal(nameOf({ ssid: ' \u200b\u0007', ssid_hex: '20e2808b07' }), '20e2808b 07');
  t.not(keyOf(wifi('Home', 1)), keyOf(wifi('Home', 1, { security: 'open' })), 'one name may be two networks');
});

t.test('the network in use comes first, then the strongest, and last what cannot be joined', async (t) => {
  const order = inOrder([
    wifi('school', 99, { security: 'enterprise' }),
    wifi('weak', 10),
    wifi('old', 60, { security: 'wep' }),
    wifi('used', 30, { in_use: true }),
    wifi('strong', 80),
  ]);
  t.strictSame(order.map(nameOf), ['used', 'strong', 'weak', 'school', 'old']);
  t.strictSame(order.map(canJoin), [true, true, true, false, false]);
  t.strictSame([100, 60, 59, 35, 34, 0].map(levelOf), ['strong', 'strong', 'fair', 'fair', 'weak', 'weak']);
});

t.test('a moved network gets a priority, and others only where it must pass them', async (t) => {
  const three = [known('a', 'A', { priority: 5 }), known('b', 'B', { priority: 3 }), known('c', 'C', { priority: 3 })];
  const after = (networks: readonly Schemas['KnownNetwork'][], from: number, to: number) =>
    Object.fromEntries(prioritiesAfter(networks, from, to));
  t.strictSame(after(three, 2, 1), { c: 4 }, 'past its equal');
  t.strictSame(after(three, 2, 0), { c: 6 }, 'past all');
  t.strictSame(after(three, 0, 1), { b: 6 });
  t.strictSame(after(three, 1, 1), { b: 4 }, 'what was equal is told apart');
  const highest = [known('a', 'A', { priority: 999 }), known('b', 'B', { priority: -999 })];
  t.strictSame(after(highest, 1, 0), { b: 1, a: 0 }, 'nothing is above the highest');
});

t.test('addresses are read as a person types them', async (t) => {
  t.strictSame(addressesIn(' 192.168.1.1, 9.9.9.9;1.1.1.1  '), ['192.168.1.1', '9.9.9.9', '1.1.1.1']);
  t.strictSame(addressesIn(''), []);
  t.equal(withoutPrefix('192.168.1.20/24'), '192.168.1.20');
  t.ok(isNumeric('192.168.1.20'));
  t.notOk(isNumeric('tonearm.local'));
});

t.test('an answer proves new addresses only when it came by the changed interface', async (t) => {
  const cable = interfaceOf('eth0', {
    ...{ state: 'connected', network: { id: 'cable', name: 'Cable' } },
    ipv4: { addresses: ['10.0.0.5/8'], gateway: null, dns: [], automatic: true },
  });
  t.ok(provesChange({ interfaces: [interfaceOf('eth0', {}), ON_HOME] }, 'tonearm.local'), 'there is no other');
  const both = { interfaces: [cable, ON_HOME] };
  t.notOk(provesChange(both, 'tonearm.local', 'home'), 'the name may have led by the cable');
  t.notOk(provesChange(both, '10.0.0.5', 'home'));
  t.ok(provesChange(both, '192.168.1.20', 'home'));
  t.notOk(provesChange(both, '192.168.1.20'), 'nobody knows what was changed');
});

t.test('a box that leaves for another network is there, or back with a reason, or under way', async (t) => {
  const { hotspot } = someNetworks();
  const failure = { network: 'Garden', code: 'NETWORK_UNCONFIRMED', detail: 'Nobody.', at: 1 };
  const now = (radio: Partial<Schemas['NetworkInterface']>, spot: Schemas['Network']['hotspot'] = hotspot) => ({
    ...{ silent_radio: null, change_waits: false, country: null, hotspot: spot },
    interfaces: [interfaceOf('eth0', { state: 'connected' }), { ...ON_HOME, ...radio }],
  });
  t.equal(wifiInUse(now({})), 'home');
  t.equal(whereaboutsOf(now({}), 'home'), undefined, 'it has not left yet');
  t.equal(whereaboutsOf(now({ state: 'connecting' }), 'home'), undefined);
  t.equal(whereaboutsOf(now({ network: { id: 'garden', name: 'Garden' } }), 'home'), 'there');
  t.equal(whereaboutsOf(now({}, { ...hotspot!, failure }), 'home'), 'back');
  t.equal(whereaboutsOf(now({}, null), 'home'), 'back', 'a radio that cannot be a hotspot has no reason to give');
  const ownHotspot = { network: null, hotspot: true } as const;
  t.equal(whereaboutsOf(now(ownHotspot), undefined), undefined);
  t.equal(whereaboutsOf(now(ownHotspot, { ...hotspot!, failure }), undefined), 'back');
});
