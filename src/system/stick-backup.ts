/**
 * Copies the daily backups to a USB stick by `tonearm-stick-backup.service` (image/overlay/usr/lib/tonearm/box/stick-backup):
 * sticks are mounted read-only, and only root may change that. The status text of the unit has the result of the last copy
 * since the box started. Thread: main. Source: org.freedesktop.systemd1(5).
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { SystemBus } from '../dbus/system-bus.js';
import { TonearmError } from '../errors.js';
import type { Log } from '../log.js';

const UNIT = 'tonearm-stick-backup.service';
const SYSTEMD = 'org.freedesktop.systemd1';
const MANAGER = { destination: SYSTEMD, path: '/org/freedesktop/systemd1', interface: `${SYSTEMD}.Manager` } as const;
/** Milliseconds between two looks at a running copy, and how often it is looked at: the unit ends within two minutes. */
const PAUSE = 1000;
const MOST_LOOKS = 150;

export interface StickCopy {
  readonly state: 'never' | 'copying' | 'copied' | 'failed';
  /** Result for people; undefined unless there is one. */
  readonly text: string | undefined;
  /** When it ended, in Unix seconds; undefined unless it has. */
  readonly at: number | undefined;
}

export interface StickBackupDeps {
  readonly bus: Pick<SystemBus, 'call' | 'properties'>;
  readonly log: Log;
  /** Milliseconds between two looks, where they differ from the default. */
  readonly pause?: number;
}

export class StickBackup {
  constructor(private readonly deps: StickBackupDeps) {}

  /** The last copy. @returns undefined on a box that cannot copy: there is no systemd, or no such unit */
  async read(): Promise<StickCopy | undefined> {
    try {
      const [path] = await this.deps.bus.call({ ...MANAGER, member: 'LoadUnit', signature: 's', body: [UNIT] });
      const unit = { destination: SYSTEMD, path: String(path) };
      const facts = await this.deps.bus.properties({ ...unit, interface: `${SYSTEMD}.Unit` });
      if (facts['LoadState'] !== 'loaded') return undefined;
      const { StatusText } = await this.deps.bus.properties({ ...unit, interface: `${SYSTEMD}.Service` });
      return copyOf(facts, String(StatusText));
    } catch (error) {
      if (error instanceof TonearmError) return undefined;
      throw error;
    }
  }

  /** Copies what the stick lacks, and logs the result. Never rejects. */
  async copy(): Promise<void> {
    const { bus, log, pause = PAUSE } = this.deps;
    try {
      // A restart, as the unit stays active after its end, for its status.
      const body = [UNIT, 'replace'];
      const rule = `${SYSTEMD}.manage-units (restart ${UNIT})`;
      await bus.call({ ...MANAGER, member: 'RestartUnit', signature: 'ss', body, rule });
      for (let look = 0; look < MOST_LOOKS; look++) {
        await delay(pause, undefined, { ref: false });
        const copy = await this.read();
        if (copy?.state === 'copying') continue;
        if (copy?.state === 'copied') log.info(`backup: ${copy.text}`);
        else log.warn('backup: not on the stick (the box has it)', { reason: copy?.text ?? 'no answer' });
        return;
      }
      log.warn('backup: not on the stick (the box has it)', { reason: 'it takes too long' });
    } catch (error) {
      log.warn('backup: not on the stick (the box has it)', { error });
    }
  }
}

function copyOf(facts: Readonly<Record<string, unknown>>, status: string): StickCopy {
  const active = String(facts['ActiveState']);
  if (active === 'activating' || active === 'deactivating' || active === 'reloading') {
    return { state: 'copying', text: undefined, at: undefined };
  }
  if (active === 'inactive') return { state: 'never', text: undefined, at: undefined };
  const at = Math.floor(Number(facts['StateChangeTimestamp'] ?? 0) / 1_000_000) || undefined;
  if (active === 'failed') return { state: 'failed', text: 'its service has failed', at };
  const [, reason] = /^is not copied: (.*)$/s.exec(status) ?? [];
  return reason === undefined ? { state: 'copied', text: status, at } : { state: 'failed', text: reason, at };
}
