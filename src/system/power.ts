/**
 * Turning the box off, and on again. systemd stops everything in its order, the daemon too: what it has acknowledged is
 * on the disk already. systemd-logind, whom others ask for this, need not be there. Source: org.freedesktop.systemd1(5).
 */
import type { SystemBus } from '../dbus/system-bus.js';
import type { Presence } from './presence.js';

export const POWER_ACTIONS = ['restart', 'shutdown'] as const;
export type PowerAction = (typeof POWER_ACTIONS)[number];

const UNITS: Readonly<Record<PowerAction, string>> = { restart: 'reboot.target', shutdown: 'poweroff.target' };

export class Power {
  readonly #bus: Pick<SystemBus, 'call'>;
  readonly #presence: Pick<Presence, 'aroundRestart'> | undefined;

  /** @param presence learns of restarts that are asked for over the network */
  constructor(bus: Pick<SystemBus, 'call'>, presence?: Pick<Presence, 'aroundRestart'>) {
    this.#bus = bus;
    this.#presence = presence;
  }

  /** Resolves when systemd has begun. @throws as `SystemBus.call` */
  async turn(action: PowerAction): Promise<void> {
    const start = (): Promise<void> => this.#start(UNITS[action]);
    if (action === 'restart' && this.#presence !== undefined) await this.#presence.aroundRestart(start);
    else await start();
  }

  async #start(unit: string): Promise<void> {
    await this.#bus.call({
      destination: 'org.freedesktop.systemd1',
      path: '/org/freedesktop/systemd1',
      interface: 'org.freedesktop.systemd1.Manager',
      member: 'StartUnit',
      signature: 'ss',
      // Nothing that starts meanwhile can call it off.
      body: [unit, 'replace-irreversibly'],
      rule: `org.freedesktop.systemd1.manage-units (start ${unit})`,
    });
  }
}
