/** Names of NetworkManager on the bus. Source: NetworkManager D-Bus API reference. */

export const NETWORK_MANAGER = 'org.freedesktop.NetworkManager';
export const MANAGER_PATH = '/org/freedesktop/NetworkManager';
/** Path of the object manager. */
export const OBJECTS_PATH = '/org/freedesktop';

export const DEVICE = `${NETWORK_MANAGER}.Device`;
export const WIRED = `${DEVICE}.Wired`;
export const WIRELESS = `${DEVICE}.Wireless`;
/** Property of `WIRELESS`. */
export const CONNECTED_ACCESS_POINT = 'ActiveAccessPoint';
export const ACCESS_POINT = `${NETWORK_MANAGER}.AccessPoint`;
export const ACTIVE = `${NETWORK_MANAGER}.Connection.Active`;
/** A profile: the settings of a known network. */
export const CONNECTION = `${NETWORK_MANAGER}.Settings.Connection`;
export const CHECKPOINT = `${NETWORK_MANAGER}.Checkpoint`;
export const IP4 = `${NETWORK_MANAGER}.IP4Config`;
export const IP6 = `${NETWORK_MANAGER}.IP6Config`;
