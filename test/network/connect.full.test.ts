/** Connecting a known network, with the real NetworkManager: what becomes of it, and the reason in words. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { NETWORK_MANAGER, networkTrouble } from './packages.js';
import { Machine } from './rig.js';

const skip = await networkTrouble(NETWORK_MANAGER);

const FAR0 = '6d1a3d0e-1f6f-4a05-9d3e-7a2c0b1e5f20';
const FAR1 = '6d1a3d0e-1f6f-4a05-9d3e-7a2c0b1e5f21';
const HOME = '6d1a3d0e-1f6f-4a05-9d3e-7a2c0b1e5f22';

const cable = (id: string, card: string) => `[connection]
id=${card}
uuid=${id}
type=ethernet
interface-name=${card}
autoconnect=false
[ipv4]
method=auto
[ipv6]
method=disabled
`;

const HOME_WIFI = `[connection]
id=Home
uuid=${HOME}
type=wifi
autoconnect=false
[wifi]
ssid=Home
[ipv4]
method=auto
`;

t.test('a network is connected, or the reason is told', { skip }, async (t) => {
  const machine = await Machine.start(t);
  const network = machine.network(t);
  for (const [name, text] of [
    ['far0', cable(FAR0, 'eth0')],
    ['far1', cable(FAR1, 'eth1')],
    ['home', HOME_WIFI],
  ] as const) {
    await writeFile(join(machine.profiles, `${name}.nmconnection`), text, { mode: 0o600 });
  }
  await machine.startNetworkManager();
  await machine.until(network, 'both cards', ({ interfaces }) => interfaces.length === 2);

  await network.connect(FAR0);
  const eth0 = (await network.read()).interfaces.find(({ name }) => name === 'eth0');
  t.match(eth0, { state: { kind: 'connected' }, network: { id: FAR0 }, ipv4: { addresses: ['10.9.0.50/24'] } });
  await network.connect(FAR0);
  t.pass('connected again, which it was already');

  await t.rejects(network.connect(FAR1), { code: 'NETWORK_NOT_FOUND' }, 'there is no cable');
  await t.rejects(network.connect(HOME), { code: 'NETWORK_NOT_FOUND' }, 'there is no radio');
  await machine.plug('far1', 'up');
  await machine.until(network, 'a cable', ({ interfaces }) =>
    interfaces.some(({ name, state }) => name === 'eth1' && state.kind === 'disconnected'),
  );
  await t.rejects(network.connect(FAR1), { code: 'NETWORK_NO_ADDRESS' }, 'nobody gives addresses there');
  await t.rejects(network.connect('6d1a3d0e-0000-4a05-9d3e-7a2c0b1e5f22'), { code: 'UNKNOWN_NETWORK' });

  const connecting = t.rejects(network.connect(FAR1), { code: 'NETWORK_CANCELED' }, 'somebody forgets it meanwhile');
  await machine.until(network, 'eth1 waits for an address', ({ interfaces }) =>
    interfaces.some(({ name, state }) => name === 'eth1' && state.kind === 'connecting' && state.step === 'address'),
  );
  const stranger = await machine.bus.stranger(t);
  const nm = { destination: 'org.freedesktop.NetworkManager', path: '/org/freedesktop/NetworkManager/Settings' };
  const settings = { ...nm, interface: 'org.freedesktop.NetworkManager.Settings' };
  const [path] = await stranger.call(settings, 'GetConnectionByUuid', 's', [FAR1]);
  await stranger.call({ ...nm, path: path as string, interface: `${settings.interface}.Connection` }, 'Delete');
  await connecting;
});
