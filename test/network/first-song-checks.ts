/**
 * Runs in the PC of `wifi-machine.ts`: the whole daemon on the box, and a phone that joins the hotspot, carries the browser of
 * this machine through a proxy, and joins the network at home once the hotspot has gone. Prints each step as JSON.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { promisify } from 'node:util';

const run = promisify(execFile);
const shell = async (line: string) => (await run('sh', ['-c', line])).stdout;
const [, program = '', role = 'box'] = process.argv;

/** Where the proxy listens, on the card that leads to the browser. */
const PROXY_PORT = 8888;
const PATIENCE = 240_000;
const MDNS = { address: '224.0.0.251', port: 5353 };

function report(name: string, value?: unknown): void {
  process.stdout.write(`@@${JSON.stringify({ name, value })}\n`);
}

/** @throws Error when it does not come in time */
async function until<Found>(name: string, look: () => Promise<Found | undefined | false>): Promise<Found> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${name}: never`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** As much of `GET /system/network` as is read here. */
interface NetworkAnswer {
  readonly hotspot: { readonly state: string; readonly name: string } | null;
}

async function hotspot(): Promise<NetworkAnswer['hotspot']> {
  const answer = await fetch('http://127.0.0.1/system/network');
  return ((await answer.json()) as NetworkAnswer).hotspot;
}

function startDaemon(): ChildProcess {
  const daemon = spawn(process.execPath, ['/tmp/project/dist/start.cjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      TONEARM_HTTP_PORT: '80',
      TONEARM_STATE_DIR: '/tmp/w/tonearm',
      TONEARM_LIBRARY: '/tmp/project/build/demo',
      TONEARM_ALSA_DEVICE: 'null',
      TONEARM_HOTSPOT: 'auto',
    },
  });
  daemon.on('exit', (code) => report('daemon has ended', code));
  return daemon;
}

/** The phone's own programs: `wpa_supplicant` and a DHCP client, which say where they are. */
async function startPhone(name: string): Promise<void> {
  await writeFile(
    '/tmp/w/phone',
    `ctrl_interface=/tmp/w/phone-control\nnetwork={\n ssid="${name}"\n psk="playmusic"\n}\n`,
  );
  const lease = [
    '#!/bin/sh',
    'case "$1" in',
    'deconfig) ip address flush dev wlan2 ;;',
    'bound|renew) ip address replace "$ip/24" dev wlan2; ip route replace default via "$router"; echo "$dns" > /tmp/w/dns ;;',
    'esac',
    'exit 0',
  ];
  await writeFile('/tmp/w/udhcpc', `${lease.join('\n')}\n`, { mode: 0o755 });
  await shell('ip netns exec phone ip link set lo up');
  await shell('ip netns exec phone wpa_supplicant -B -i wlan2 -c /tmp/w/phone');
  await askForAddress();
}

async function askForAddress(): Promise<void> {
  await shell('rm -f /tmp/w/dns; if [ -s /tmp/w/dhcp ]; then kill "$(cat /tmp/w/dhcp)" || true; fi');
  await shell('ip netns exec phone busybox udhcpc -i wlan2 -b -t 100 -T 1 -p /tmp/w/dhcp -s /tmp/w/udhcpc');
  await until('an address', async () => (await readFile('/tmp/w/dns', 'utf8')) !== '');
}

const phoneState = () => shell('ip netns exec phone wpa_cli -p /tmp/w/phone-control -i wlan2 status');

/** What a person does once the page has told them, or the phone by itself: it goes to the network at home. */
async function goHome(): Promise<void> {
  const wpa = (words: string) => shell(`ip netns exec phone wpa_cli -p /tmp/w/phone-control -i wlan2 ${words}`);
  await wpa('disable_network 0');
  await wpa('add_network');
  await wpa(`set_network 1 ssid '"Home"'`);
  await wpa(`set_network 1 psk '"correct horse"'`);
  await wpa('select_network 1');
  await until('at home', async () => {
    const text = await phoneState();
    return text.includes('ssid=Home') && text.includes('wpa_state=COMPLETED');
  });
  await askForAddress();
}

async function asBox(): Promise<void> {
  await shell('ip link set eth0 netns phone');
  await shell('ip -n phone address add 10.0.2.15/24 dev eth0 && ip -n phone link set eth0 up');
  await shell('hostname tonearm');
  const avahi = spawn('avahi-daemon', ['--no-drop-root', '--no-chroot', '--no-rlimits'], { stdio: 'inherit' });
  avahi.on('error', (error) => report('no Avahi', String(error)));
  const daemon = startDaemon();
  const begun = performance.now();
  const { name } = await until('the hotspot', async () => {
    const found = await hotspot();
    return found?.state === 'on' && found;
  });
  report('hotspot', { name, seconds: Math.round((performance.now() - begun) / 1000) });
  await startPhone(name);
  const proxy = spawn('ip', ['netns', 'exec', 'phone', process.execPath, program, 'proxy'], { stdio: 'inherit' });
  report('phone in the hotspot', await readFile('/tmp/w/dns', 'utf8'));
  await until('the end of the hotspot', async () => (await hotspot())?.state !== 'on');
  report('the hotspot has gone');
  await goHome();
  report('phone at home');
  await until('music', async () => {
    const answer = await fetch('http://127.0.0.1/player/status');
    return ((await answer.json()) as { status: number }).status === 1;
  });
  report('music plays');
  await until('the browser has gone', () => readFile('/tmp/w/done', 'utf8'));
  for (const each of [daemon, proxy, avahi]) each.kill();
}

/** Resolves a name as a phone does: `.local` by a question to all machines around, everything else by the network's server. */
async function addressOf(name: string): Promise<string> {
  if (/^[\d.]+$/.test(name)) return name;
  if (name.endsWith('.local')) return localAddress(name);
  const resolver = new Resolver({ timeout: 3000, tries: 1 });
  resolver.setServers([(await readFile('/tmp/w/dns', 'utf8')).trim().split(' ')[0] ?? '']);
  const [address = ''] = await resolver.resolve4(name);
  return address;
}

/** A one-shot query of multicast DNS (RFC 6762 section 5.1). */
async function localAddress(name: string): Promise<string> {
  const { stdout } = await run('ip', ['-4', '-o', 'address', 'show', 'dev', 'wlan2']);
  const own = /inet ([\d.]+)/.exec(stdout)?.[1] ?? '0.0.0.0';
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  const header = Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const question = Buffer.concat([header, ...labels, Buffer.from([0, 0, 1, 0, 1])]);
  const socket = createSocket('udp4');
  return new Promise<string>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${name} is unknown`)), 3000).unref();
    socket.on('error', reject);
    // The answer repeats the question; the address is the end of its record.
    socket.on('message', (answer) => {
      const at = answer.indexOf(Buffer.from([0, 4]), question.length);
      if (answer.readUInt16BE(6) > 0 && at > 0) resolve(answer.subarray(at + 2, at + 6).join('.'));
    });
    socket.bind(0, () => {
      socket.setMulticastInterface(own);
      socket.send(question, MDNS.port, MDNS.address);
    });
  }).finally(() => socket.close());
}

/** Runs on the phone: an HTTP proxy, so that the browser of this machine asks whom the phone would ask. */
function asProxy(): void {
  const server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? '', 'http://proxy/');
    if (url.hostname === 'end.test') {
      void writeFile('/tmp/w/done', 'done').then(() => answer.end());
      return;
    }
    addressOf(url.hostname).then(
      (address) => {
        const { method, headers } = asked;
        const { pathname, search, port } = url;
        const path = pathname + search;
        const onward = request({ host: address, port: port || 80, method, path, headers, timeout: 30_000 }, (from) => {
          answer.writeHead(from.statusCode ?? 502, from.headers);
          from.pipe(answer);
        });
        onward.on('error', () => answer.destroy());
        answer.on('close', () => onward.destroy());
        asked.pipe(onward);
      },
      // As for a phone that finds no such name: an answer of the proxy would be one of the box.
      () => asked.socket.destroy(),
    );
  });
  server.listen(PROXY_PORT, '10.0.2.15');
}

if (role === 'proxy') asProxy();
else void asBox().catch((error: unknown) => report('failed', String(error)));
