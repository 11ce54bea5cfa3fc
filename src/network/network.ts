/**
 * The networks of the box, by NetworkManager over D-Bus. NetworkManager is asked when somebody asks here, and nothing is
 * followed in between: it reports the strength of each network in reach every few seconds, which would wake an idle box.
 * NetworkManager is never started from here. Thread: main.
 */
import type { SystemBus } from '../dbus/system-bus.js';
import { NETWORK_MANAGER, OBJECTS_PATH } from './bus-names.js';
import { interfacesIn, type NetworkInterface } from './interfaces.js';
import { ManagedObjects } from './managed-objects.js';
import { refusalOf } from './refusals.js';
import { silentRadio, type SilentRadio } from './silent-radio.js';

const OBJECT_MANAGER = 'org.freedesktop.DBus.ObjectManager';
/** Milliseconds for NetworkManager to answer. */
const PATIENCE = 10_000;

export interface NetworkState {
  /** Wired and Wi-Fi, in the order in which the system found them. */
  readonly interfaces: readonly NetworkInterface[];
  /** A built-in Wi-Fi radio that has no interface. */
  readonly silentRadio: SilentRadio | undefined;
}

export interface NetworkDeps {
  readonly bus: Pick<SystemBus, 'call'>;
  /** Folder of the functions of SDIO cards, where it is not the kernel's. */
  readonly sdio?: string;
}

export class Network {
  constructor(private readonly deps: NetworkDeps) {}

  /** @throws Unavailable NO_NETWORK_MANAGER, or as `SystemBus.call` */
  async read(): Promise<NetworkState> {
    const [objects, radio] = await Promise.all([this.#objects(), silentRadio(this.deps.sdio)]);
    return { interfaces: interfacesIn(objects), silentRadio: radio };
  }

  async #objects(): Promise<ManagedObjects> {
    const call = { destination: NETWORK_MANAGER, path: OBJECTS_PATH, interface: OBJECT_MANAGER };
    try {
      const options = { patience: PATIENCE, mayStart: false, mayFail: true };
      const [objects] = await this.deps.bus.call({ ...call, ...options, member: 'GetManagedObjects' });
      return new ManagedObjects(objects);
    } catch (error) {
      throw refusalOf(error);
    }
  }
}
