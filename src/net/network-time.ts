/**
 * Whether the clock of this machine can be believed. A board without a battery goes on from its last known time until
 * systemd-timesyncd has asked a server; until then the certificate of a server may look expired or not yet valid. Files
 * are read at the moment of a question: nothing is watched, and no message bus is needed. Thread: main.
 *
 * Sources: systemd-timesyncd.service(8), section Files; Documentation/ABI/testing/sysfs-class-rtc of Linux.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Unix ms: 2025. A clock before that was never set. */
export const EARLIEST = Date.UTC(2025, 0, 1);

const POLL_MILLISECONDS = 200;

export interface TimeFiles {
  /** A folder that is there while systemd-timesyncd runs, with a file `synchronized` from its first answer on. */
  readonly service: string;
  /** Unix seconds of a clock with a battery. */
  readonly batteryClock: string;
}

const FILES: TimeFiles = { service: '/run/systemd/timesync', batteryClock: '/sys/class/rtc/rtc0/since_epoch' };

export class NetworkTime {
  constructor(private readonly files: TimeFiles = FILES) {}

  /** Whether the network is to set the clock, has not yet, and nothing else that can be believed has. */
  isAwaited(): boolean {
    const { service } = this.files;
    return existsSync(service) && !existsSync(join(service, 'synchronized')) && !this.#hasBattery();
  }

  /**
   * Waits until the clock can be believed. @param most milliseconds to wait
   * @returns whether it can. @throws AbortError
   */
  async comes(most: number, signal: AbortSignal): Promise<boolean> {
    const deadline = performance.now() + most;
    while (this.isAwaited()) {
      if (performance.now() >= deadline) return false;
      await delay(POLL_MILLISECONDS, undefined, { signal });
    }
    return true;
  }

  #hasBattery(): boolean {
    try {
      return Number(readFileSync(this.files.batteryClock, 'utf8')) * 1000 >= EARLIEST;
    } catch {
      return false;
    }
  }
}
