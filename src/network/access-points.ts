/**
 * Wi-Fi networks in reach, read from NetworkManager's access points: one row for each name and kind of security, however
 * many access points send it. Source: NetworkManager's `NM80211ApFlags` and `NM80211ApSecurityFlags`.
 */
import { ACCESS_POINT, CONNECTED_ACCESS_POINT, WIRELESS } from './bus-names.js';
import { type ManagedObjects, numberIn, pathIn, type Properties } from './managed-objects.js';

/** `enterprise` asks for a user and cannot be joined from here; `wep` is broken, and not joined. */
export type WifiSecurity = 'open' | 'owe' | 'wep' | 'wpa' | 'wpa3' | 'enterprise';
export type WifiBand = '2.4' | '5' | '6';

export interface WifiNetwork {
  /** The bytes that the network sends as its name, 1 to 32 of any value. */
  readonly ssid: Buffer;
  readonly security: WifiSecurity;
  /** Signal of the best access point, 0 to 100. */
  readonly strength: number;
  /** All bands on which it was heard, in ascending order. */
  readonly bands: readonly WifiBand[];
  readonly isInUse: boolean;
}

/** More networks than a person can choose from. */
const MOST_NETWORKS = 200;

const PRIVACY = 0x1;
const PSK = 0x100;
const ENTERPRISE = 0x200 | 0x2000;
const SAE = 0x400;
const OWE = 0x800;

/** The strongest first, without those that hide their name. */
export function wifiNetworks(objects: ManagedObjects): readonly WifiNetwork[] {
  const inUse = new Set(objects.having(WIRELESS).map(([, radio]) => pathIn(radio, CONNECTED_ACCESS_POINT)));
  const found = new Map<string, WifiNetwork>();
  for (const [path, point] of objects.having(ACCESS_POINT)) {
    const network = networkOf(point, inUse.has(path));
    if (network === undefined) continue;
    const key = `${network.security} ${network.ssid.toString('hex')}`;
    found.set(key, merged(network, found.get(key)));
  }
  return [...found.values()].sort((one, other) => other.strength - one.strength).slice(0, MOST_NETWORKS);
}

function networkOf(point: Properties, isInUse: boolean): WifiNetwork | undefined {
  const ssid = point['Ssid'];
  // A hidden network sends no name, or as many zeros as its name is long.
  if (!Buffer.isBuffer(ssid) || ssid.every((byte) => byte === 0)) return undefined;
  return {
    ssid,
    security: securityOf(point),
    strength: Math.min(numberIn(point, 'Strength'), 100),
    bands: [bandOf(numberIn(point, 'Frequency'))],
    isInUse,
  };
}

function merged(one: WifiNetwork, other: WifiNetwork | undefined): WifiNetwork {
  if (other === undefined) return one;
  return {
    ...one,
    strength: Math.max(one.strength, other.strength),
    bands: [...new Set([...one.bands, ...other.bands])].sort(),
    isInUse: one.isInUse || other.isInUse,
  };
}

function securityOf(point: Properties): WifiSecurity {
  const flags = numberIn(point, 'WpaFlags') | numberIn(point, 'RsnFlags');
  if ((flags & PSK) !== 0) return 'wpa';
  if ((flags & SAE) !== 0) return 'wpa3';
  if ((flags & ENTERPRISE) !== 0) return 'enterprise';
  if ((flags & OWE) !== 0) return 'owe';
  return (numberIn(point, 'Flags') & PRIVACY) === 0 ? 'open' : 'wep';
}

/** @param frequency in megahertz */
export function bandOf(frequency: number): WifiBand {
  if (frequency < 3000) return '2.4';
  return frequency < 5925 ? '5' : '6';
}

/** The access point that a radio uses, with its strength. */
export function accessPointOf(objects: ManagedObjects, radio: string): Properties | undefined {
  return objects.get(pathIn(objects.get(radio, WIRELESS), CONNECTED_ACCESS_POINT), ACCESS_POINT);
}

/** Path of the first radio. */
export function radioOf(objects: ManagedObjects): string | undefined {
  return objects.having(WIRELESS)[0]?.[0];
}
