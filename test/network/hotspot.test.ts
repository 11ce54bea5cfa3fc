/** What the hotspot asks of NetworkManager, on a bus that does what the test says. */
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { BusCall } from '../../src/dbus/system-bus.js';
import { Unavailable } from '../../src/errors.js';
import { Hotspot, type HotspotDeps } from '../../src/network/hotspot.js';
import type { NetworkInterface } from '../../src/network/interfaces.js';
import { type Join, joinProfile } from '../../src/network/join.js';
import type { KnownNetwork } from '../../src/network/known-networks.js';
import type { Network } from '../../src/network/network.js';
import { HOTSPOT_ID, hotspotProfile } from '../../src/network/hotspot-profile.js';
import { RULE_TIMES } from '../../src/network/hotspot-rule.js';
import { settingIn } from '../../src/network/profile.js';
import { nobodyFound, notJoined } from '../../src/network/refusals.js';
import { until } from '../dbus/private-bus.js';
import { keptLog } from '../fixtures/log.js';
import { FakeNetwork } from '../http/fake-box.js';

const NM = 'org.freedesktop.NetworkManager';
const RADIO = '/org/freedesktop/NetworkManager/Devices/2';
const ACTIVE = '/org/freedesktop/NetworkManager/ActiveConnection/1';
const HOME = { ssid: Buffer.from('Home'), password: 'correct horse', isHidden: false };

/** A NetworkManager with one radio, which makes a hotspot at once. */
class FakeManager {
  readonly calls: string[] = [];
  readonly changed = new Set<() => void>();
  readonly owners = new Set<(owner: string | undefined) => void>();
  isThere = true;
  isOn = false;
  /** Whether the radio is in a network of others. */
  isInNetwork = false;
  looks = 0;
  capabilities = 0x40;

  readonly bus: HotspotDeps['bus'] = {
    call: async (call) => this.#answer(call),
    subscribe: (_match, changed, joined) => {
      const each = () => (changed as () => void)();
      this.changed.add(each);
      queueMicrotask(() => joined?.());
      return () => void this.changed.delete(each);
    },
    watchName: (_name, changed) => {
      this.owners.add(changed);
      queueMicrotask(() => changed(this.isThere ? ':1.1' : undefined));
      return () => void this.owners.delete(changed);
    },
  };

  get isFollowed(): boolean {
    return this.changed.size + this.owners.size > 0;
  }

  change(): void {
    for (const each of this.changed) each();
  }

  #answer({ member }: BusCall): readonly unknown[] {
    if (!this.isThere) throw new Unavailable('NO_SYSTEM_SERVICE', 'It does not run.');
    if (member !== 'GetManagedObjects') this.calls.push(member);
    if (member === 'AddAndActivateConnection2') this.isOn = true;
    if (member === 'DeactivateConnection') this.isOn = false;
    if (member === 'GetManagedObjects') this.looks++;
    else this.change();
    return [this.#objects()];
  }

  #objects() {
    const isActive = this.isOn || this.isInNetwork;
    const uuid = this.isOn ? HOTSPOT_ID : 'garden';
    const device = { DeviceType: 2, State: isActive ? 100 : 30, Interface: 'wlan0', HwAddress: '0E:11:22:33:44:55' };
    const active = isActive ? { ActiveConnection: ACTIVE } : {};
    const radio = { PermHwAddress: 'DC:A6:32:01:3F:2A', WirelessCapabilities: this.capabilities };
    return {
      [RADIO]: { [`${NM}.Device`]: { ...device, ...active }, [`${NM}.Device.Wireless`]: radio },
      ...(isActive && { [ACTIVE]: { [`${NM}.Connection.Active`]: { Uuid: uuid, State: 2, Devices: [RADIO] } } }),
    };
  }
}

const ID = '6d1a3d0e-1f6f-4a05-9d3e-7a2c0b1e5f11';
const [GARDEN, AT_GARDEN] = [Buffer.from('Garden'), '192.168.1.20'];

/** Networks of which the radio is in one, `Garden`. */
class FakeNetworks implements Pick<Network, keyof HotspotDeps['network']> {
  readonly confirmWithin = 60;
  readonly asked: unknown[] = [];
  readonly scan = async () => [];
  join = async (...asked: unknown[]): Promise<void> => void this.asked.push(['join', ...asked]);
  connect = async (...asked: unknown[]): Promise<void> => void this.asked.push(['connect', ...asked]);

  async checkJoin(join: Join): Promise<void> {
    joinProfile(join, 'wpa');
  }

