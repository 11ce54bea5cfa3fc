/** A box with the daemon and a machine with a snapserver, in a network of their own; both have a real Avahi. */
import type { Test } from 'tap';
import { lanTrouble, Machine } from '../discovery/lan.js';
import { createHouse, type Daemon } from '../e2e/daemon.js';
import { snapcastTrouble } from './real-snapcast.js';

/** Why there can be no such network here; false when there can. */
export async function snapcastLanTrouble(): Promise<string | false> {
  return (await lanTrouble()) || (await snapcastTrouble());
}

/** Address of the machine with the server. */
export const SERVER_IP = '10.77.0.2';
export const OUTPUT_ID = `snapcast-${SERVER_IP}`;

export interface Device {
  readonly id: string;
  readonly name: string;
  readonly is_current_device: boolean;
  readonly [member: string]: unknown;
}

export class Lan {
  constructor(
    readonly box: Machine,
    readonly server: Machine,
    readonly daemon: Daemon,
    readonly library: string,
  ) {}

  /** The daemon runs, both machines have their Avahi, no server does as yet. */
  static async start(t: Test, environment: NodeJS.ProcessEnv = {}, before = (_box: Machine): unknown => undefined) {
    const [box, server] = [await Machine.start(t, 'box'), await Machine.start(t, 'attic')];
    await Machine.connect(box, server);
    await box.startAvahi();
    await server.startAvahi();
    await before(box);
    const { library, start } = await createHouse(t);
    const daemon = await start({
      launcher: box.launcher,
      environment: { TONEARM_HTTP_HOST: '0.0.0.0', DBUS_SYSTEM_BUS_ADDRESS: box.bus.address, ...environment },
    });
    return new Lan(box, server, daemon, library);
  }

  /** Where a program of Snapcast runs that belongs to the machine of the server. */
  get onServer() {
    const { launcher, bus } = this.server;
    return { launcher, environment: { DBUS_SYSTEM_BUS_ADDRESS: bus.address } };
  }

  /** Sends a request on the box. @returns the answer as JSON, undefined for none @throws where it is a refusal */
  async ask(method: string, path: string, body?: object): Promise<unknown> {
    const init = {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    };
    const script = `fetch(${JSON.stringify(this.daemon.base + path)}, ${JSON.stringify(init)}).then(async (answer) => {
      process.stdout.write(await answer.text());
      process.exitCode = answer.ok ? 0 : 1;
    })`;
    const text = await this.box.run(process.execPath, ['-e', script]).catch((error: unknown) => {
      throw new Error(`${method} ${path}: ${(error as { stdout?: string }).stdout ?? ''}\n${this.daemon.text}`);
    });
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }

  async device(id = OUTPUT_ID): Promise<Device | undefined> {
    return ((await this.ask('GET', '/devices')) as readonly Device[]).find((device) => device.id === id);
  }

  /** Asks again and again. @returns milliseconds until it held @throws after `patience` ms */
  async until(what: string, patience: number, holds: () => Promise<boolean>): Promise<number> {
    const begin = performance.now();
    while (!(await holds())) {
      if (performance.now() - begin > patience) throw new Error(`never: ${what}\n${this.daemon.text}`);
    }
    return performance.now() - begin;
  }
}
