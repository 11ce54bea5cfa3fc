/** Known networks and their addresses, with the real NetworkManager: what it keeps, applies and takes back. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { KnownNetwork } from '../../src/network/known-networks.js';
import type { Network, NetworkState } from '../../src/network/network.js';
import type { StaticIpv4 } from '../../src/network/profile.js';
import { NETWORK_MANAGER, networkTrouble } from './packages.js';
import { Machine } from './rig.js';

const skip = await networkTrouble(NETWORK_MANAGER);

const BY_ROUTER = '10.9.0.50/24';
const OWN: StaticIpv4 = {
  kind: 'static',
  addresses: ['10.9.0.77/24'],
  gateway: '10.9.0.1',
  dns: ['10.9.0.2', '192.0.2.254'],
};

const WIFI = `[connection]
id=Home
uuid=6d1a3d0e-1f6f-4a05-9d3e-7a2c0b1e5f11
type=wifi
autoconnect=false
[wifi]
ssid=72;255;0;59;
mode=infrastructure
[wifi-security]
key-mgmt=wpa-psk
psk=correct horse
[ipv4]
method=auto
`;

async function wired(network: Network): Promise<KnownNetwork> {
  const found = (await network.known()).find(({ kind }) => kind === 'wired');
  if (found === undefined) throw new Error('no wired network is known');
  return found;
}

const hasAddress = (address: string) => (state: NetworkState) =>
  state.interfaces.some(
    (each) => each.name === 'eth0' && each.state.kind === 'connected' && each.ipv4.addresses.includes(address),
  );

t.test('addresses of a cable, confirmed, kept over a restart, and given back to the router', { skip }, async (t) => {
  const machine = await Machine.start(t);
  const network = machine.network(t);
  await machine.startNetworkManager();
  await machine.until(network, 'an address from the router', hasAddress(BY_ROUTER));
  const { id, ...before } = await wired(network);
  t.match(before, { name: 'Wired connection 1', isInUse: true, isAutomatic: true, priority: -999 });
  t.strictSame(before.ipv4, { kind: 'automatic' });

  t.equal(await network.change(id, { ipv4: OWN }), 60);
  await t.rejects(network.change(id, { ipv4: { kind: 'automatic' } }), { code: 'NETWORK_CHANGE_WAITS' });
  const applied = await machine.until(network, 'the new address', hasAddress('10.9.0.77/24'));
  t.ok(applied.isChangeWaiting);
  const eth0 = applied.interfaces.find(({ name }) => name === 'eth0');
  t.match(eth0?.ipv4, { addresses: ['10.9.0.77/24'], gateway: '10.9.0.1', dns: OWN.dns, isAutomatic: false });
  await machine.run('ip -o address show dev eth0 | grep -q 10.9.0.77/24');
  await network.confirm();
  t.notOk((await network.read()).isChangeWaiting);
  await t.rejects(network.confirm(), { code: 'NO_NETWORK_CHANGE' });
  t.strictSame((await wired(network)).ipv4, OWN);

  await machine.stopNetworkManager();
  await machine.run('ip address flush dev eth0');
  await machine.startNetworkManager();
  await machine.until(network, 'the new address after a restart', hasAddress('10.9.0.77/24'));
  t.equal((await wired(network)).id, id);

  t.equal(await network.change(id, { ipv4: { kind: 'automatic' } }), 60);
  await machine.until(network, 'an address from the router again', hasAddress(BY_ROUTER));
  await network.confirm();
  t.strictSame((await wired(network)).ipv4, { kind: 'automatic' });
});

t.test('addresses that nobody confirms are taken back, even if the daemon has ended', { skip }, async (t) => {
  const machine = await Machine.start(t);
  const observer = machine.network(t);
  await machine.startNetworkManager();
  await machine.until(observer, 'an address from the router', hasAddress(BY_ROUTER));
  const { id } = await wired(observer);
  const away: StaticIpv4 = { kind: 'static', addresses: ['192.0.2.7/24'], gateway: undefined, dns: [] };

  const bus = machine.bus.client(t);
  const network = machine.network(t, 5, bus);
  t.equal(await network.change(id, { ipv4: away }), 5);
  await machine.until(observer, 'an address that leads nowhere', hasAddress('192.0.2.7/24'));
  bus.stop();
  await machine.until(observer, 'the address from the router again', hasAddress(BY_ROUTER));
  t.strictSame((await wired(observer)).ipv4, { kind: 'automatic' });
  await t.rejects(observer.confirm(), { code: 'NO_NETWORK_CHANGE' });
  t.equal(await observer.change(id, { ipv4: OWN }), 60, 'and another change can be made');
});

t.test('priority, and what is forgotten; the password stays where it is', { skip }, async (t) => {
  const machine = await Machine.start(t);
  const network = machine.network(t);
  const file = join(machine.profiles, 'home.nmconnection');
  await writeFile(file, WIFI, { mode: 0o600 });
  await machine.startNetworkManager();
  await machine.until(network, 'an address from the router', hasAddress(BY_ROUTER));
  const home = (await network.known()).find(({ kind }) => kind === 'wifi');
  t.strictSame(home, {
    id: '6d1a3d0e-1f6f-4a05-9d3e-7a2c0b1e5f11',
    name: 'Home',
    kind: 'wifi',
    ssid: Buffer.from([72, 255, 0, 59]),
    priority: 0,
    isAutomatic: false,
    isInUse: false,
    ipv4: { kind: 'automatic' },
  });
  const id = home?.id ?? '';
  t.equal(await network.change(id, { priority: 7, isAutomatic: true, ipv4: OWN }), undefined, 'it is not in use');
  t.match((await network.known())[0], { id, priority: 7, isAutomatic: true, ipv4: OWN });
  const kept = await readFile(file, 'utf8');
  for (const line of ['psk=correct horse', 'autoconnect-priority=7', 'address1=10.9.0.77/24', 'method=manual']) {
    t.ok(kept.includes(line), line);
    t.ok(machine.synced.at(-1)?.includes(line), `${line}, before the files were synced`);
  }

  await network.forget(id);
  t.notOk((await readdir(machine.profiles)).includes('home.nmconnection'));
  t.equal(machine.synced.length, 2);
  t.notOk(machine.synced.at(-1)?.includes('home.nmconnection'), 'it was synced when the file was gone');
  await t.rejects(network.forget(id), { code: 'UNKNOWN_NETWORK' });
  await t.rejects(network.change(id, { priority: 1 }), { code: 'UNKNOWN_NETWORK' });
  const { id: cable } = await wired(network);
  await t.rejects(network.forget(cable), { code: 'NETWORK_IS_WIRED' });
  t.ok(hasAddress(BY_ROUTER)(await network.read()), 'the cable was left alone');
});
