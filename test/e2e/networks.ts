/**
 * Networks of a box as a browser gets them: a stand-in for `/system/network` at the HTTP boundary of the page. The machine
 * that runs the tests has no radio, and its kernel none in software, so that no daemon here has a Wi-Fi network to show;
 * the daemon's own side is tested with NetworkManager and two radios in a virtual machine (test/network).
 */
import type { Page, Route } from 'playwright-core';
import type { Schemas } from '../../src/client/client.js';

type Wifi = Schemas['WifiNetwork'];
type Known = Schemas['KnownNetwork'];
type Hotspot = NonNullable<Schemas['Network']['hotspot']>;

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

export function wifi(ssid: string, strength: number, other: Partial<Wifi> = {}): Wifi {
  return { ssid, ssid_hex: hexOf(ssid), strength, security: 'wpa', bands: ['2.4', '5'], in_use: false, ...other };
}

export function known(id: string, name: string, other: Partial<Known> = {}): Known {
  const ipv4 = { method: 'automatic' as const, addresses: [], gateway: null, dns: [] };
  return {
    ...{ id, name, kind: 'wifi', ssid: name, ssid_hex: hexOf(name), priority: 0, automatic: true, in_use: false, ipv4 },
    ...other,
  };
}

const NOWHERE = { addresses: [], gateway: null, dns: [] };

export function interfaceOf(name: string, other: Partial<Schemas['NetworkInterface']>): Schemas['NetworkInterface'] {
  return {
    name,
    kind: 'wired',
    state: 'unavailable',
    step: null,
    reason: 'no_cable',
    detail: 'No cable is plugged in, or there is nothing at its other end.',
    network: null,
    hotspot: false,
    primary: false,
    mac: 'DC:A6:32:01:02:03',
    speed_mbps: null,
    wifi: null,
    driver: 'bcmgenet',
    firmware: '',
    ipv4: { ...NOWHERE, automatic: true },
    ipv6: NOWHERE,
    ...other,
  };
}

const HOME = 'Home';
const ADDRESS = { addresses: ['192.168.1.20/24'], gateway: '192.168.1.1', dns: ['192.168.1.1'] };
/** A radio that is on a network. */
export const ON_HOME = interfaceOf('wlan0', {
  ...{ kind: 'wifi', state: 'connected', reason: null, detail: null, primary: true, speed_mbps: 72 },
  network: { id: 'home', name: HOME },
  wifi: { ssid: HOME, ssid_hex: hexOf(HOME), strength: 78, band: '5' },
  ...{ driver: 'brcmfmac', firmware: '7.45.265', mac: 'DC:A6:32:01:02:04' },
  ipv4: { ...ADDRESS, automatic: true },
});
const IS_HOTSPOT = { network: null, hotspot: true, wifi: null, primary: false } as const;

const AROUND: readonly Wifi[] = [
  wifi('FRITZ!Box 7590 XK', 88),
  wifi('Vodafone-A1B2C3', 64, { security: 'wpa3' }),
  wifi('Café am Fluss', 52, { security: 'open' }),
  wifi('eduroam', 47, { security: 'enterprise' }),
  wifi('', 31, { ssid: null, ssid_hex: '4bff00c3284f' }),
  wifi('Gartenhaus', 22),
];

/** What the stand-in has; a test changes it while the page is open. */
export interface Networks {
  interfaces: Schemas['NetworkInterface'][];
  silentRadio: Schemas['Network']['silent_radio'];
  changeWaits: boolean;
  country: string | null;
  hotspot: Hotspot | null;
  around: readonly Wifi[];
  known: Known[];
  /** Code with which the next attempt to join is refused. */
  refusal: string | undefined;
  /** Name of the network for which the box leaves that of the phone; undefined where it need not. */
  leavesTo: string | undefined;
  /** Bodies of the commands, by method and path below `/system/network`. */
  readonly sent: [command: string, body: unknown][];
}

