/** shairport-sync as the unit of the system that the daemon starts and stops under the name of the box. Thread: main. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceUnit } from '../dbus/service-unit.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { Unavailable } from '../errors.js';

/** Code of the refusal where senders can be received only from a shairport-sync that a person runs, or not at all. */
export const MISSING = 'NO_AIRPLAY_PROGRAM';
const UNIT = 'tonearm-shairport.service';
const NEEDS =
  "Install Debian's shairport-sync, and run it yourself: it is heard by the pipes of `src/airplay/README.md`.";

export class ReceiverUnit {
  readonly #unit: ServiceUnit;

  /** @param runtimeDirectory the daemon's folder in memory, from where the unit takes the name */
  constructor(
    bus: Pick<SystemBus, 'call' | 'properties'>,
    private readonly runtimeDirectory: string,
  ) {
    this.#unit = new ServiceUnit(bus, UNIT, MISSING, NEEDS);
  }

  /** Starts it anew: who plays is disconnected. @throws Unavailable NO_AIRPLAY_PROGRAM, or as `SystemBus.call` */
  async start(name: string): Promise<void> {
    await mkdir(this.runtimeDirectory, { recursive: true });
    const file = join(this.runtimeDirectory, 'airplay.env');
    await writeFile(`${file}.new`, environmentOf(name), { mode: 0o600 });
    await rename(`${file}.new`, file);
    await this.#unit.start(true);
  }

  /** Where it is missing nothing happens. @throws as `SystemBus.call` */
  stop(): Promise<void> {
    return this.#unit.stop();
  }
}

/** Lines of an EnvironmentFile= (systemd.exec(5)). shairport-sync replaces `%h` and its like, and has no sign for a `%`. */
function environmentOf(name: string): string {
  const plain = name.replace(/[\p{Cc}%]/gu, '').trim() || 'Tonearm';
  return `AIRPLAY_NAME="${plain.replace(/["\\$\x60]/g, '\\$&')}"\n`;
}

/** The system has given the daemon no folder in memory. */
export function missingFolder(): Unavailable {
  const remedy = 'Set RUNTIME_DIRECTORY, as `RuntimeDirectory=` of systemd does, or nobody can play here by AirPlay.';
  return new Unavailable(MISSING, `The daemon has no folder in memory. ${remedy}`);
}
