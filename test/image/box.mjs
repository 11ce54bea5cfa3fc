import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { QEMU_FIRMWARE } from '../../image/paths.mjs';
import { credentials, VIRTIO_PORT } from './shell-unit.mjs';

/**
 * Time limit of one step in ms, far beyond what emulation needs on a busy machine: a time-out means that the box hangs.
 */
export const STEP_LIMIT = 10 * 60_000;
const POLL = 500;

/**
 * A box in `qemu-system-aarch64 -M virt` with Debian's U-Boot as firmware, controlled from outside: HTTP, the recording
 * of its USB sound card, the power plug. A systemd unit that is not part of the image (shell-unit.mjs) adds a root
 * shell.
 */
export class Box {
  #process;
  #shell;
  #said = '';

  /**
   * @param options `{ name, folder, card, memory, drives }`: memory in MB; the names of the files of a run begin with
   * `name`. A member `rtc`, set before a start, is the time that the machine has then (`1970-01-01`); else this one's.
   * A member `watchdog` gives it the hardware watchdog of a PC, in place of that of a Pi.
   * A member `bootArguments` is what the firmware of a Pi hands over from cmdline.txt.
   * A member `cardSocket` is the Unix socket of a card server (card-server.mjs), whose card has a volatile write cache;
   * without it every write is on the card file at once.
   */
  constructor({ name, folder, card, memory = 1024, drives = [] }) {
    Object.assign(this, { name, folder, card, memory, drives });
    this.log = this.file('log');
    this.recording = this.file('wav');
  }

  file(ending) {
    return join(this.folder, `${this.name}.${ending}`);
  }

  async start() {
    for (const ending of ['log', 'wav', 'monitor', 'shell']) rmSync(this.file(ending), { force: true });
    this.ports = { 6063: await freePort(), 80: await freePort() };
    const [program, ...args] = this.commandLine();
    this.#process = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    this.stopped = once(this.#process, 'exit');
    const kill = () => this.#process.kill('SIGKILL');
    process.once('exit', kill);
    void this.stopped.then(() => process.off('exit', kill));
    if (!args.some((arg) => arg.includes('id=shell'))) return;
    // A port without a reader reads as end of file inside the box, so it is opened before the box looks at it.
    await this.until('the virtual machine', () => existsSync(this.file('shell')));
    this.#shell = createConnection(this.file('shell')).setEncoding('utf8');
    this.#shell.on('data', (text) => (this.#said += text)).on('error', () => undefined);
  }

  /** Arguments for QEMU's user network, with both HTTP ports forwarded from the loopback. */
  get network() {
    const forward = Object.entries(this.ports).map(
      ([inside, outside]) => `hostfwd=tcp:127.0.0.1:${outside}-:${inside}`,
    );
    return ['-netdev', `user,id=lan,${forward.join(',')}`];
  }

  /**
   * Arguments that all machines of the tests share: no screen, a log, a monitor, the network, and the port of the root
   * shell.
   */
  get common() {
    return [
      ...['-display', 'none', '-nodefaults', '-serial', `file:${this.log}`],
      ...['-monitor', `unix:${this.file('monitor')},server,nowait`],
      ...[...this.network, '-device', 'virtio-net-pci,netdev=lan,romfile='],
      ...['-device', 'virtio-serial-pci', '-chardev', `socket,id=shell,path=${this.file('shell')},server=on,wait=off`],
      ...['-device', 'virtserialport,chardev=shell,name=box-shell'],
      ...credentials(VIRTIO_PORT).flatMap(({ name, text }) => {
        const file = this.file(`credential-${name}`);
        writeFileSync(file, text);
        return ['-fw_cfg', `name=opt/io.systemd.credentials/${name},file=${file}`];
      }),
    ];
  }

  /** Emulator and arguments. */
  commandLine() {
    const drive = (id, file, more) => ['-drive', `if=none,id=${id},file=${file},format=raw${more}`];
    return [
      'qemu-system-aarch64',
      ...['-M', 'virt', '-cpu', 'cortex-a72', '-accel', 'tcg,thread=multi', '-smp', '2', '-m', String(this.memory)],
      ...['-bios', QEMU_FIRMWARE],
      ...(this.rtc === undefined ? [] : ['-rtc', `base=${this.rtc}`]),
      ...this.#bootArguments(),
      ...(this.cardSocket === undefined
        ? drive('card', this.card, ',cache=writethrough')
        : drive('card', `nbd:unix:${this.cardSocket}`, ',cache=writeback')),
      ...['-device', 'virtio-blk-pci,drive=card'],
      ...this.drives.flatMap((file, n) => [
        ...drive(`extra${n}`, file, ',readonly=on'),
        ...['-device', `virtio-blk-pci,drive=extra${n}`],
      ]),
      ...this.common,
      ...(this.watchdog ? ['-device', 'i6300esb'] : []),
      ...['-audiodev', `wav,id=sound,path=${this.recording},out.frequency=48000`],
      ...['-device', 'qemu-xhci', '-device', 'usb-audio,audiodev=sound'],
    ];
  }

