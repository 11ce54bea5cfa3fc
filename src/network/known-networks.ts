/** The known networks: wired and Wi-Fi profiles of NetworkManager, whoever made them. Thread: main. */
import { ACTIVE, CONNECTION } from './bus-names.js';
import { HOTSPOT_ID } from './hotspot-profile.js';
import type { InterfaceKind } from './interfaces.js';
import { listIn, type ManagedObjects, pathIn } from './managed-objects.js';
import { type Ipv4Settings, ipv4In, type Profile, settingIn } from './profile.js';

export interface KnownNetwork {
  /** A UUID, kept for good. */
  readonly id: string;
  readonly name: string;
  readonly kind: InterfaceKind;
  /** The bytes that a Wi-Fi network sends as its name, up to 32 of any value. */
  readonly ssid: Buffer | undefined;
  readonly priority: number;
  /** Whether NetworkManager connects the network by itself. */
  readonly isAutomatic: boolean;
  readonly isInUse: boolean;
  readonly ipv4: Ipv4Settings;
}

/** Values of `connection.type`. */
const KINDS: ReadonlyMap<unknown, InterfaceKind> = new Map([
  ['802-3-ethernet', 'wired'],
  ['802-11-wireless', 'wifi'],
] as const);

/** @returns undefined for something else, such as a VPN, or the box's own hotspot */
export function knownNetwork(profile: Profile, isInUse: boolean): KnownNetwork | undefined {
  const [id, name, type] = ['uuid', 'id', 'type'].map((key) => settingIn(profile, 'connection', key));
  const kind = KINDS.get(type);
  if (kind === undefined || typeof id !== 'string' || id === HOTSPOT_ID) return undefined;
  const ssid = settingIn(profile, '802-11-wireless', 'ssid');
  const priority = settingIn(profile, 'connection', 'autoconnect-priority');
  return {
    id,
    name: typeof name === 'string' ? name : id,
    kind,
    ssid: Buffer.isBuffer(ssid) ? ssid : undefined,
    priority: typeof priority === 'number' ? priority : 0,
    isAutomatic: settingIn(profile, 'connection', 'autoconnect') !== false,
    isInUse,
    ipv4: ipv4In(profile),
  };
}

/** Paths of all profiles. */
export function profilePaths(objects: ManagedObjects): readonly string[] {
  return objects.having(CONNECTION).map(([path]) => path);
}

/** Paths of the devices on which a profile is in use. */
export function devicesOf(objects: ManagedObjects, profile: string): readonly string[] {
  return objects
    .having(ACTIVE)
    .filter(([, active]) => pathIn(active, 'Connection') === profile)
    .flatMap(([, active]) => listIn(active, 'Devices').filter((each) => typeof each === 'string'));
}
