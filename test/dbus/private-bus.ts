/**
 * A message bus of a test's own: a real dbus-daemon, on which the real systemd-timedated starts when it is asked for, in
 * an /etc of its own and without the right to set the clock of this machine.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { MessageBus } from 'dbus-next';
import type { Test } from 'tap';
import { library } from '../../src/dbus/library.js';
import { SystemBus } from '../../src/dbus/system-bus.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';

const TIMEDATED = '/usr/lib/systemd/systemd-timedated';

const configuration = (socket: string, services: string, policy: string) => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  ${policy}
</busconfig>
`;

/** Mounts the folder over /etc for itself alone. */
const timedated = (etc: string) => `#!/bin/sh
exec unshare --mount sh -c 'mount --bind "${etc}" /etc && exec setpriv --bounding-set=-sys_time --inh-caps=-sys_time ${TIMEDATED}'
`;

/** A program that calls others, with no more between it and the bus than dbus-next. */
export class Stranger {
  readonly bus: MessageBus;

  constructor(bus: MessageBus) {
    this.bus = bus;
  }

  get name(): string {
    return (this.bus as unknown as { readonly name: string }).name;
  }

  /** The values of the answer. @throws DBusError of dbus-next */
  async call(to: Address, member: string, signature = '', body: unknown[] = []): Promise<unknown[]> {
    const answer = await this.bus.call(new library.Message({ ...to, member, signature, body }));
    return answer?.body as unknown[];
  }

  /** The name of the error that a call is answered with; undefined for a call that succeeds. */
  async refusal(to: Address, member: string, signature = '', body: unknown[] = []): Promise<string | undefined> {
    return this.call(to, member, signature, body).then(
      () => undefined,
      (error: unknown) => (error as { readonly type: string }).type,
    );
  }

  /** A signal to everybody. */
  emit(path: string, name: string, member: string, signature = '', body: unknown[] = []): void {
    this.bus.send(library.Message.newSignal(path, name, member, signature, body));
  }

  /** A signal to one alone, whether that wants it or not. */
  emitTo(destination: string, path: string, name: string, member: string): void {
    const message = library.Message.newSignal(path, name, member);
    message.destination = destination;
    this.bus.send(message);
  }
}

/** Whom a call is for. */
export interface Address {
  readonly destination: string;
  readonly path: string;
  readonly interface?: string;
}

export class PrivateBus {
  readonly #folder: string;
  #daemon: ChildProcess | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs, and ends with the test. @param policy what goes before its rules, as elements of them */
  static async start(t: Test, policy = ''): Promise<PrivateBus> {
    const folder = await temporaryDirectory(t);
    const bus = new PrivateBus(folder);
    const services = join(folder, 'services');
    for (const made of [services, bus.etc]) await mkdir(made);
    await writeFile(join(folder, 'bus.conf'), configuration(bus.socket, services, policy));
    await writeFile(join(folder, 'timedated'), timedated(bus.etc));
    await chmod(join(folder, 'timedated'), 0o755);
    const service = `[D-BUS Service]\nName=org.freedesktop.timedate1\nExec=${join(folder, 'timedated')}\n`;
    await writeFile(join(services, 'org.freedesktop.timedate1.service'), service);
    await bus.begin();
    t.teardown(() => bus.end());
    return bus;
  }

  /** What the real timedated has for /etc. */
  get etc(): string {
    return join(this.#folder, 'etc');
  }

  get socket(): string {
    return join(this.#folder, 'socket');
  }

  get address(): string {
    return `unix:path=${this.socket}`;
  }

  async begin(): Promise<void> {
    await rm(this.socket, { force: true });
    const args = ['--nofork', '--nopidfile', '--nosyslog', '--config-file', join(this.#folder, 'bus.conf')];
    const environment = {
      PATH: `${process.env['PATH']}:/usr/sbin:/sbin`,
      LC_ALL: 'C',
      DBUS_SYSTEM_BUS_ADDRESS: this.address,
      SYSTEMD_TIMEDATED_NTP_SERVICES: 'systemd-timesyncd.service',
    };
    const daemon = spawn('dbus-daemon', args, { stdio: 'ignore', env: environment });
    this.#daemon = daemon;
    const failed = once(daemon, 'error').then(([error]) => Promise.reject(error as Error));
    await Promise.race([failed, this.#listens(daemon)]);
  }

  /** A program that the bus starts when it is asked for. @param line its program with arguments, each without blanks */
  async addService(name: string, line: readonly string[]): Promise<void> {
    const text = `[D-BUS Service]\nName=${name}\nExec=${line.join(' ')}\n`;
    await writeFile(join(this.#folder, 'services', `${name}.service`), text);
  }

  /** At once, as in a fall. What it started ends too: it has lost its bus. */
  async end(): Promise<void> {
    const daemon = this.#daemon;
    if (daemon === undefined || daemon.exitCode !== null || daemon.signalCode !== null) return;
    const gone = once(daemon, 'exit');
    daemon.kill('SIGKILL');
    await gone;
  }

  /** Stands still until the returned function is called. */
  freeze(): () => void {
    const daemon = this.#daemon;
    daemon?.kill('SIGSTOP');
    return () => daemon?.kill('SIGCONT');
  }

  /** As the daemon sees it; let go with the test. */
  client(t: Test, patience = 20_000, log = SILENT_LOG): SystemBus {
    const pauses = { first: 20, longest: 200 };
    const bus = new SystemBus({ address: this.address, load: () => library, log, patience, pauses });
    t.teardown(() => bus.stop());
    return bus;
  }

  /** Another program, with its unique name. */
  async stranger(t: Test): Promise<Stranger> {
    const bus = library.sessionBus({ busAddress: `unix:socket=${this.socket}`, authMethods: ['EXTERNAL'] });
    bus.on('error', () => undefined);
    t.teardown(() => bus.disconnect());
    const greeted = new Promise<void>((resolve) => bus.on('connect', resolve));
    await greeted;
    return new Stranger(bus);
  }

  /** The zone that timedated has set; undefined for none. */
  zone(): Promise<string | undefined> {
    return readlink(join(this.etc, 'localtime')).catch(() => undefined);
  }

  async setZone(zone: string): Promise<void> {
    await rm(join(this.etc, 'localtime'), { force: true });
    await symlink(`../usr/share/zoneinfo/${zone}`, join(this.etc, 'localtime'));
  }

  async #listens(daemon: ChildProcess): Promise<void> {
    while (daemon.exitCode === null) {
      const socket = connect(this.socket);
      const answered = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (answered) return;
      await delay(20);
    }
    throw new Error(`dbus-daemon has ended with ${daemon.exitCode}`);
  }
}

/** Until `seen` says yes. @throws Error when it never does */
export async function until(what: string, seen: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!seen()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await delay(5);
  }
}

/** Why the real timedated cannot run here; false when it can. */
export async function timedatedTrouble(): Promise<string | false> {
  try {
    await promisify(execFile)('unshare', ['--mount', 'true']);
    return process.getuid?.() === 0 ? false : 'the system service would not take a user for the system';
  } catch {
    return 'no mount namespace can be made here';
  }
}
