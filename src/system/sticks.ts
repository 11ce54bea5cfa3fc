/**
 * The USB sticks that are plugged in, from the status texts of `tonearm-stick@.service`
 * (image/overlay/usr/lib/tonearm/box/stick). Thread: main. Source: org.freedesktop.systemd1(5).
 */
import { TonearmError } from '../errors.js';
import type { SystemBus } from '../dbus/system-bus.js';

const MANAGER = {
  destination: 'org.freedesktop.systemd1',
  path: '/org/freedesktop/systemd1',
  interface: 'org.freedesktop.systemd1.Manager',
} as const;
const UNITS = 'tonearm-stick@*.service';

/** A row of ListUnitsByPatterns: name, description, load, active and sub state, followed unit, path, and job. */
type UnitRow = readonly [string, string, string, string, string, string, string, ...unknown[]];

export interface Stick {
  /** The kernel's name of the block device, such as `sda1`. */
  readonly device: string;
  readonly state: 'mounting' | 'mounted' | 'refused';
  /** Mount point; undefined unless mounted. */
  readonly path: string | undefined;
  /** Why the stick is refused, for people; undefined unless it is. */
  readonly reason: string | undefined;
}

export class Sticks {
  constructor(private readonly bus: Pick<SystemBus, 'call' | 'property'>) {}

  /**
   * All sticks, in the order of their devices. A disk with partitions is not listed, but its partitions are.
   * @returns undefined without a bus, or without systemd on it
   */
  async read(): Promise<readonly Stick[] | undefined> {
    try {
      const call = { ...MANAGER, member: 'ListUnitsByPatterns', signature: 'asas', body: [[], [UNITS]] };
      const [rows] = await this.bus.call(call);
      const sticks = await Promise.all((rows as UnitRow[]).map((row) => this.#stickOf(row)));
      return sticks.flatMap((stick) => stick ?? []).sort((one, other) => (one.device < other.device ? -1 : 1));
    } catch (error) {
      if (error instanceof TonearmError) return undefined;
      throw error;
    }
  }

  async #stickOf([name, , , active, , , path]: UnitRow): Promise<Stick | undefined> {
    const device = unescaped(/^tonearm-stick@(.*)\.service$/.exec(name)?.[1] ?? name);
    if (active === 'inactive' || active === 'deactivating') return undefined;
    if (active === 'activating') return { device, state: 'mounting', path: undefined, reason: undefined };
    const unit = { destination: MANAGER.destination, path, interface: 'org.freedesktop.systemd1.Service' };
    const status = await this.bus.property(unit, 'StatusText');
    return stickSaying(device, String(status), active === 'failed');
  }
}

/** The stick of a status text. @param status without the name of the device; `""` for none */
function stickSaying(device: string, status: string, hasFailed: boolean): Stick | undefined {
  const [, path] = /^is mounted under (.*)$/s.exec(status) ?? [];
  if (path !== undefined && !hasFailed) return { device, state: 'mounted', path, reason: undefined };
  const [, reason] = /^is not mounted: (.*)$/s.exec(status) ?? [];
  if (reason !== undefined) return { device, state: 'refused', path: undefined, reason };
  if (hasFailed) return { device, state: 'refused', path: undefined, reason: 'its service has failed' };
  return undefined;
}

/** `\x2d` of the names of units (systemd-escape(1)). */
function unescaped(name: string): string {
  return name.replace(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