  async known(): Promise<readonly KnownNetwork[]> {
    const common = { priority: 0, isAutomatic: true, isInUse: false, ipv4: { kind: 'automatic' } } as const;
    return [
      { id: ID, name: 'Home', kind: 'wifi', ssid: HOME.ssid, ...common },
      { id: 'garden', name: 'Garden', kind: 'wifi', ssid: GARDEN, ...common },
      { id: 'cable', name: 'Cable', kind: 'wired', ssid: undefined, ...common },
    ];
  }

  async radioAt(address: string): Promise<NetworkInterface | undefined> {
    const [cable] = new FakeNetwork().state.interfaces;
    const wifi = { ssid: GARDEN, strength: 71, band: '5' } as const;
    if (cable === undefined || address !== AT_GARDEN) return undefined;
    return { ...cable, kind: 'wifi', wifi, network: { id: 'garden', name: 'Garden' } };
  }
}

function start(t: Test, options: Partial<HotspotDeps> = {}) {
  const manager = new FakeManager();
  const { log, lines } = keptLog('network');
  const network = new FakeNetworks();
  const countries: string[] = [];
  const hotspot = new Hotspot({
    ...{ bus: manager.bus, network, isAutomatic: true, password: 'playmusic', log },
    country: { set: async (code) => void countries.push(code) },
    times: { ...RULE_TIMES, atStart: 1 },
    ...options,
  });
  t.teardown(() => hotspot.stop());
  const becomes = async (kind: string): Promise<void> => {
    while ((await hotspot.read().catch(() => undefined))?.kind !== kind) await delay(5);
  };
  return { manager, hotspot, network, countries, lines, becomes };
}

t.test('by hand: nothing is followed before, and nothing after', async (t) => {
  const { manager, hotspot, becomes } = start(t, { isAutomatic: false });
  hotspot.start();
  t.notOk(manager.isFollowed);
  t.equal(hotspot.address, undefined);
  t.match(await hotspot.read(), { kind: 'off', name: 'Tonearm-3F2A', address: undefined });
  await hotspot.turn(true);
  await becomes('on');
  t.ok(manager.isFollowed);
  t.strictSame(hotspot.access, { name: 'Tonearm-3F2A', password: 'playmusic', address: '10.42.0.1' });
  await hotspot.turn(false);
  await becomes('off');
  t.notOk(manager.isFollowed);
  t.ok(hotspot.wasOnLately);
  t.strictSame(manager.calls, ['AddAndActivateConnection2', 'DeactivateConnection']);
});

t.test('a radio that cannot be an access point', async (t) => {
  const { manager, hotspot } = start(t);
  manager.capabilities = 0;
  t.equal(await hotspot.read(), undefined);
  await t.rejects(hotspot.turn(true), { code: 'NO_HOTSPOT' });
});

t.test('a network that cannot be joined: the hotspot is back, with the reason', async (t) => {
  const { manager, hotspot, network, countries, becomes } = start(t);
  hotspot.start();
  await becomes('on');
  await t.rejects(hotspot.join({ ...HOME, password: 'short' }), { code: 'INVALID_BODY' }, 'refused at once');
  let end: (error?: Error) => void = () => undefined;
  network.join = () => {
    manager.isOn = false;
    return new Promise<void>((resolve, reject) => (end = (error) => (error === undefined ? resolve() : reject(error))));
  };
  t.strictSame(await hotspot.join(HOME, 'DE'), { joining: 'Home', confirmWithin: undefined });
  t.match(await hotspot.read(), { kind: 'joining', joining: 'Home' });
  await t.rejects(hotspot.join(HOME), { code: 'NETWORK_JOINING' });
  await until('the attempt', () => !manager.isOn);
  t.strictSame(countries, ['DE']);
  end(notJoined('wrong_password'));
  await becomes('on');
  t.match(await hotspot.read(), { failure: { network: 'Home', code: 'NETWORK_WRONG_PASSWORD', at: Number } });

  await hotspot.join(HOME);
  await until('the next attempt', () => !manager.isOn);
  end();
  await becomes('off');
  t.equal((await hotspot.read())?.failure, undefined);
});

