/**
 * shairport-sync as the unit of the system that the daemon starts and stops. Thread: main. Source: org.freedesktop.systemd1(5).
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemBus } from '../dbus/system-bus.js';
import { errorName } from '../dbus/refusals.js';
import { Unavailable } from '../errors.js';

export const UNIT = 'tonearm-shairport.service';
const SYSTEMD = 'org.freedesktop.systemd1';
const MANAGER = { destination: SYSTEMD, path: '/org/freedesktop/systemd1', interface: `${SYSTEMD}.Manager` } as const;

/** What the bus says where systemd does not run: it would be there from the start. */
const NO_SYSTEMD = ['ServiceUnknown', 'NameHasNoOwner'].map((name) => `org.freedesktop.DBus.Error.${name}`);

export class ReceiverUnit {
  /** @param runtimeDirectory the daemon's folder in memory, from where the unit takes the name */
  constructor(
    private readonly bus: Pick<SystemBus, 'call' | 'properties'>,
    private readonly runtimeDirectory: string,
  ) {}

  /** Starts it anew: who plays is disconnected. @throws Unavailable NO_AIRPLAY_PROGRAM, or as `SystemBus.call` */
  async start(name: string): Promise<void> {
    if (!(await this.#isThere())) throw missing();
    await mkdir(this.runtimeDirectory, { recursive: true });
    const file = join(this.runtimeDirectory, 'airplay.env');
    await writeFile(`${file}.new`, environmentOf(name), { mode: 0o600 });
    await rename(`${file}.new`, file);
    await this.#order('RestartUnit', 'restart');
  }

  /** Where it is missing nothing happens. @throws as `SystemBus.call` */
  async stop(): Promise<void> {
    if (await this.#isThere()) await this.#order('StopUnit', 'stop');
  }

  /** @throws as `SystemBus.call`, where it cannot be asked now */
  async #isThere(): Promise<boolean> {
    try {
      const [path] = await this.bus.call({
        ...MANAGER,
        ...{ member: 'LoadUnit', signature: 's', body: [UNIT], mayFail: true, mayStart: false },
      });
      const object = { destination: SYSTEMD, path: String(path), interface: `${SYSTEMD}.Unit` };
      return (await this.bus.properties(object))['LoadState'] === 'loaded';
    } catch (error) {
      if (NO_SYSTEMD.includes(errorName(error))) return false;
      throw error;
    }
  }

  async #order(member: string, verb: string): Promise<void> {
    const rule = `${SYSTEMD}.manage-units (${verb} ${UNIT})`;
    await this.bus.call({ ...MANAGER, member, signature: 'ss', body: [UNIT, 'replace'], rule });
  }
}

/** Lines of an EnvironmentFile= (systemd.exec(5)). shairport-sync replaces `%h` and its like, and has no sign for a `%`. */
function environmentOf(name: string): string {
  const plain = name.replace(/[\p{Cc}%]/gu, '').trim() || 'Tonearm';
  return `AIRPLAY_NAME="${plain.replace(/["\\$\x60]/g, '\\$&')}"\n`;
}

function missing(): Unavailable {
  const remedy =
    "Install Debian's shairport-sync, and run it yourself: it is heard by the pipes of `src/airplay/README.md`.";
  return new Unavailable('NO_AIRPLAY_PROGRAM', `This system has no ${UNIT}, as the SD card has. ${remedy}`);
}

/** The system has given the daemon no folder in memory. */
export function missingFolder(): Unavailable {
  const remedy = 'Set RUNTIME_DIRECTORY, as `RuntimeDirectory=` of systemd does, or nobody can play here by AirPlay.';
  return new Unavailable('NO_AIRPLAY_PROGRAM', `The daemon has no folder in memory. ${remedy}`);
}
