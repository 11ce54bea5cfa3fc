/**
 * Profiles of NetworkManager in its keyfile format. Values in, text out.
 * Source: nm-settings-keyfile(5), and GKeyFile for the escapes.
 */
import { createHash } from 'node:crypto';

import { type IpSettings, ssidText, type WifiNetwork } from './card-settings.js';
import { familyOf } from './fields.js';

/** Profiles of the card, and nothing else, have such names. */
export const WIRED_PROFILE = 'card-wired.nmconnection';
/** Networks from the card go before automatic profiles. */
const PRIORITY = 10;

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Name of the file for a network, which depends on its SSID only. */
export const wifiProfile = (ssid: Buffer): string => `card-${hashOf(ssid).slice(0, 16)}.nmconnection`;

function uuidOf(bytes: Buffer): string {
  const hex = hashOf(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Text of a value: GKeyFile drops spaces at the begin and knows five escapes. */
export function keyfileText(text: string): string {
  const escaped = text.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return escaped.replace(/^ +| +$/g, (spaces) => '\\s'.repeat(spaces.length));
}

/** Numbers of the bytes: unlike text, that form needs no escapes and has no second meaning. */
const ssidBytes = (ssid: Buffer): string => [...ssid].map((byte) => `${byte};`).join('');

/** @param psk the key to keep, for a network whose password was removed from the card */
export function wifiKeyfile({ ssid, key, hidden, ip }: WifiNetwork, psk?: string): string {
  const secret = key.kind === 'passphrase' ? keyfileText(key.text) : key.kind === 'psk' ? key.hex : psk;
  return lines([
    ...connection(`Wi-Fi ${ssidText(ssid)}`, ssid, 'wifi'),
    ...['', '[wifi]', 'mode=infrastructure', `ssid=${ssidBytes(ssid)}`, ...(hidden ? ['hidden=true'] : [])],
    ...(secret === undefined ? [] : ['', '[wifi-security]', 'key-mgmt=wpa-psk', `psk=${secret}`]),
    ...ipSections(ip),
  ]);
}

/** @returns undefined where the profile that NetworkManager makes by itself does the same */
export function wiredKeyfile(ip: IpSettings): string | undefined {
  if (ip.addresses.length + ip.dns.length === 0) return undefined;
  return lines([...connection('Wired', Buffer.from('wired\0'), 'ethernet'), ...ipSections(ip)]);
}

/** The key in a profile, as it is written there; undefined for an open network. */
export const pskOf = (profile: string): string | undefined => /^psk=(.*)$/m.exec(profile)?.[1];

function connection(id: string, seed: Buffer, type: string): string[] {
  const retries = type === 'wifi' ? ['autoconnect-retries=0'] : [];
  const own = [`id=${keyfileText(id)}`, `uuid=${uuidOf(seed)}`, `type=${type}`];
  return ['[connection]', ...own, `autoconnect-priority=${PRIORITY}`, ...retries];
}

function ipSections(ip: IpSettings): string[] {
  return [4, 6].flatMap((family) => {
    const of = (items: readonly string[]): readonly string[] => items.filter((item) => familyOf(item) === family);
    const own = of(ip.addresses);
    const [gateway] = of(ip.gateways);
    const dns = of(ip.dns);
    const isManual = own.length > 0 && !(ip.automaticToo && family === 4);
    return [
      ...['', `[ipv${family}]`, `method=${isManual ? 'manual' : 'auto'}`],
      ...own.map((address, at) => `address${at + 1}=${address}`),
      ...(gateway === undefined ? [] : [`gateway=${gateway}`]),
      ...(dns.length === 0 ? [] : [`dns=${dns.map((server) => `${server};`).join('')}`]),
    ];
  });
}

const lines = (all: readonly string[]): string => `${all.join('\n')}\n`;
