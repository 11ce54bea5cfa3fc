/**
 * A profile of NetworkManager: the settings of a known network. Values keep their D-Bus types, because a change sends all
 * of them back. Source: NetworkManager's `nm-settings-dbus`(5).
 */
import { BusVariant, variant } from '../dbus/values.js';
import { recordIn } from './managed-objects.js';

/** Settings by section, then by name. */
export type Profile = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Where the addresses of IPv4 come from. */
export type Ipv4Settings =
  | { readonly kind: 'automatic' }
  | StaticIpv4
  /** Something that is not set here, such as none at all, or shared with others. */
  | { readonly kind: 'other' };

export interface StaticIpv4 {
  readonly kind: 'static';
  /** With the length of the prefix, such as `192.168.1.20/24`. */
  readonly addresses: readonly string[];
  readonly gateway: string | undefined;
  readonly dns: readonly string[];
}

export interface ProfileChange {
  /** The network with the highest one is connected first. */
  readonly priority?: number;
  /** Whether NetworkManager connects the network by itself. */
  readonly isAutomatic?: boolean;
  readonly ipv4?: Exclude<Ipv4Settings, { readonly kind: 'other' }>;
}

export function profileIn(answer: unknown): Profile {
  return Object.fromEntries(Object.entries(recordIn(answer)).map(([section, values]) => [section, recordIn(values)]));
}

/** A setting; undefined where it has its default. */
export function settingIn(profile: Profile, section: string, name: string): unknown {
  return plain(profile[section]?.[name]);
}

export function ipv4In(profile: Profile): Ipv4Settings {
  const method = settingIn(profile, 'ipv4', 'method');
  if (method === 'auto') return { kind: 'automatic' };
  if (method !== 'manual') return { kind: 'other' };
  const gateway = settingIn(profile, 'ipv4', 'gateway');
  const addresses = arrayIn(settingIn(profile, 'ipv4', 'address-data')).map(recordIn);
  return {
    kind: 'static',
    addresses: addresses.map((each) => `${String(plain(each['address']))}/${String(plain(each['prefix']))}`),
    gateway: typeof gateway === 'string' ? gateway : undefined,
    dns: arrayIn(settingIn(profile, 'ipv4', 'dns')).flatMap((each) => (typeof each === 'number' ? ipv4Text(each) : [])),
  };
}

export function changedProfile(profile: Profile, { priority, isAutomatic, ipv4 }: ProfileChange): Profile {
  const connection = {
    ...profile['connection'],
    ...(priority !== undefined && { 'autoconnect-priority': variant('i', priority) }),
    ...(isAutomatic !== undefined && { autoconnect: variant('b', isAutomatic) }),
  };
  return { ...profile, connection, ...(ipv4 !== undefined && { ipv4: changedIpv4(profile['ipv4'], ipv4) }) };
}

/** What an address setting consists of; `addresses` and `dns-data` are other forms of the same. */
const ADDRESSING = ['method', 'addresses', 'address-data', 'address-labels', 'gateway', 'dns', 'dns-data'];

function changedIpv4(before: Profile[string] | undefined, ipv4: NonNullable<ProfileChange['ipv4']>): Profile[string] {
  const kept = Object.fromEntries(Object.entries(before ?? {}).filter(([name]) => !ADDRESSING.includes(name)));
  if (ipv4.kind === 'automatic') return { ...kept, method: variant('s', 'auto') };
  const addresses = ipv4.addresses.map((each) => {
    const [address = '', prefix = ''] = each.split('/');
    return { address: variant('s', address), prefix: variant('u', Number(prefix)) };
  });
  return {
    ...kept,
    method: variant('s', 'manual'),
    'address-data': variant('aa{sv}', addresses),
    dns: variant('au', ipv4.dns.map(ipv4Number)),
    ...(ipv4.gateway !== undefined && { gateway: variant('s', ipv4.gateway) }),
  };
}

/** NetworkManager sends the four bytes of an address as a number in the order of the machine, which is little-endian. */
function ipv4Text(number: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes.join('.');
}

function ipv4Number(text: string): number {
  return Buffer.from(text.split('.').map(Number)).readUInt32LE();
}

function plain(value: unknown): unknown {
  return value instanceof BusVariant ? value.value : value;
}

function arrayIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
