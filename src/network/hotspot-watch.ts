/**
 * What NetworkManager has, as far as the hotspot depends on it, and its signals that something of that has changed. Those
 * are sent when a network is connected or lost, and not with each change of a signal strength. Thread: main.
 */
import type { SystemBus } from '../dbus/system-bus.js';
import { ACTIVE, MANAGER_PATH, NETWORK_MANAGER } from './bus-names.js';
import { HOTSPOT_ID } from './hotspot-profile.js';
import type { RuleFacts } from './hotspot-rule.js';
import { interfacesIn } from './interfaces.js';
import { type ManagedObjects, numberIn, textIn } from './managed-objects.js';

/** Numbers of `NMActiveConnectionState`. */
const ACTIVATING = 1;
const ACTIVATED = 2;

export function factsIn(objects: ManagedObjects): RuleFacts {
  const others = interfacesIn(objects).filter(({ isHotspot }) => !isHotspot);
  const has = (kind: 'wired' | 'wifi') => others.some((each) => each.kind === kind && each.state.kind === 'connected');
  const state = numberIn(activeHotspot(objects)?.[1], 'State');
  return {
    hasCable: has('wired'),
    hasWifi: has('wifi'),
    isConnecting: others.some((each) => each.state.kind === 'connecting'),
    hotspot: state === ACTIVATED ? 'on' : state === ACTIVATING ? 'starting' : 'none',
  };
}

/** The active connection of the hotspot, with its path. */
export function activeHotspot(objects: ManagedObjects) {
  return objects.having(ACTIVE).find(([, active]) => textIn(active, 'Uuid') === HOTSPOT_ID);
}

export interface WatchListener {
  /** NetworkManager is on the bus: at the start, and when it has been started again. */
  readonly appeared: () => void;
  readonly gone: () => void;
  readonly changed: () => void;
}

/** @returns ends it */
export function watchConnections(bus: Pick<SystemBus, 'subscribe' | 'watchName'>, listener: WatchListener): () => void {
  const match = { sender: NETWORK_MANAGER, pathNamespace: `${MANAGER_PATH}/ActiveConnection`, interface: ACTIVE };
  const { appeared, gone, changed } = listener;
  const undo = [
    bus.watchName(NETWORK_MANAGER, (owner) => (owner === undefined ? gone() : appeared())),
    bus.subscribe({ ...match, member: 'StateChanged' }, changed, changed),
  ];
  return () => {
    for (const each of undo) each();
  };
}
