/**
 * shairport-sync as the unit of the system that the daemon starts and stops. Thread: main. Source: org.freedesktop.systemd1(5).
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemBus } from '../dbus/system-bus.js';
import { TonearmError, Unavailable } from '../errors.js';

export const UNIT = 'tonearm-shairport.service';
const SYSTEMD = 'org.freedesktop.systemd1';
const MANAGER = { destination: SYSTEMD, path: '/org/freedesktop/systemd1', interface: `${SYSTEMD}.Manager` } as const;

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

  async #isThere(): Promise<boolean> {
    try {
      const [path] = await this.bus.call({
        ...MANAGER,
        ...{ member: 'LoadUnit', signature: 's', body: [UNIT], mayFail: true, mayStart: false },
      });
      const object = { destination: SYSTEMD, path: String(path), interface: `${SYSTEMD}.Unit` };
      return (await this.bus.properties(object))['LoadState'] === 'loaded';
    } catch (error) {
      if (error instanceof TonearmError) return false;
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
  return new Unavailable(
    'NO_AIRPLAY_PROGRAM',
    `This system has no ${UNIT}, as the SD card has. Install Debian's shairport-sync, and run it yourself with the pipes of it.`,
  );
}
