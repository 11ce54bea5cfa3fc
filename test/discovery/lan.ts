/**
 * Machines on a network of their own: for each a network namespace, a message bus and a real avahi-daemon. Nothing of it is
 * seen by the network of this machine, or by its bus.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { PrivateBus } from '../dbus/private-bus.js';

const run = promisify(execFile);
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

export interface FoundService {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Sorted. */
  readonly txt: readonly string[];
}

const configuration = (host: string) => `[server]
host-name=${host}
use-ipv4=yes
use-ipv6=no
[publish]
publish-workstation=no
`;

/** Why there can be no such network here; false when there can. */
export async function lanTrouble(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'only root makes networks';
  try {
    await run('unshare', ['--net', '--mount', 'ip', 'link', 'add', 'name', 'lan', 'type', 'veth'], {
      env: { PATH },
    });
    return false;
  } catch {
    return 'no networks can be made here';
  }
}

export class Machine {
  readonly bus: PrivateBus;
  readonly #namespace: ChildProcess;
  readonly #configuration: string;
  #avahi: ChildProcess | undefined;

  private constructor(bus: PrivateBus, namespace: ChildProcess, file: string) {
    this.bus = bus;
    this.#namespace = namespace;
    this.#configuration = file;
  }

  /** Without Avahi as yet, and with its loopback only. Ends with the test. @param host its name */
  static async start(t: Test, host: string): Promise<Machine> {
    const bus = await PrivateBus.start(t);
    const file = join(await temporaryDirectory(t), 'avahi.conf');
    await writeFile(file, configuration(host));
    // Avahi keeps its pid in /run.
    const script = 'mount -t tmpfs tmpfs /run && ip link set lo up && echo && exec sleep infinity';
    const namespace = spawn('unshare', ['--net', '--mount', 'sh', '-c', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH },
    });
    const machine = new Machine(bus, namespace, file);
    t.teardown(async () => {
      await machine.endAvahi();
      namespace.kill('SIGKILL');
    });
    await once(namespace.stdout, 'data');
    return machine;
  }

  /** A cable between the two. */
  static async connect(one: Machine, other: Machine): Promise<void> {
    const [here, there] = [one, other].map(({ pid }) => String(pid)) as [string, string];
    const peer = ['peer', 'name', 'lan', 'netns', there];
    await run('ip', ['link', 'add', 'name', 'lan', 'netns', here, 'type', 'veth', ...peer], { env: { PATH } });
    for (const [at, machine] of [one, other].entries()) {
      await machine.run('ip', ['address', 'add', `10.77.0.${at + 1}/24`, 'dev', 'lan']);
      await machine.run('ip', ['link', 'set', 'lan', 'up']);
    }
  }

  /** One more machine at the cable of two: the first becomes their switch, too. */
  static async plugIn(one: Machine, third: Machine): Promise<void> {
    const steps = [
      'link set lan down',
      'link set lan name port1',
      'address flush dev port1',
      'link add lan type bridge mcast_snooping 0',
      `link add port2 type veth peer name lan netns ${third.pid}`,
      'link set port1 master lan',
      'link set port2 master lan',
      'address add 10.77.0.1/24 dev lan',
      ...['lan', 'port1', 'port2'].map((link) => `link set ${link} up`),
    ];
    for (const step of steps) await one.run('ip', step.split(' '));
    for (const step of ['address add 10.77.0.3/24 dev lan', 'link set lan up']) await third.run('ip', step.split(' '));
  }

  get pid(): number {
    return this.#namespace.pid ?? 0;
  }

  /** What goes before a command line for it to run on this machine. */
  get launcher(): readonly string[] {
    return ['nsenter', `--net=/proc/${this.pid}/ns/net`, `--mount=/proc/${this.pid}/ns/mnt`];
  }

  /** @returns what it wrote */
  async run(program: string, args: readonly string[]): Promise<string> {
    const [nsenter = '', ...where] = this.launcher;
    const env = { PATH, LC_ALL: 'C.UTF-8', DBUS_SYSTEM_BUS_ADDRESS: this.bus.address };
    return (await run(nsenter, [...where, program, ...args], { env })).stdout;
  }

  /** Resolves when it tells its host name. */
  async startAvahi(): Promise<void> {
    const [nsenter = '', ...where] = this.launcher;
    const args = ['--no-drop-root', '--no-chroot', '--no-rlimits', '--file', this.#configuration];
    const avahi = spawn(nsenter, [...where, 'avahi-daemon', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH, DBUS_SYSTEM_BUS_ADDRESS: this.bus.address },
    });
    this.#avahi = avahi;
    const said: string[] = [];
    for await (const line of createInterface({ input: avahi.stderr })) {
      said.push(line);
      if (!line.startsWith('Server startup complete')) continue;
      avahi.stderr.resume();
      return;
    }
    throw new Error(`avahi-daemon has ended: ${said.join('\n')}`);
  }

  /** By SIGKILL, as in a fall. May be called twice. */
  async endAvahi(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const avahi = this.#avahi;
    this.#avahi = undefined;
    if (avahi === undefined || avahi.exitCode !== null || avahi.signalCode !== null) return;
    const gone = once(avahi, 'exit');
    avahi.kill(signal);
    await gone;
    // A left pid file would make the next daemon believe that this one runs.
    await this.run('rm', ['-rf', '/run/avahi-daemon']);
  }

  /** Avahi stands still until the returned function is called. */
  freezeAvahi(): () => void {
    const avahi = this.#avahi;
    avahi?.kill('SIGSTOP');
    return () => avahi?.kill('SIGCONT');
  }

  /** What avahi-browse finds of a type, by name. */
  async browse(type: string): Promise<FoundService[]> {
    const text = await this.run('avahi-browse', ['--resolve', '--terminate', '--parsable', type]);
    const found = text
      .split('\n')
      .filter((line) => line.startsWith('='))
      .map((line) => {
        const [, , , name = '', , , host = '', , port = '', ...txt] = line.split(';');
        const texts = [...txt.join(';').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, one = '']) => one);
        return { name: unescaped(name), host, port: Number(port), txt: texts.sort() };
      });
    // Once for each interface.
    const rows = new Map(found.map((row) => [JSON.stringify(row), row]));
    return [...rows.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Looks until avahi-browse finds what is wanted. */
  async until(type: string, isIt: (found: readonly FoundService[]) => boolean): Promise<FoundService[]> {
    for (let attempts = 0; ; attempts++) {
      const found = await this.browse(type);
      if (isIt(found)) return found;
      if (attempts > 200) throw new Error(`never found: ${JSON.stringify(found)}`);
      await delay(100);
    }
  }
}

/** avahi-browse writes bytes that are odd in a label as three decimal digits. */
function unescaped(label: string): string {
  const bytes = [...label.matchAll(/\\(\d{3})|\\(.)|([^\\]+)/gs)].map(([, code, literal, plain]) =>
    code === undefined ? Buffer.from(literal ?? plain ?? '') : Buffer.of(Number(code)),
  );
  return Buffer.concat(bytes).toString();
}
