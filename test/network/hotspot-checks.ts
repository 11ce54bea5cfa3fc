/** Runs in the PC of `wifi-machine.ts`: the hotspot, a phone in it, and what ends it; prints each step as JSON. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DURABLE } from '../fixtures/durable.js';
import { library } from '../../src/dbus/library.js';
import { SystemBus } from '../../src/dbus/system-bus.js';
import { createLog } from '../../src/log.js';
import { Country } from '../../src/network/country.js';
import { Hotspot, type HotspotState } from '../../src/network/hotspot.js';
import { Network } from '../../src/network/network.js';

const run = promisify(execFile);
const shell = async (line: string) => (await run('sh', ['-c', line])).stdout;
const log = createLog('debug', (line) => process.stdout.write(`${line}\n`));
const bus = new SystemBus({ address: process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '', load: () => library, log });
const network = new Network({ bus, makeDurable: DURABLE, log });
const country = new Country({ bus, directory: '/tmp/w', brought: [] });
const TIMES = {
  atStart: 10_000,
  afterLoss: 10_000,
  turn: 20_000,
  attempt: 30_000,
  more: 10_000,
  retry: 5000,
  use: 8000,
};
const hotspot = new Hotspot({ bus, network, country, isAutomatic: true, password: 'playmusic', log, times: TIMES });
const PASSWORD = 'correct horse';
const home = (password: string) => ({ ssid: Buffer.from('Home'), password, isHidden: false });

async function step(name: string, ask: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  const answer = await ask().then(
    (value) => ({ value }),
    (error: unknown) => ({ code: (error as { code?: string }).code, text: String(error) }),
  );
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  process.stdout.write(`@@${JSON.stringify({ name, seconds, ...answer })}\n`);
}

/** @throws Error when it does not come within three minutes */
async function until<Found>(name: string, look: () => Promise<Found | undefined | false>): Promise<Found> {
  const end = performance.now() + 180_000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${name}: never`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const becomes = (kind: HotspotState['kind']) =>
  until(kind, async () => {
    const state = await hotspot.read();
    return state?.kind === kind && state;
  });
const radio = async () => (await network.read()).interfaces.find(({ name }) => name === 'wlan0');
const onHome = () =>
  until('on Home', async () => {
    const found = await radio();
    return found?.state.kind === 'connected' && !found.isHotspot && found;
  });

/** The phone's own programs; it keeps trying to be in the hotspot. */
async function phone(name: string): Promise<void> {
  await writeFile('/tmp/w/phone', `network={\n ssid="${name}"\n psk="playmusic"\n}\n`);
  const script =
    '#!/bin/sh\nenv > "/tmp/w/lease.$1.new" && mv "/tmp/w/lease.$1.new" "/tmp/w/lease.$1"\n[ "$1" = bound ] && ip address replace "$ip/24" dev wlan2\nexit 0\n';
  await writeFile('/tmp/w/udhcpc', script, { mode: 0o755 });
  await shell('ip netns exec phone wpa_supplicant -B -i wlan2 -c /tmp/w/phone');
  await shell('ip netns exec phone busybox udhcpc -i wlan2 -b -O 114 -s /tmp/w/udhcpc');
}

async function lease(): Promise<Record<string, string>> {
  const text = await until('a lease', () => readFile('/tmp/w/lease.bound', 'utf8'));
  const of = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  return { ip: of('ip'), portal: Buffer.from(of('opt114'), 'hex').toString() };
}

const asked = async (name: string, type: string) =>
  shell(`ip netns exec phone busybox nslookup -type=${type} ${name} 10.42.0.1 2>&1 || true`);

async function main(): Promise<void> {
  await until('a radio', async () => (await radio())?.state.kind === 'disconnected' || undefined);
  hotspot.start();
  await step('comes by itself', () => becomes('on'));
  await step('interface', radio);
  await step('known', () => network.known());
  await step('scan', async () => (await hotspot.scan()).map(({ ssid }) => ssid.toString()));
  await step('phone', async () => {
    await phone((await hotspot.read())?.name ?? '');
    return lease();
  });
  await step('names', async () => [await asked('captive.apple.com', 'a'), await asked('example.org', 'aaaa')]);
  await step('reached', () => shell('ip netns exec phone busybox ping -c 1 -W 5 10.42.0.1'));
  await step('wrong', async () => {
    await hotspot.join(home('wrong horse'));
    await becomes('joining');
    return becomes('on');
  });
  await step('phone again', () =>
    shell('until ip netns exec phone busybox ping -c 1 -W 1 10.42.0.1; do sleep 1; done'),
  );
  await step('right', async () => {
    const leaving = await hotspot.join(home(PASSWORD), 'DE');
    return { leaving, radio: await onHome() };
  });
  await step('stays off', async () => {
    await new Promise((resolve) => setTimeout(resolve, TIMES.atStart + 5000));
    return hotspot.read();
  });
  await step('country', async () => [await country.read(), await shell('iw reg get')]);
  await step('lost', async () => {
    await shell('kill "$(cat /tmp/w/hostapd.pid)"');
    return becomes('on');
  });
  await step('found again in a turn', async () => {
    await shell('ip netns exec ap hostapd -B -P /tmp/w/hostapd.pid /tmp/w/networks');
    return onHome();
  });
  await step('lost again', async () => {
    await shell('kill "$(cat /tmp/w/hostapd.pid)"');
    return becomes('on');
  });
  await step('in use', async () => {
    const timer = setInterval(() => hotspot.noteUse(), 1000);
    await new Promise((resolve) => setTimeout(resolve, TIMES.turn + 10_000));
    clearInterval(timer);
    return hotspot.read();
  });
  await step('cable', async () => {
    await shell('ip link add eth0 type veth peer name far0 netns far');
    await shell('ip -n far address add 10.9.0.1/24 dev far0 && ip -n far link set far0 up && ip link set eth0 up');
    await shell(
      'ip netns exec far dnsmasq --conf-file=/dev/null --port=0 --interface=far0 --bind-interfaces --user=root ' +
        '--leasefile-ro --pid-file= --dhcp-range=10.9.0.50,10.9.0.50,1h --no-ping --dhcp-authoritative',
    );
    return becomes('off');
  });
  await step('by hand', async () => {
    await hotspot.turn(true);
    await becomes('on');
    return (await network.read()).interfaces.map(({ name, isHotspot, state }) => [name, isHotspot, state.kind]);
  });
  await step('left behind', async () => {
    await hotspot.stop();
    const next = new Hotspot({ bus, network, country, isAutomatic: false, password: 'playmusic', log });
    const found = await next.read();
    await next.turn(false);
    await until('its end', async () => (await radio())?.isHotspot === false);
    await next.stop();
    return found;
  });
  await step('nothing left', async () =>
    shell('ls /tmp/w/profiles; cat /tmp/w/profiles/* | grep -c -i tonearm || true'),
  );
  bus.stop();
}

void main();