  /**
   * QEMU takes boot arguments only together with a kernel, of which it tells the firmware. This one is none, so U-Boot
   * goes on to the card; it covers the header of the kernel that is still in memory after a restart.
   */
  #bootArguments() {
    if (this.bootArguments === undefined) return [];
    writeFileSync(this.file('no-kernel'), Buffer.alloc(4096));
    return ['-kernel', this.file('no-kernel'), '-append', this.bootArguments];
  }

  /** Process id of the emulator. */
  get pid() {
    return this.#process.pid;
  }

  /** Whether the emulator has ended, by itself or by a signal. */
  get #hasEnded() {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Polls until `look` gives a truthy value. @throws Error with `what` and the last error when the time is up */
  async until(what, look, limit = STEP_LIMIT) {
    const deadline = performance.now() + limit;
    let refusal = '';
    for (;;) {
      try {
        const result = await look();
        if (result) return result;
      } catch (error) {
        refusal = `: ${error.message}`;
      }
      if (this.#hasEnded) throw new Error(`${what}: the virtual machine has ended`);
      if (performance.now() > deadline) throw new Error(`${what}: not within ${limit / 1000} s${refusal}`);
      await delay(POLL);
    }
  }

  /** Sends one HTTP request. @returns the parsed body. @throws Error unless the answer is 2xx. */
  async ask(path, { method = 'GET', body, port = 6063 } = {}) {
    const response = await fetch(`http://127.0.0.1:${this.ports[port]}${path}`, {
      method,
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch((cause) => {
      throw new Error(`${method} ${path}: ${cause.message}`, { cause });
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Takes the power away: nothing is shut down. */
  async kill() {
    this.#process.kill('SIGKILL');
    await this.stopped;
    this.#shell?.destroy();
  }

  /** Takes the power away and gives it back. */
  async cutPower() {
    await this.kill();
    await this.start();
  }

  /**
   * Waits until GET /version is answered on a port. QEMU's user network opens a connection to a box that has no address yet
   * again only after 6 s, then every 12 s; so there is a new attempt at each look, beside those that may still be answered.
   */
  async answers(port = 6063, limit = STEP_LIMIT) {
    const attempts = new AbortController();
    const begin = performance.now();
    let hasAnswered = false;
    const attempt = () => {
      const patience = Math.max(3000, Math.round((performance.now() - begin) / 10));
      const signal = AbortSignal.any([attempts.signal, AbortSignal.timeout(patience)]);
      const url = `http://127.0.0.1:${this.ports[port]}/version`;
      void fetch(url, { signal }).then(
        ({ ok }) => (hasAnswered ||= ok),
        () => undefined,
      );
      return hasAnswered;
    };
    try {
      return await this.until(`GET :${port}/version`, attempt, limit);
    } finally {
      attempts.abort();
    }
  }

  /** Runs a line of sh as root inside. @returns `{ code, text }` */
  async inside(line, limit = STEP_LIMIT) {
    const mark = `end-${Math.random().toString(36).slice(2)}`;
    this.#said = '';
    this.#shell.write(`( ${line} ) </dev/null 2>&1; echo "${mark.slice(0, 4)}""${mark.slice(4)} $?"\n`);
    const found = await this.until(line, () => new RegExp(`^([^]*?)${mark} (\\d+)`).exec(this.#said), limit);
    return { text: found[1].trim(), code: Number(found[2]) };
  }

  /** Sends a command to QEMU's monitor, for example to plug in a stick. @returns text of the answer */
  async monitor(command) {
    const monitor = createConnection(this.file('monitor')).setEncoding('utf8');
    let said = '';
    monitor.on('data', (text) => (said += text)).on('error', () => undefined);
    monitor.write(`${command}\n`);
    const deadline = performance.now() + 20_000;
    while (said.split('(qemu)').length < 3 && performance.now() < deadline && this.#process.exitCode === null)
      await delay(50);
    monitor.destroy();
    return said;
  }

  /**
   * Quits QEMU through the monitor, since only then the header of the WAV recording is written; kills it after 30 s.
   */
  async quit() {
    if (this.#hasEnded) return;
    await this.monitor('quit');
    await Promise.race([this.stopped, delay(30_000, undefined, { ref: false })]);
    this.#process.kill('SIGKILL');
    this.#shell?.destroy();
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