t.test('a client of the network that the radio leaves is answered first; all others when it is done', async (t) => {
  const { hotspot, network, countries } = start(t, { isAutomatic: false });
  const leaving = { joining: 'Home', confirmWithin: 60 };
  const options = { patience: 40_000, isOnTrial: true };
  await t.rejects(hotspot.join({ ...HOME, password: 'short' }, 'DE', AT_GARDEN), { code: 'INVALID_BODY' });
  let end: (error?: Error) => void = () => undefined;
  const wait = (...asked: unknown[]): Promise<void> => {
    network.asked.push(asked);
    return new Promise((resolve, reject) => (end = (error) => (error === undefined ? resolve() : reject(error))));
  };
  network.join = wait;
  network.connect = wait;
  t.strictSame(await hotspot.join(HOME, 'DE', AT_GARDEN), leaving);
  t.strictSame([network.asked, countries], [[], []], 'the answer has to leave first');
  await t.rejects(hotspot.join(HOME, undefined, AT_GARDEN), { code: 'NETWORK_JOINING' });
  await t.rejects(hotspot.connect(ID, AT_GARDEN), { code: 'NETWORK_JOINING' });
  await until('the attempt', () => network.asked.length > 0);
  t.strictSame([network.asked, countries], [[[HOME, options]], ['DE']]);
  end(nobodyFound());
  while ((await hotspot.read())?.failure === undefined) await delay(5);
  t.match(await hotspot.read(), { failure: { network: 'Home', code: 'NETWORK_UNCONFIRMED' } });

  t.strictSame(await hotspot.connect(ID, AT_GARDEN), leaving);
  t.equal((await hotspot.read())?.failure, undefined);
  await until('the next attempt', () => network.asked.length > 1);
  t.strictSame(network.asked[1], [ID, options]);
  end();
  network.join = async () => undefined;
  while (!(await hotspot.join(HOME, undefined, AT_GARDEN).catch(() => undefined))) await delay(5);
});

t.test('the reason stays when the network before comes back', async (t) => {
  const { manager, hotspot, network } = start(t, { times: RULE_TIMES });
  const look = async (isInNetwork: boolean): Promise<void> => {
    const { looks } = manager;
    manager.isInNetwork = isInNetwork;
    manager.change();
    await until('a look', () => manager.looks > looks);
  };
  manager.isInNetwork = true;
  hotspot.start();
  await until('a first look', () => manager.looks > 0);
  network.join = async () => {
    await look(false);
    throw nobodyFound();
  };
  await hotspot.join(HOME, undefined, AT_GARDEN);
  while ((await hotspot.read())?.failure === undefined) await delay(5);
  await look(true);
  t.match(await hotspot.read(), { kind: 'off', failure: { code: 'NETWORK_UNCONFIRMED' } });
});

t.test('a client that is not cut off waits until the network is joined', async (t) => {
  const { hotspot, network } = start(t, { isAutomatic: false });
  const again = { ...HOME, ssid: GARDEN };
  t.equal(await hotspot.join(HOME, undefined, '127.0.0.1'), undefined);
  t.equal(await hotspot.join(again, undefined, AT_GARDEN), undefined, 'it is in that network');
  t.equal(await hotspot.connect(ID, '192.168.7.7'), undefined, 'by a cable');
  t.equal(await hotspot.connect('garden', AT_GARDEN), undefined);
  t.equal(await hotspot.connect('cable', AT_GARDEN), undefined, 'the radio stays where it is');
  t.strictSame(network.asked, [
    ['join', HOME],
    ['join', again],
    ...[ID, 'garden', 'cable'].map((id) => ['connect', id]),
  ]);
});

t.test('without NetworkManager there is one line of the log; the hotspot comes when it does', async (t) => {
  const { manager, hotspot, lines, becomes } = start(t);
  manager.isThere = false;
  hotspot.start();
  await until('a line', () => lines.length > 0);
  for (const each of manager.changed) each();
  await delay(20);
  t.equal(lines.filter((line) => /^<[46]>/.test(line)).length, 1, lines.join('\n'));
  manager.isThere = true;
  for (const each of manager.owners) each(':1.2');
  await becomes('on');
  manager.isOn = false;
  manager.isThere = false;
  for (const each of manager.owners) each(undefined);
  await until('its end', () => hotspot.address === undefined);
  manager.isThere = true;
  for (const each of manager.owners) each(':1.3');
  await becomes('on');
});

t.test('the profile', async (t) => {
  const profile = hotspotProfile('Tonearm-3F2A', 'playmusic', false);
  const security = (name: string) => settingIn(profile, '802-11-wireless-security', name);
  t.equal(settingIn(profile, '802-11-wireless', 'mode'), 'ap');
  t.equal(settingIn(profile, 'connection', 'autoconnect'), false);
  t.strictSame([security('proto'), security('pmf')], [['rsn'], 1], 'WPA2, without protected management frames');
  const other = hotspotProfile('Tonearm-3F2A', 'playmusic', true);
  t.strictSame(settingIn(other, '802-11-wireless-security', 'proto'), ['wpa', 'rsn']);
});
