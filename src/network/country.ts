/**
 * The country whose rules the radio keeps: channels and power. In force at once by wpa_supplicant, and kept in the state
 * directory, where the appliance reads it before the network starts (`image/overlay/usr/lib/tonearm/box/card`). Until one
 * is set here, it is the one that the appliance brings along from the files of its card. Thread: main.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemBus } from '../dbus/system-bus.js';
import { writeDurably } from '../durable.js';
import { Unavailable } from '../errors.js';

const NAME = 'country';
const CODE = /^[A-Z]{2}$/;

const SUPPLICANT = 'fi.w1.wpa_supplicant1';
const INTERFACE = { destination: SUPPLICANT, interface: `${SUPPLICANT}.Interface`, mayStart: false } as const;

export interface CountryDeps {
  readonly bus: Pick<SystemBus, 'property' | 'setProperty'>;
  /** The state directory. */
  readonly directory: string;
  /** Where the system has a country of its own, the first one that counts first. */
  readonly brought: readonly string[];
}

export class Country {
  readonly #file: string;

  constructor(private readonly deps: CountryDeps) {
    this.#file = join(deps.directory, NAME);
  }

  /** The code of two letters; undefined while none is set. */
  async read(): Promise<string | undefined> {
    for (const file of [this.#file, ...this.deps.brought.map((directory) => join(directory, NAME))]) {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (CODE.test(text.trim())) return text.trim();
    }
    return undefined;
  }

  /**
   * Sets it for all radios of wpa_supplicant, then keeps it.
   * @param code two capital letters of ISO 3166
   * @throws Unavailable NOT_SAVED, or as `SystemBus.call`
   */
  async set(code: string): Promise<void> {
    const service = { destination: SUPPLICANT, path: '/fi/w1/wpa_supplicant1', interface: SUPPLICANT, mayStart: false };
    const radios = await this.deps.bus.property(service, 'Interfaces');
    for (const path of Array.isArray(radios) ? radios : []) {
      if (typeof path === 'string') await this.deps.bus.setProperty({ ...INTERFACE, path }, 'Country', 's', code);
    }
    try {
      await writeDurably(this.#file, `${code}\n`);
    } catch (error) {
      throw new Unavailable('NOT_SAVED', 'The country is set, but could not be kept.', { cause: error });
    }
  }
}
