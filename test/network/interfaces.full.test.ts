/** The wired side of the networks, with the real NetworkManager and a real DHCP server. */
import t from 'tap';
import type { NetworkInterface } from '../../src/network/interfaces.js';
import type { NetworkState } from '../../src/network/network.js';
import { DURABLE } from '../fixtures/durable.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { NETWORK_MANAGER, networkTrouble } from './packages.js';
import { Machine } from './rig.js';
import { Network } from '../../src/network/network.js';

const skip = await networkTrouble(NETWORK_MANAGER);

const named = ({ interfaces }: NetworkState, name: string): NetworkInterface | undefined =>
  interfaces.find((each) => each.name === name);
const kindOf = (state: NetworkState, name: string) => named(state, name)?.state.kind;

t.test('a cable, an address from the router, and the cable pulled out', { skip }, async (t) => {
  const machine = await Machine.start(t);
  const network = machine.network(t);
  await t.rejects(network.read(), { code: 'NO_NETWORK_MANAGER' }, 'before NetworkManager runs');
  await machine.startNetworkManager();

  const connected = await machine.until(network, 'eth0 connected', (state) => kindOf(state, 'eth0') === 'connected');
  const eth0 = named(connected, 'eth0');
  t.match(eth0, {
    kind: 'wired',
    state: { kind: 'connected' },
    network: { id: /^[0-9a-f-]{36}$/, name: 'Wired connection 1' },
    isPrimary: true,
    mac: '02:00:00:00:00:10',
    speed: 10_000,
    driver: 'veth',
    firmware: '',
    ipv4: { addresses: ['10.9.0.50/24'], gateway: '10.9.0.1', dns: ['10.9.0.2'], isAutomatic: true },
  });
  t.match(eth0?.ipv6.addresses, [/^fe80::[0-9a-f:]+\/64$/]);
  t.strictSame(named(connected, 'eth1')?.state, { kind: 'unavailable', reason: 'no_cable' });
  t.strictSame(
    connected.interfaces.map(({ name }) => name).sort(),
    ['eth0', 'eth1'],
    'the loopback is no interface for a person',
  );

  await machine.plug('far0', 'down');
  // The addresses go a moment after the link.
  const pulled = await machine.until(network, 'eth0 without cable and address', (state) => {
    const eth0 = named(state, 'eth0');
    return eth0?.state.kind === 'unavailable' && eth0.ipv4.addresses.length === 0;
  });
  t.match(named(pulled, 'eth0'), {
    state: { kind: 'unavailable', reason: 'no_cable' },
    network: undefined,
    isPrimary: false,
    speed: undefined,
    ipv4: { gateway: undefined, dns: [], isAutomatic: false },
  });

  await machine.plug('far0', 'up');
  await machine.until(network, 'eth0 connected again', (state) => kindOf(state, 'eth0') === 'connected');

  await machine.stopNetworkManager();
  await t.rejects(network.read(), { code: 'NO_NETWORK_MANAGER' }, 'after NetworkManager has ended');
});

t.test('a network without a router that answers', { skip }, async (t) => {
  const machine = await Machine.start(t);
  const network = machine.network(t);
  await machine.plug('far1', 'up');
  await machine.startNetworkManager();
  const asking = await machine.until(network, 'eth1 waits for an address', (state) => {
    const link = named(state, 'eth1')?.state;
    return link?.kind === 'connecting' && link.step === 'address';
  });
  t.strictSame(named(asking, 'eth1')?.ipv4.addresses, []);
  const given = await machine.until(network, 'eth1 gives up', (state) => kindOf(state, 'eth1') !== 'connecting');
  t.match(named(given, 'eth1')?.state.kind, /failed|disconnected/);
});

t.test('IPv6 addresses, router and name servers come from a router too', { skip }, async (t) => {
  const machine = await Machine.start(t);
  const network = machine.network(t);
  await machine.run('ip -n far address add 2001:db8::1/64 dev far1 nodad');
  await machine.plug('far1', 'up');
  const dns = '--dhcp-option=option6:23,[2001:db8::53]';
  await machine.run(`router --interface=far1 --enable-ra --dhcp-range=::,constructor:far1,ra-only ${dns}`);
  await machine.startNetworkManager();
  const state = await machine.until(
    network,
    'eth1 with an address of IPv6',
    (now) => named(now, 'eth1')?.ipv6.addresses.some((each) => each.startsWith('2001:db8:')) === true,
  );
  t.match(named(state, 'eth1')?.ipv6, { gateway: /^fe80::/, dns: ['2001:db8::53'] });
});

t.test('a machine without a message bus, or with one on which NetworkManager is not', async (t) => {
  const bus = await PrivateBus.start(t);
  const network = new Network({ bus: bus.client(t), makeDurable: DURABLE, log: SILENT_LOG });
  await t.rejects(network.read(), { code: 'NO_NETWORK_MANAGER' });
  await bus.end();
  await t.rejects(network.read(), { code: 'NO_NETWORK_MANAGER' });
});
