/**
 * A machine with the real NetworkManager, on a real message bus, in namespaces of its own for network and mounts. Its
 * network card `eth0` has a cable to another machine, on which dnsmasq gives addresses; `eth1` has a cable to nobody who
 * answers. All of it ends with the test, and with the process of the test.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { Network, type NetworkState } from '../../src/network/network.js';
import type { SystemBus } from '../../src/dbus/system-bus.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { temporaryDirectory } from '../http/rig.js';
import { NETWORK_MANAGER, unpacked } from './packages.js';

/** Milliseconds until a thing that never comes is a mistake. */
const PATIENCE = 60_000;

const settings = (folder: string) => `[main]
plugins=keyfile
auth-polkit=false
dns=none
rc-manager=unmanaged
[keyfile]
path=${folder}/profiles
[connection]
ipv4.dhcp-timeout=2
ipv6.ra-timeout=2
`;

/**
 * The first process of the machine: it makes the networks, then does line by line what the test says. When its input ends,
 * which the death of the test's process does too, this process ends the others.
 */
const machine = (folder: string, programs: string) => `set -e
export PATH="$PATH:/usr/sbin:/sbin"
trap 'kill -KILL $manager $routers' EXIT
mount --make-rprivate /
mount -t sysfs -o ro sysfs /sys
mount -t overlay overlay -o "lowerdir=${programs}/usr:/usr" /usr
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/lib
mkdir -p /run/NetworkManager /var/lib/NetworkManager
ip link set lo up
ip netns add far
ip link add eth0 address 02:00:00:00:00:10 type veth peer name far0 netns far
ip link add eth1 address 02:00:00:00:00:11 type veth peer name far1 netns far
ip -n far link set lo up
ip -n far address add 10.9.0.1/24 dev far0
ip -n far link set far0 up
router() {
  ip netns exec far dnsmasq --keep-in-foreground --conf-file=/dev/null --port=0 \\
    --bind-interfaces --user=root --leasefile-ro --pid-file= "$@" </dev/null 2>/dev/null &
  routers="$routers $!"
}
router --interface=far0 --dhcp-range=10.9.0.50,10.9.0.50,1h --dhcp-option=3,10.9.0.1 --dhcp-option=6,10.9.0.2 \\
  --no-ping --dhcp-authoritative
start() {
  NetworkManager --no-daemon --config "${folder}/settings" --config-dir "${folder}/none" \\
    --system-config-dir "${folder}/none" --intern-config "${folder}/intern" --state-file "${folder}/state" \\
    </dev/null >>"${folder}/log" 2>&1 &
  manager=$!
}
stop() { kill $manager; wait $manager || true; manager=; }
echo ready
while read -r line; do
  if eval "$line" </dev/null >&2; then echo done; else echo "failed: $line"; fi
done
`;

export class Machine {
  readonly bus: PrivateBus;
  /** Folder of what NetworkManager keeps. */
  readonly profiles: string;
  /** The profiles, names and contents, as they were at each sync of the files. */
  readonly synced: string[] = [];
  readonly #shell: ChildProcess;
  readonly #lines: Interface;
  readonly #log: string;

  private constructor(bus: PrivateBus, shell: ChildProcess, folder: string) {
    this.bus = bus;
    this.#shell = shell;
    this.#log = join(folder, 'log');
    this.profiles = join(folder, 'profiles');
    this.#lines = createInterface({ input: shell.stdout ?? process.stdin });
  }

  /** Networks and a bus, without NetworkManager as yet. Ends with the test. */
  static async start(t: Test): Promise<Machine> {
    const folder = await temporaryDirectory(t);
    const bus = await PrivateBus.start(t);
    for (const each of ['profiles', 'none']) await mkdir(join(folder, each), { mode: 0o700 });
    await writeFile(join(folder, 'settings'), settings(folder));
    const script = machine(folder, await unpacked(NETWORK_MANAGER));
    // No namespace of processes: NetworkManager looks up who calls it, by the process id that the bus tells.
    const shell = spawn('unshare', ['--net', '--mount', 'sh', '-c', script], {
      env: { PATH: process.env['PATH'], LC_ALL: 'C', DBUS_SYSTEM_BUS_ADDRESS: bus.address },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const complaints: Buffer[] = [];
    shell.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    const it = new Machine(bus, shell, folder);
    t.teardown(() => it.#end());
    const line = await it.#line();
    if (line !== 'ready') throw new Error(`the machine does not start: ${Buffer.concat(complaints).toString()}`);
    return it;
  }

  startNetworkManager(): Promise<void> {
    return this.run('start');
  }

  stopNetworkManager(): Promise<void> {
    return this.run('stop');
  }

  /** Runs a line of shell in the machine; `ip -n far` is the one at the other end of the cables. */
  async run(line: string): Promise<void> {
    this.#shell.stdin?.write(`${line}\n`);
    const answer = await this.#line();
    if (answer !== 'done') throw new Error(`the machine has ${answer ?? 'ended'}`);
  }

  /** Plugs the cable of a card in, or pulls it out, at its other end. @param far such as `far0` */
  plug(far: string, state: 'up' | 'down'): Promise<void> {
    return this.run(`ip -n far link set ${far} ${state}`);
  }

  /** The state of the networks as soon as it is as `seen` says. @throws Error with NetworkManager's log when it never is */
  async until(network: Network, what: string, seen: (state: NetworkState) => boolean): Promise<NetworkState> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const state = await network.read().catch(() => undefined);
      if (state !== undefined && seen(state)) return state;
      if (performance.now() > end) {
        const log = await readFile(this.#log, 'utf8').catch(() => '');
        throw new Error(`never: ${what}\n${JSON.stringify(state, null, 1)}\n${log.split('\n').slice(-30).join('\n')}`);
      }
      await delay(50);
    }
  }

  /** The room under test, on the bus of this machine. */
  network(t: Test, confirmWithin?: number, bus: SystemBus = this.bus.client(t)): Network {
    const makeDurable = async (): Promise<void> => {
      const names = (await readdir(this.profiles)).sort();
      const texts = await Promise.all(names.map((name) => readFile(join(this.profiles, name), 'utf8')));
      this.synced.push(names.map((name, n) => `${name}\n${texts[n]}`).join('\n'));
    };
    return new Network({
      ...{ bus, makeDurable, log: SILENT_LOG },
      ...(confirmWithin !== undefined && { confirmWithin }),
    });
  }

  /** The next line; undefined when there will be none. */
  async #line(): Promise<string | undefined> {
    const [line] = (await Promise.race([
      once(this.#lines, 'line'),
      once(this.#lines, 'close').then(() => []),
    ])) as readonly string[];
    return line;
  }

  async #end(): Promise<void> {
    if (this.#shell.exitCode !== null || this.#shell.signalCode !== null) return;
    const gone = once(this.#shell, 'exit');
    this.#shell.stdin?.end();
    await gone;
  }
}
