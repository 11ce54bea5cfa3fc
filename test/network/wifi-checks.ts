/** Runs in the PC of `wifi-machine.ts`: asks the room of networks for Wi-Fi, and prints what came of each step as JSON. */
import { readdir } from 'node:fs/promises';
import { library } from '../../src/dbus/library.js';
import { SystemBus } from '../../src/dbus/system-bus.js';
import { Hotspot } from '../../src/network/hotspot.js';
import { Network } from '../../src/network/network.js';
import { DURABLE } from '../fixtures/durable.js';
import { SILENT_LOG } from '../fixtures/log.js';

const bus = new SystemBus({
  address: process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '',
  load: () => library,
  log: SILENT_LOG,
});
const CONFIRM_WITHIN = 15;
const network = new Network({ bus, makeDurable: DURABLE, log: SILENT_LOG, confirmWithin: CONFIRM_WITHIN });
const country = { set: async () => undefined };
const hotspot = new Hotspot({ bus, network, country, isAutomatic: false, password: 'playmusic', log: SILENT_LOG });
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

/** @throws Error when it does not come within two minutes */
async function until<Found>(what: string, look: () => Promise<Found | undefined | false>): Promise<Found> {
  const end = performance.now() + 120_000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${what}: never`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const on = (name: string) =>
  until(`on ${name}`, async () => {
    const found = await radio();
    return found?.state.kind === 'connected' && found.network?.name === name && found;
  });
/** Names of the profiles on the disk of the PC; the second of a name has its UUID there. */
const kept = async () =>
  (await readdir('/tmp/w/profiles')).map((file) => file.replace(/(-[0-9a-f-]{36})?\.nmconnection$/, '')).toSorted();
const failed = () => until('a reason', async () => (await hotspot.read())?.failure);
/** Address of the box in Home and in the network of bytes, as a client has it. */
const [AT_HOME, AT_BYTES] = ['10.8.0.50', '10.8.1.50'];
const TO_BYTES = { ssid: BYTES, password: undefined, isHidden: false };
const NAME = '48ff003b';

async function trials(): Promise<void> {
  await step('left, and not found', async () => {
    const leaving = await hotspot.join(TO_BYTES, undefined, AT_HOME);
    await on(NAME);
    const { isChangeWaiting } = await network.read();
    // In Home nobody reaches the box by this address any more.
    await network.noteUse(AT_HOME);
    return { leaving, isChangeWaiting, isOnTrial: network.isOnTrial, kept: await kept() };
  });
  await step('back', async () => {
    const failure = await failed();
    return { failure, radio: await on('Home'), known: await known(), kept: await kept() };
  });
  await step('left, with a wrong password', async () => {
    const id = (await network.known()).find(({ name }) => name === 'Home')?.id ?? '';
    await hotspot.join(TO_BYTES, undefined, '127.0.0.1');
    await hotspot.join({ ...HOME, password: 'wrong horse' }, undefined, AT_BYTES);
    const failure = await failed();
    return { failure, radio: await on(NAME), isKept: (await network.known()).some((each) => each.id === id) };
  });
  await step('left for a known one, and found', async () => {
    const id = (await network.known()).find(({ name }) => name === 'Home')?.id ?? '';
    const leaving = await hotspot.connect(id, AT_BYTES);
    await until('a trial', async () => network.isOnTrial);
    await network.noteUse(AT_HOME);
    return { leaving, isOnTrial: network.isOnTrial };
  });
  await step('left, and found', async () => {
    for (const { id, name } of await network.known()) if (name === NAME) await network.forget(id);
    await hotspot.join(TO_BYTES, undefined, AT_HOME);
    await until('a trial', async () => network.isOnTrial);
    await network.noteUse(AT_BYTES);
    return until('a profile on the disk', async () => (await kept()).length === 2 && kept());
  });
  await step('stays', async () => {
    await new Promise((resolve) => setTimeout(resolve, (CONFIRM_WITHIN + 5) * 1000));
    return { radio: await radio(), failure: (await hotspot.read())?.failure, known: await known() };
  });
}

async function main(): Promise<void> {
  // NetworkManager waits for wpa_supplicant.
  await until('a radio', async () => (await radio())?.state.kind === 'disconnected').catch(() => undefined);
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
  await trials();
  await step('bytes', () => network.join(TO_BYTES));
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
