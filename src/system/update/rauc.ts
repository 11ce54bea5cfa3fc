/**
 * RAUC, which writes a signed update into the slot that does not run, and lets the next start try it. The message bus
 * starts it with the first question. Thread: main. Source: RAUC's reference, "D-Bus API", and its `installer.xml`.
 */
import type { BusCall, SystemBus } from '../../dbus/system-bus.js';
import { TonearmError, Unavailable } from '../../errors.js';

const RAUC = {
  destination: 'de.pengutronix.rauc',
  path: '/',
  interface: 'de.pengutronix.rauc.Installer',
} as const;

export interface Slot {
  /** `A` or `B`. */
  readonly name: string;
  readonly isRunning: boolean;
  /** Whether it can be started: it holds a system, and has tries left. */
  readonly isGood: boolean;
  /** Version of the update that wrote it; undefined for the system that came with the card. */
  readonly version: string | undefined;
}

export interface Slots {
  readonly all: readonly Slot[];
  /** Name of the slot of the next start. */
  readonly next: string | undefined;
}

/** What RAUC does, and for which kind of box. */
export interface Installation {
  /** The kind of this box. */
  readonly compatible: string;
  readonly isRunning: boolean;
  readonly percent: number;
  /** In RAUC's words. */
  readonly step: string;
  /** In RAUC's words; `""` when the last one did not fail. */
  readonly lastError: string;
}

export interface Bundle {
  /** The kind of box that it is for. */
  readonly compatible: string;
  readonly version: string;
}

export class Rauc {
  constructor(private readonly bus: Pick<SystemBus, 'call' | 'properties' | 'subscribe'>) {}

  /** @throws Unavailable NO_UPDATER, or as `SystemBus.call` */
  async installation(): Promise<Installation> {
    const values = await this.bus.properties(RAUC).catch(refuse);
    const [percent, step] = listOf(values['Progress']);
    return {
      compatible: textOf(values['Compatible']),
      isRunning: values['Operation'] === 'installing',
      percent: typeof percent === 'number' ? percent : 0,
      step: textOf(step),
      lastError: textOf(values['LastError']),
    };
  }

  /** Not while something is installed. @throws as `installation` */
  async slots(): Promise<Slots> {
    const [rows] = await this.#call('GetSlotStatus');
    const found = listOf(rows).map((row) => {
      const [id, values] = listOf(row) as [string, Readonly<Record<string, unknown>>];
      return { id, values };
    });
    // Parts of a slot have no boot name.
    const roots = found.filter(({ values }) => textOf(values['bootname']) !== '');
    const [primary] = await this.#call('GetPrimary');
    const next = roots.find(({ id }) => id === primary);
    return { all: roots.map(({ values }) => slotIn(values)), next: next && textOf(next.values['bootname']) };
  }

  /**
   * Checks the signature of a bundle, and reads what it says of itself.
   * @throws ServiceFailed SYSTEM_SERVICE_FAILED for one that is not accepted, or as `installation`
   */
  async inspect(file: string): Promise<Bundle> {
    const [info] = await this.#call('InspectBundle', 'sa{sv}', [file, {}]);
    const { update } = info as { readonly update?: Readonly<Record<string, unknown>> };
    return { compatible: textOf(update?.['compatible']), version: textOf(update?.['version']) };
  }

  /**
   * Begins to install a bundle.
   * @param ended called once, when that has succeeded or failed; never when it did not begin
   * @throws as `installation`
   */
  async install(file: string, ended: () => void): Promise<void> {
    let end = (): void => undefined;
    await new Promise<void>((joined) => {
      const { destination: sender, path, interface: name } = RAUC;
      const match = { sender, path, interface: name, member: 'Completed' };
      const completed = (): void => {
        end();
        ended();
      };
      end = this.bus.subscribe(match, completed, joined);
    });
    try {
      await this.#call('InstallBundle', 'sa{sv}', [file, {}]);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Lets the next start try a slot first. @throws as `installation` */
  async activate(slot: 'booted' | 'other'): Promise<void> {
    await this.#call('Mark', 'ss', ['active', slot]);
  }

  async #call(member: string, signature?: string, body?: readonly unknown[]): Promise<readonly unknown[]> {
    const call: BusCall = { ...RAUC, member, ...(signature && { signature }), ...(body && { body }), mayFail: true };
    return this.bus.call(call).catch(refuse);
  }
}

function slotIn(values: Readonly<Record<string, unknown>>): Slot {
  return {
    name: textOf(values['bootname']),
    isRunning: values['state'] === 'booted',
    isGood: values['boot-status'] === 'good',
    version: textOf(values['bundle.version']) || undefined,
  };
}

function refuse(error: unknown): never {
  const isAbsent = error instanceof TonearmError && ['NO_SYSTEM_BUS', 'NO_SYSTEM_SERVICE'].includes(error.code);
  if (!isAbsent) throw error;
  const sentence = 'RAUC, which updates the appliance, is not on this machine.';
  throw new Unavailable('NO_UPDATER', sentence, { cause: error });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
