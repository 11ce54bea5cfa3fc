/**
 * Boots the image in `qemu-system-aarch64 -M virt` with U-Boot as firmware and asks it from outside, over HTTP:
 * `node test/image/boot.mjs [--memory=448]`. Prints a table of times; what the box played is in build/image/boot.wav.
 */
import { spawn } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { createServer, createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IMAGE, OUTPUT, QEMU_FIRMWARE } from '../../image/paths.mjs';
import { TEST_NEEDS } from '../../image/steps/tools.mjs';
import { ensureSystemPackages } from '../../native/setup/system-packages.mjs';

/** Far beyond what emulation needs on a busy machine: a time-out here means that the box hangs. */
const STEP_LIMIT = 10 * 60_000;
const ALBUM = '/usr/share/tonearm/demo/Nova Kestrel/Paper Satellites';
const TRACK = `${ALBUM}/01 - Launch Window.mp3`;
const file = (name) => join(OUTPUT, name);
const memory = /^--memory=(\d+)$/.exec(process.argv[2] ?? '')?.[1] ?? '1024';
const rows = [];
let failed = 0;

async function check(title, work) {
  const begin = performance.now();
  let result;
  try {
    result = (await work()) ?? 'ok';
  } catch (error) {
    failed++;
    result = `FAILED: ${error.message}`;
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  rows.push([title, seconds, result]);
  process.stdout.write(`boot: ${title}: ${result} (${seconds} s)\n`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function startBox(ports) {
  const forward = Object.entries(ports).map(([inside, outside]) => `hostfwd=tcp:127.0.0.1:${outside}-:${inside}`);
  return spawn(
    'qemu-system-aarch64',
    [
      ...['-M', 'virt', '-cpu', 'cortex-a72', '-accel', 'tcg,thread=multi', '-smp', '2', '-m', memory],
      ...['-display', 'none', '-nodefaults', '-bios', QEMU_FIRMWARE, '-serial', `file:${file('boot.log')}`],
      ...['-monitor', `unix:${file('boot.monitor')},server,nowait`],
      ...['-drive', `if=none,id=card,file=${IMAGE},format=raw,snapshot=on`, '-device', 'virtio-blk-pci,drive=card'],
      ...['-netdev', `user,id=lan,${forward.join(',')}`, '-device', 'virtio-net-pci,netdev=lan,romfile='],
      ...['-audiodev', `wav,id=sound,path=${file('boot.wav')}`],
      ...['-device', 'qemu-xhci', '-device', 'usb-audio,audiodev=sound'],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

/** Asks until the box answers with 2xx. */
async function ask(port, path, options = {}) {
  const deadline = performance.now() + STEP_LIMIT;
  let last = 'no answer';
  while (performance.now() < deadline) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        signal: AbortSignal.timeout(30_000),
        ...options,
      });
      const text = await response.text();
      if (response.ok) return text;
      last = `${response.status} ${text}`;
      if (response.status < 500) break;
    } catch (error) {
      last = error.cause?.message ?? error.message;
    }
    await delay(1000);
  }
  throw new Error(`${options.method ?? 'GET'} ${path}: ${last}`);
}

/** The WAV header is final only after QEMU has quit by itself. */
async function quit(box) {
  const ended = new Promise((resolve) => box.once('exit', resolve));
  createConnection(file('boot.monitor'))
    .end('quit\n')
    .on('error', () => box.kill());
  await Promise.race([ended, delay(20_000).then(() => box.kill('SIGKILL'))]);
}

await ensureSystemPackages(TEST_NEEDS);
if (!existsSync(IMAGE)) {
  process.stderr.write(`${IMAGE} is missing: run node image/build.mjs first\n`);
  process.exit(1);
}
for (const name of ['boot.log', 'boot.wav', 'boot.monitor']) rmSync(file(name), { force: true });
const ports = { 6063: await freePort(), 80: await freePort() };
const box = startBox(ports);
process.once('exit', () => box.kill('SIGKILL'));
await check(`boot to GET :6063/version (${memory} MB)`, () => ask(ports[6063], '/version'));
if (failed === 0) {
  await check('GET :80/version', () => ask(ports[80], '/version'));
  await check('queue of one demo track', () =>
    ask(ports[6063], '/playlists', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tracks: [TRACK] }),
    }),
  );
  await check('start', () => ask(ports[6063], '/playlists/start', { method: 'PUT' }));
  await check('twenty seconds of play', async () => {
    await delay(20_000);
    return (await ask(ports[6063], '/player')).slice(0, 200);
  });
}
await quit(box);
await check('WAV of the box', () => {
  const { size } = statSync(file('boot.wav'));
  if (size <= 44) throw new Error('holds no sound');
  return `${(size / (48_000 * 4)).toFixed(1)} s at 48 kHz`;
});
process.stdout.write('\n');
for (const [title, seconds, result] of rows)
  process.stdout.write(`${title.padEnd(44)}${seconds.padStart(8)} s  ${result}\n`);
process.stdout.write(`\n${rows.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
