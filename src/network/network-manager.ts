/** Calls to NetworkManager, which is never started from here, with its refusals as errors of our own. Thread: main. */
import type { BusCall, SystemBus } from '../dbus/system-bus.js';
import { MANAGER_PATH, NETWORK_MANAGER, OBJECTS_PATH } from './bus-names.js';
import { ManagedObjects } from './managed-objects.js';
import { refusalOf } from './refusals.js';

const OBJECT_MANAGER = 'org.freedesktop.DBus.ObjectManager';
/** Milliseconds for NetworkManager to answer. */
const PATIENCE = 10_000;

/** The polkit actions in words. */
export const MODIFY = 'org.freedesktop.NetworkManager.settings.modify.system';
export const CHECKPOINTS = 'org.freedesktop.NetworkManager.checkpoint-rollback';
export const SCAN = 'org.freedesktop.NetworkManager.wifi.scan';
export const CONTROL = 'org.freedesktop.NetworkManager.network-control';

export type Call = Pick<BusCall, 'member' | 'signature' | 'body' | 'rule' | 'keepTypes'>;

export class NetworkManager {
  constructor(readonly bus: Pick<SystemBus, 'call' | 'subscribe'>) {}

  /** Everything that NetworkManager shows. @throws as `call` */
  async objects(): Promise<ManagedObjects> {
    const [objects] = await this.call(OBJECTS_PATH, OBJECT_MANAGER, { member: 'GetManagedObjects' });
    return new ManagedObjects(objects);
  }

  /** A method of the manager itself. @throws as `call` */
  manage(call: Call): Promise<readonly unknown[]> {
    return this.call(MANAGER_PATH, NETWORK_MANAGER, call);
  }

  /** @param name of the interface @throws Unavailable NO_NETWORK_MANAGER, or as `SystemBus.call` */
  async call(path: string, name: string, call: Call): Promise<readonly unknown[]> {
    const options = { patience: PATIENCE, mayStart: false, mayFail: true };
    return this.bus
      .call({ destination: NETWORK_MANAGER, path, interface: name, ...options, ...call })
      .catch((error: unknown) => {
        throw refusalOf(error);
      });
  }
}
