/** IPv4 addresses of this machine in the home network, and who is reached from each. Pure. */
import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { networkList } from '../net/stream-address.js';

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Private and link-local (RFC 1918, RFC 3927). */
export const PRIVATE = networkList(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']);
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
