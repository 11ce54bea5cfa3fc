/** What the hotspot asks of NetworkManager, on a bus that does what the test says. */
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { BusCall } from '../../src/dbus/system-bus.js';
import { Unavailable } from '../../src/errors.js';
import { Hotspot, type HotspotDeps } from '../../src/network/hotspot.js';
import { HOTSPOT_ID, hotspotProfile } from '../../src/network/hotspot-profile.js';
import { RULE_TIMES } from '../../src/network/hotspot-rule.js';
import { settingIn } from '../../src/network/profile.js';
import { notJoined } from '../../src/network/refusals.js';
import { until } from '../dbus/private-bus.js';
import { keptLog } from '../fixtures/log.js';

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

  #answer({ member }: BusCall): readonly unknown[] {
    if (!this.isThere) throw new Unavailable('NO_SYSTEM_SERVICE', 'It does not run.');
    if (member !== 'GetManagedObjects') this.calls.push(member);
    if (member === 'AddAndActivateConnection2') this.isOn = true;
    if (member === 'DeactivateConnection') this.isOn = false;
    for (const each of member === 'GetManagedObjects' ? [] : this.changed) each();
    return [this.#objects()];
  }

  #objects() {
    const device = { DeviceType: 2, State: this.isOn ? 100 : 30, Interface: 'wlan0', HwAddress: '0E:11:22:33:44:55' };
    const active = this.isOn ? { ActiveConnection: ACTIVE } : {};
    const radio = { PermHwAddress: 'DC:A6:32:01:3F:2A', WirelessCapabilities: this.capabilities };
    return {
      [RADIO]: { [`${NM}.Device`]: { ...device, ...active }, [`${NM}.Device.Wireless`]: radio },
      ...(this.isOn && { [ACTIVE]: { [`${NM}.Connection.Active`]: { Uuid: HOTSPOT_ID, State: 2, Devices: [RADIO] } } }),
    };
  }
}

function start(t: Test, options: Partial<HotspotDeps> = {}) {
  const manager = new FakeManager();
  const { log, lines } = keptLog('network');
  const network = { join: async (): Promise<void> => undefined, known: async () => [], scan: async () => [] };
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
  t.equal(await hotspot.join(HOME, 'DE'), 'joining');
  t.match(await hotspot.read(), { kind: 'joining', joining: 'Home' });
  await t.rejects(hotspot.join(HOME), { code: 'NETWORK_JOINING' });
  await until('the attempt', () => !manager.isOn);
  t.strictSame(countries, ['DE']);
  end(notJoined('wrong_password'));
  await becomes('on');
  t.match(await hotspot.read(), { failure: { network: 'Home', code: 'NETWORK_WRONG_PASSWORD', at: Number } });

  t.equal(await hotspot.join(HOME), 'joining');
  await until('the next attempt', () => !manager.isOn);
  end();
  await becomes('off');
  t.equal((await hotspot.read())?.failure, undefined);
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
