/** Runs in the PC of `wifi-machine.ts`: asks the room of networks for Wi-Fi, and prints what came of each step as JSON. */
import { library } from '../../src/dbus/library.js';
import { SystemBus } from '../../src/dbus/system-bus.js';
import { Network } from '../../src/network/network.js';
import { SILENT_LOG } from '../fixtures/log.js';

const bus = new SystemBus({
  address: process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '',
  load: () => library,
  log: SILENT_LOG,
});
const network = new Network({ bus, log: SILENT_LOG });
const BYTES = Buffer.from([0x48, 0xff, 0x00, 0x3b]);
const HOME = { ssid: Buffer.from('Home'), password: 'correct horse', isHidden: false };

async function step(name: string, ask: () => Promise<unknown>): Promise<void> {
  const answer = await ask().then(
    (value) => ({ value }),
    (error: unknown) => ({ code: (error as { code?: string }).code, text: String(error) }),
  );
  process.stdout.write(`@@${JSON.stringify({ name, ...answer })}\n`);
}

const radio = async () => (await network.read()).interfaces.find(({ kind }) => kind === 'wifi');
const known = async () => (await network.known()).filter(({ kind }) => kind === 'wifi').map(({ name }) => name);

/** Until the radio can scan: NetworkManager waits for wpa_supplicant. */
async function ready(): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    const found = await radio().catch(() => undefined);
    if (found?.state.kind === 'disconnected' || performance.now() > end) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function main(): Promise<void> {
  await ready();
  await step('radio', radio);
  await step('scan', () => network.scan());
  await step('absent', () => network.join({ ...HOME, ssid: Buffer.from('Elsewhere') }));
  await step('wrong', () => network.join({ ...HOME, password: 'wrong horse' }));
  await step('nothing kept', known);
  await step('silent', () => network.join({ ssid: Buffer.from('Silent'), password: undefined, isHidden: false }));
  await step('home', () => network.join(HOME));
  await step('home again', () => network.join(HOME));
  await step('known', () => network.known());
  await step('connected', radio);
  await step('bytes', () => network.join({ ssid: BYTES, password: undefined, isHidden: false }));
  await step('on bytes', radio);
  await step('hidden', () => network.join({ ssid: Buffer.from('Secret'), password: 'hidden horse', isHidden: true }));
  await step('on hidden', radio);
  await step('forgotten', async () => {
    for (const { id, ssid } of await network.known()) if (ssid?.toString() === 'Secret') await network.forget(id);
    return known();
  });
  await step('connect', async () => {
    const [home] = (await network.known()).filter(({ name }) => name === 'Home');
    await network.connect(home?.id ?? '');
    return radio();
  });
  bus.stop();
}

void main();
