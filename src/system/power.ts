/**
 * Restarts and shuts down the box by systemd, which stops all services in order, this daemon too; acknowledged changes
 * are on the disk already. Does not need systemd-logind. Thread: main. Source: org.freedesktop.systemd1(5).
 */
import type { SystemBus } from '../dbus/system-bus.js';
import type { Presence } from './presence.js';

export const POWER_ACTIONS = ['restart', 'shutdown'] as const;
export type PowerAction = (typeof POWER_ACTIONS)[number];

const UNITS: Readonly<Record<PowerAction, string>> = { restart: 'reboot.target', shutdown: 'poweroff.target' };

export class Power {
  /** @param presence is informed of restarts that are requested over the network */
  constructor(
    private readonly bus: Pick<SystemBus, 'call'>,
    private readonly presence?: Pick<Presence, 'aroundRestart'>,
  ) {}

  /** Resolves when systemd has accepted the action. @throws as `SystemBus.call` */
  async turn(action: PowerAction): Promise<void> {
    const start = (): Promise<void> => this.#start(UNITS[action]);
    if (action === 'restart' && this.presence !== undefined) await this.presence.aroundRestart(start);
    else await start();
  }

  async #start(unit: string): Promise<void> {
    await this.bus.call({
      destination: 'org.freedesktop.systemd1',
      path: '/org/freedesktop/systemd1',
      interface: 'org.freedesktop.systemd1.Manager',
      member: 'StartUnit',
      signature: 'ss',
      // No unit that starts meanwhile can cancel it.
      body: [unit, 'replace-irreversibly'],
      rule: `org.freedesktop.systemd1.manage-units (start ${unit})`,
    });
  }
}
