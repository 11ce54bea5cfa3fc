/** What NetworkManager says when an address of the box may be another. It says so rarely, unlike strengths of signals. */
import type { BusMatch } from '../dbus/match.js';

const NETWORK_MANAGER = 'org.freedesktop.NetworkManager';

export const ADDRESS_CHANGES: readonly BusMatch[] = [
  { sender: NETWORK_MANAGER, interface: `${NETWORK_MANAGER}.Device`, member: 'StateChanged' },
  {
    ...{ sender: NETWORK_MANAGER, pathNamespace: '/org/freedesktop/NetworkManager/IP4Config' },
    ...{ interface: 'org.freedesktop.DBus.Properties', member: 'PropertiesChanged' },
  },
];
