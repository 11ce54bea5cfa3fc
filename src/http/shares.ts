/**
 * Tells clients apart by their addresses, so that what is bounded (connections, event streams, large bodies, unread
 * bytes) can be shared out among them.
 */
import { isIPv6, type Socket } from 'node:net';

export interface Client {
  /** IPv4 is the same on an IPv6 socket. */
  readonly address: string;
  /** The /64 of an IPv6 address, from which one machine takes as many addresses as it likes; of IPv4 the address. */
  readonly network: string;
  /** A program on this box: both ends of the connection have the same address. */
  readonly isLocal: boolean;
}

const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Address of the box at this end of a connection; `''` once that has gone. IPv4 is the same on an IPv6 socket. */
export function ownAddress({ localAddress = '' }: Pick<Socket, 'localAddress'>): string {
  return localAddress.replace(MAPPED, '').replace(/%.*$/, '');
}

/** The client at the other end of a connection. All that have gone already are one. */
export function clientOf({ remoteAddress = '', localAddress }: Pick<Socket, 'remoteAddress' | 'localAddress'>): Client {
  const address = remoteAddress.replace(MAPPED, '');
  return {
    address,
    network: isIPv6(address) ? `${networkOf(address)}::/64` : address,
    isLocal: address !== '' && remoteAddress === localAddress,
  };
}

/** The first four groups of an IPv6 address, each without leading zeros. */
function networkOf(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::', 2);
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail === undefined ? 0 : 8 - (front?.length ?? 0) - (back?.length ?? 0);
  const groups = [...(front ?? []), ...Array.from({ length: zeros }, () => '0'), ...(back ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Something that a client holds. */
export interface Held {
  readonly client: Client;
}

/** What the client that holds most of it holds, in the order given. @param weigh by default each counts as one */
export function largestShare<Each extends Held>(
  all: readonly Each[],
  by: 'address' | 'network',
  weigh: (each: Each) => number = () => 1,
): readonly Each[] {
  const shares = new Map<string, { weight: number; held: Each[] }>();
  let largest: { weight: number; held: Each[] } = { weight: 0, held: [] };
  for (const each of all) {
    const share = shares.get(each.client[by]) ?? { weight: 0, held: [] };
    share.weight += weigh(each);
    share.held.push(each);
    shares.set(each.client[by], share);
    if (share.weight > largest.weight) largest = share;
  }
  return largest.held;
}
