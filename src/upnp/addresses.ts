/** IPv4 addresses of the home network: which of ours a client reaches, and where events may be sent. Pure. */
import { BlockList, isIPv4 } from 'node:net';
import { networkList } from '../net/stream-address.js';
import type { Interfaces } from './deps.js';

/** Private and link-local (RFC 1918, RFC 3927). */
const PRIVATE = networkList(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']);
const LOOPBACK = networkList(['127.0.0.0/8']);

export interface OwnAddress {
  readonly address: string;
  /** Whether an address is in the network of this interface. */
  readonly reaches: (address: string) => boolean;
}

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

/**
 * Own addresses on which a client of the home network finds the daemon.
 * @param host that the daemon listens on; the loopback only where it listens there alone
 */
export function ownAddresses(interfaces: Interfaces, host: string): OwnAddress[] {
  return Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ family, address, cidr }) => family === 'IPv4' && cidr !== null && isServed(address, host))
    .map(({ address, cidr }) => {
      const network = networkList([cidr ?? `${address}/32`]);
      return { address, reaches: (other) => isIPv4(other) && network.check(other, 'ipv4') };
    });
}

function isServed(address: string, host: string): boolean {
  if (isAny(host)) return PRIVATE.check(address, 'ipv4');
  return host === address || (host === 'localhost' && LOOPBACK.check(address, 'ipv4'));
}

/**
 * Whether events may be sent to an address: that of the subscriber itself, or another one of its own network, which is
 * private. Never to this box, unless the subscriber runs on it.
 */
export function mayNotify(interfaces: Interfaces, subscriber: string, target: string): boolean {
  if (!isIPv4(target)) return false;
  if (target === subscriber) return true;
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  const own = new BlockList();
  for (const { address, family } of all) if (family === 'IPv4') own.addAddress(address);
  if (own.check(target) || !PRIVATE.check(target)) return false;
  return ownAddresses(interfaces, '0.0.0.0').some(({ reaches }) => reaches(target) && reaches(subscriber));
}
