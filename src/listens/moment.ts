/**
 * When something began, on a machine that may not know the time of day: a Raspberry Pi has no clock of its own and learns
 * the time from the network. Until then a moment is told by the boot and the time since it, and dated later in the same boot.
 */
import { readFileSync } from 'node:fs';
import { EARLIEST, NetworkTime } from '../net/network-time.js';

export interface Moment {
  /** Unix seconds; null while the time of day is not known. */
  readonly at: number | null;
  /** Another text after every boot; `""` where the system does not say. */
  readonly boot: string;
  /** Milliseconds since the boot. */
  readonly uptime: number;
}

export interface Clock {
  /** Unix milliseconds, as far as the machine knows. */
  now(): number;
  /** Milliseconds since the boot, whatever the time of day does. */
  uptime(): number;
  readonly boot: string;
  /** Whether the network is still to set the time of day. */
  isAwaited(): boolean;
}

/** proc(5), random(4) */
const BOOT_FILE = '/proc/sys/kernel/random/boot_id';

function readBoot(): string {
  try {
    return readFileSync(BOOT_FILE, 'utf8').trim();
  } catch {
    return '';
  }
}

/** The boot is read when it is first needed: most starts need none. */
export function systemClock(time = new NetworkTime()): Clock {
  let boot: string | undefined;
  return {
    now: () => Date.now(),
    uptime: () => Number(process.hrtime.bigint() / 1_000_000n),
    isAwaited: () => time.isAwaited(),
    get boot() {
      return (boot ??= readBoot());
    },
  };
}

export const isSet = (clock: Clock): boolean => clock.now() >= EARLIEST && !clock.isAwaited();

/** What was so many milliseconds ago. */
export function momentBefore(clock: Clock, age: number): Moment {
  const at = isSet(clock) ? Math.floor((clock.now() - age) / 1000) : null;
  return { at, boot: clock.boot, uptime: Math.round(clock.uptime() - age) };
}

/** The Unix time of the beginning of this boot, in ms. */
export const bootTime = (clock: Clock): number => clock.now() - clock.uptime();
