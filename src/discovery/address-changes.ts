/** What NetworkManager says when an address of the box may be another. It says so rarely, unlike strengths of signals. */
import type { BusMatch } from '../dbus/match.js';
import type { SystemBus } from '../dbus/system-bus.js';

const NETWORK_MANAGER = 'org.freedesktop.NetworkManager';

export const ADDRESS_CHANGES: readonly BusMatch[] = [
  { sender: NETWORK_MANAGER, interface: `${NETWORK_MANAGER}.Device`, member: 'StateChanged' },
  {
    ...{ sender: NETWORK_MANAGER, pathNamespace: '/org/freedesktop/NetworkManager/IP4Config' },
    ...{ interface: 'org.freedesktop.DBus.Properties', member: 'PropertiesChanged' },
  },
];

/** Calls `listener` when an address may be another; returns what ends that. */
export function subscribeAddresses(bus: Pick<SystemBus, 'subscribe'>, listener: () => void): () => void {
  const undo = ADDRESS_CHANGES.map((match) => bus.subscribe(match, listener, listener));
  return () => undo.forEach((each) => each());
}