/** A box at home, or one whose hotspot a phone has joined. */
export function someNetworks(isHotspot = false): Networks {
  const wlan = isHotspot
    ? { ...ON_HOME, ...IS_HOTSPOT, ipv4: { ...NOWHERE, addresses: ['10.42.0.1/24'], automatic: false } }
    : ON_HOME;
  return {
    interfaces: [interfaceOf('eth0', {}), wlan],
    silentRadio: null,
    changeWaits: false,
    country: isHotspot ? null : 'DE',
    hotspot: {
      ...{ state: isHotspot ? 'on' : 'off', name: 'Tonearm-3F2A', address: isHotspot ? '10.42.0.1' : null },
      ...{ joining: null, failure: null },
    },
    around: isHotspot ? AROUND : [wifi(HOME, 78, { in_use: true }), ...AROUND],
    known: isHotspot
      ? []
      : [
          known('home', HOME, { in_use: true, priority: 10 }),
          known('garden', 'Gartenhaus', { ipv4: { method: 'static', ...ADDRESS } }),
          known('cable', 'Wired connection 1', { kind: 'wired', ssid: null, ssid_hex: null }),
        ],
    refusal: undefined,
    leavesTo: undefined,
    sent: [],
  };
}

const PATH = '/system/network';

/** Answers the page in place of the daemon, from now on. */
export async function serveNetworks(page: Page, networks: Networks): Promise<void> {
  await page.route(
    (url) => url.pathname === PATH || url.pathname.startsWith(`${PATH}/`),
    (route) => answer(route, networks),
  );
}

async function answer(route: Route, networks: Networks): Promise<void> {
  const request = route.request();
  const command = `${request.method()} ${new URL(request.url()).pathname.slice(PATH.length)}`.trim();
  const body: unknown = request.postDataJSON();
  if (request.method() !== 'GET') networks.sent.push([command, body]);
  const [what, id] = command.split('/known/');
  switch (command) {
    case 'GET':
      return route.fulfill({ json: stateOf(networks) });
    case 'GET /known':
      return route.fulfill({ json: networks.known });
    case 'POST /scan':
      return route.fulfill({ json: networks.around });
    case 'POST /confirm':
      networks.changeWaits = false;
      return route.fulfill({ status: 204 });
    case 'PATCH':
      networks.country = (body as Schemas['RadioChange']).country;
      return route.fulfill({ status: 204 });
    case 'PUT /hotspot':
      if (networks.hotspot) networks.hotspot.state = (body as Schemas['HotspotChange']).on ? 'on' : 'off';
      return route.fulfill({ status: 204 });
    case 'POST /join':
      return join(route, networks, body as Schemas['NewWifi']);
    default:
  }
  if (networks.leavesTo !== undefined && command.endsWith('/connect')) return leave(route, networks.leavesTo);
  if (what?.startsWith('DELETE') === true) networks.known = networks.known.filter((each) => each.id !== id);
  if (what?.startsWith('PATCH') !== true) return route.fulfill({ status: 204 });
  const change = body as Schemas['KnownNetworkChange'];
  networks.known = networks.known
    .map((each) => (each.id === id ? ({ ...each, ...change } as Known) : each))
    .sort((one, other) => other.priority - one.priority);
  networks.changeWaits = change.ipv4 !== undefined;
  return route.fulfill({ json: { confirm_within_secs: change.ipv4 === undefined ? null : 60 } });
}

function stateOf({ interfaces, silentRadio, changeWaits, country, hotspot }: Networks): Schemas['Network'] {
  return { interfaces, silent_radio: silentRadio, change_waits: changeWaits, country, hotspot };
}

function join(route: Route, networks: Networks, { ssid, ssid_hex: hex }: Schemas['NewWifi']): Promise<void> {
  const { hotspot, refusal } = networks;
  if (refusal !== undefined) {
    const problem = { type: 'about:blank', title: 'Refused', status: 503, detail: 'No.', code: refusal };
    return route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem });
  }
  const name = ssid ?? Buffer.from(hex ?? '', 'hex').toString();
  if (networks.leavesTo !== undefined) return leave(route, networks.leavesTo);
  if (hotspot?.state !== 'on') return route.fulfill({ status: 200 });
  hotspot.state = 'joining';
  hotspot.joining = name;
  return leave(route, name, null);
}

function leave(route: Route, joining: string, confirmWithin: number | null = 60): Promise<void> {
  const json: Schemas['Joining'] = {
    ...{ joining, addresses: ['http://tonearm.local'], confirm_within_secs: confirmWithin },
  };
  return route.fulfill({ status: 202, json });
}
