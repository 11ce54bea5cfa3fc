/** What follows from the networks that the box reports: names, order, priorities, addresses. Needs no document. */
import type { Schemas } from '../../../../client/client.js';

export type Network = Schemas['Network'];
export type Interface = Schemas['NetworkInterface'];
export type Known = Schemas['KnownNetwork'];
export type Wifi = Schemas['WifiNetwork'];

/** Something to see: a letter, a digit, a sign. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

/** The name of a Wi-Fi network for a person: its text, or its bytes where they are no text, or none that can be seen. */
export function nameOf({ ssid, ssid_hex: hex }: { readonly ssid: string | null; readonly ssid_hex: string | null }) {
  return ssid !== null && VISIBLE.test(ssid) ? ssid : (hex?.match(/.{1,8}/g)?.join(' ') ?? '');
}

export const keyOf = ({ ssid_hex: hex, security }: Wifi): string => `${hex} ${security}`;

/** WEP and networks with a user name cannot be joined from a page. */
export const canJoin = ({ security }: Pick<Wifi, 'security'>): boolean =>
  security !== 'wep' && security !== 'enterprise';

export const needsPassword = ({ security }: Pick<Wifi, 'security'>): boolean =>
  security === 'wpa' || security === 'wpa3';

/** The one in use first, then the strongest; last what cannot be joined. */
export function inOrder(networks: readonly Wifi[]): Wifi[] {
  const rank = (network: Wifi): number => (network.in_use ? 0 : canJoin(network) ? 1 : 2);
  return [...networks].sort((one, other) => rank(one) - rank(other) || other.strength - one.strength);
}

export type Level = 'strong' | 'fair' | 'weak';

export function levelOf(strength: number): Level {
  return strength >= 60 ? 'strong' : strength >= 35 ? 'fair' : 'weak';
}

const HIGHEST = 999;

/**
 * Priorities to set so that one of several networks, in order of their priorities, gets another index: as few as are
 * needed. @returns by id
 */
export function prioritiesAfter(networks: readonly Known[], from: number, to: number): Map<string, number> {
  const order = [...networks];
  order.splice(to, 0, ...order.splice(from, 1));
  const changes = new Map<string, number>();
  let least = -Infinity;
  for (const { id, priority } of [...order].reverse()) {
    const wanted = Math.max(priority, least);
    if (wanted !== priority) changes.set(id, wanted);
    least = wanted + 1;
  }
  if (least <= HIGHEST + 1) return changes;
  return new Map(order.map(({ id }, at) => [id, order.length - 1 - at]));
}

/** `192.168.1.20` of `192.168.1.20/24`. */
export const withoutPrefix = (address: string): string => address.replace(/\/.*/, '');

/** Addresses that somebody typed, separated by commas or spaces. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

const NUMERIC = /^\d+(?:\.\d+){3}$/;

/** Whether the page was opened by a number, which is of no use once the box has another. */
export const isNumeric = (host: string): boolean => NUMERIC.test(host);

/**
 * Whether a page that still gets an answer shows that changed addresses work: it came through the changed interface.
 * @param host of the address of the page @param changed id of the changed network, where the page knows it
 */
export function provesChange({ interfaces }: Pick<Network, 'interfaces'>, host: string, changed?: string): boolean {
  const connected = interfaces.filter(({ state }) => state === 'connected');
  if (connected.length === 1) return true;
  const its = connected.find(({ network }) => network?.id === changed && changed !== undefined);
  return its?.ipv4.addresses.some((address) => withoutPrefix(address) === host) === true;
}

/** The one of the addresses of the box that has its name. */
export function addressByName(addresses: readonly string[]): string {
  return addresses.find((address) => address.includes('.local')) ?? 'http://tonearm.local';
}

/** Id of the known network that the radio is in. */
export function wifiInUse({ interfaces }: Pick<Network, 'interfaces'>): string | undefined {
  return interfaces.find(({ kind, state }) => kind === 'wifi' && state === 'connected')?.network?.id;
}

/**
 * Where the box is that has left its hotspot or a Wi-Fi network for another; undefined while it is under way.
 * @param before id of the network that it has left; undefined for its hotspot
 */
export function whereaboutsOf({ interfaces, hotspot }: Network, before: string | undefined) {
  const radio = interfaces.find(({ kind, state }) => kind === 'wifi' && state === 'connected');
  if (radio === undefined) return undefined;
  if (radio.network !== null && radio.network.id !== before) return 'there';
  // Before it leaves there is no reason to be back; a radio that cannot be a hotspot never gives one.
  return hotspot?.failure === null ? undefined : 'back';
}

/** Whether there is a radio, whatever it does now. */
export const hasWifi = ({ interfaces }: Pick<Network, 'interfaces'>): boolean =>
  interfaces.some(({ kind, state }) => kind === 'wifi' && state !== 'unmanaged');
