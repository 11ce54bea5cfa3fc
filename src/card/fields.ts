/** Checks of single values, the same for all formats. Each gives the value, or throws `Refused` with a reason. */
import { isIP } from 'node:net';

import type { IpSettings, WifiKey } from './card-settings.js';
import { entriesOf, Refused, shown } from './notes.js';

/** Stands in a file for a password that was removed from it. Too short to be one itself. */
export const REMOVED = 'removed';
const MOST_ADDRESSES = 16;

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Refused('must be text');
  return value;
}

/** `true` and `false`, and what YAML 1.1 takes for them. */
export function flag(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (['true', 'yes', 'on', 'y'].includes(word)) return true;
  if (['false', 'no', 'off', 'n'].includes(word)) return false;
  throw new Refused('must be true or false');
}

/** One item, or a list of them. */
export function list(value: unknown): readonly unknown[] {
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  if (items.length > MOST_ADDRESSES) throw new Refused(`must have at most ${MOST_ADDRESSES} entries`);
  return items;
}

/** A label of a domain name: the first one of a name with several. */
export function hostName(value: unknown): string {
  const name = text(value).trim().toLowerCase();
  const [label = ''] = name.split('.');
  const isFit = name.length <= 253 && /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label) && label !== 'localhost';
  if (isFit) return label;
  throw new Refused(`"${shown(name)}" is no host name: 1 to 63 letters a to z, digits and hyphens, such as kitchen`);
}

export function timeZone(value: unknown): string {
  const zone = text(value).trim();
  if (zone.length <= 64 && /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(zone)) return zone;
  throw new Refused(`"${shown(zone)}" is no time zone: its name looks like Europe/Berlin`);
}

export function country(value: unknown): string {
  const code = text(value).trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return code;
  throw new Refused(`"${shown(code)}" is no country: two letters, such as DE`);
}

export function ssid(bytes: Buffer): Buffer {
  if (bytes.length >= 1 && bytes.length <= 32) return bytes;
  throw new Refused(`the name of a network has 1 to 32 bytes, this one has ${bytes.length}`);
}

export function ssidFromHex(value: unknown): Buffer {
  const hex = text(value);
  if (/^(?:[0-9a-f]{2})+$/i.test(hex)) return ssid(Buffer.from(hex, 'hex'));
  throw new Refused('must be pairs of hex digits');
}

/** @param value undefined or empty for an open network */
export function wifiKey(value: unknown): WifiKey {
  if (value === undefined || value === '') return { kind: 'open' };
  const secret = text(value);
  if (secret === REMOVED) return { kind: 'kept' };
  if (/^[0-9a-f]{64}$/i.test(secret)) return { kind: 'psk', hex: secret.toLowerCase() };
  const length = Buffer.byteLength(secret);
  if (/\p{Cc}/u.test(secret)) throw new Refused('a Wi-Fi password has no control characters');
  if (length >= 8 && length <= 63) return { kind: 'passphrase', text: secret };
  throw new Refused(`a Wi-Fi password has 8 to 63 characters, or is a key of 64 hex digits; this one has ${length}`);
}

/** With prefix length: `192.168.1.20/24`. netplan allows a table of options below an address, which are left out. */
export function address(value: unknown): string {
  const [key] = entriesOf(value) ?? [[value]];
  const cidr = text(key?.[0]);
  const [, host = '', length = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(cidr) ?? [];
  const family = isIP(host);
  const prefix = Number(length);
  const isFit = family !== 0 && prefix >= 1 && prefix <= (family === 4 ? 32 : 128);
  if (isFit) return `${host}/${prefix}`;
  throw new Refused(`"${shown(cidr)}" is no address with prefix length, such as 192.168.1.20/24`);
}

export function plainAddress(value: unknown): string {
  const host = text(value);
  if (isIP(host) !== 0 && !host.includes('%')) return host;
  throw new Refused(`"${shown(host)}" is no IP address, such as 192.168.1.1`);
}

export const familyOf = (host: string): number => isIP(host.split('/')[0] ?? '');

/** @throws Refused where the parts do not fit together */
export function ipSettings(ip: IpSettings): IpSettings {
  for (const gateway of ip.gateways) {
    const family = familyOf(gateway);
    if (!ip.addresses.some((own) => familyOf(own) === family)) {
      throw new Refused(`the gateway ${gateway} needs an address of its kind (IPv${family})`);
    }
    if (ip.gateways.filter((other) => familyOf(other) === family).length > 1) {
      throw new Refused(`there can be one gateway of IPv${family}`);
    }
  }
  return ip;
}

/** For a note. */
export function ipText({ addresses, gateways, dns, automaticToo }: IpSettings): string {
  const named = (word: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`${word} ${items.join(', ')}`];
  const own = [...named('address', addresses), ...(automaticToo ? ['automatic addresses too'] : [])];
  return [
    ...(own.length === 0 ? ['automatic address'] : own),
    ...named('gateway', gateways),
    ...named('DNS', dns),
  ].join('; ');
}
