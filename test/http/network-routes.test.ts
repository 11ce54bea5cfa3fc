import t from 'tap';
import type { NetworkInterface } from '../../src/network/interfaces.js';
import { Network } from '../../src/network/network.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { FakeNetwork } from './fake-box.js';
import { problem, startRig } from './rig.js';

const ETH0 = {
  name: 'eth0',
  kind: 'wired',
  state: 'connected',
  step: null,
  reason: null,
  detail: null,
  network: { id: 'd3b1db30-70e5-37ef-a507-6d3d89994ead', name: 'Wired connection 1' },
  primary: true,
  mac: 'DC:A6:32:01:02:03',
  speed_mbps: 1000,
  driver: 'bcmgenet',
  firmware: '',
  ipv4: { addresses: ['192.168.1.20/24'], gateway: '192.168.1.1', dns: ['192.168.1.1'], automatic: true },
  ipv6: { addresses: ['fe80::1/64'], gateway: null, dns: [] },
};

t.test('the interfaces of the box', async (t) => {
  const { send } = await startRig(t);
  const { status, json } = await send('GET', '/system/network');
  t.equal(status, 200);
  t.strictSame(json, { interfaces: [ETH0], silent_radio: null });
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
  network.state = { interfaces: [], silentRadio: { id: '02d0:a9a6', detail: 'It does not work.' } };
  t.strictSame(await read(), { interfaces: [], silent_radio: { id: '02d0:a9a6', detail: 'It does not work.' } });
});

t.test('without NetworkManager there is a problem that says so', async (t) => {
  const bus = await PrivateBus.start(t);
  const { send } = await startRig(t, { network: new Network({ bus: bus.client(t) }) });
  const { status, json } = await send('GET', '/system/network');
  t.equal(status, 503);
  const sentence = 'NetworkManager does not run on this machine: its network is looked after by something else.';
  t.strictSame(json, problem(503, 'Service Unavailable', 'NO_NETWORK_MANAGER', sentence));
});
