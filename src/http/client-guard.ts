/**
 * Which clients are answered: those of this machine, of the subnets that it is in, and of private, unique-local and
 * link-local networks. A box that a router exposes to the internet is nobody else's to drive; who wants that names the
 * networks in the setting `http_allow`.
 */
import { BlockList, isIP, type Socket } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { Forbidden } from '../errors.js';
import { HOME_NETWORKS, networkList } from '../net/stream-address.js';

const NEAR = networkList([
  ...HOME_NETWORKS.filter((network) => network !== '100.64.0.0/10'), // carriers' own, whose customers are strangers
  ...['127.0.0.0/8', '::1/128', '169.254.0.0/16', 'fe80::/10'],
]);
/** The interfaces are not listed more often for strangers. Milliseconds. */
const SUBNETS_VALID = 1000;

/** DHCPv6 gives a single address of its network: its /64 is taken. */
export function subnetOf({ address, cidr, family, internal }: NetworkInterfaceInfo): string[] {
  if (cidr === null) return [];
  const isSingle = family === 'IPv6' && !internal && Number(cidr.split('/')[1]) > 64;
  return [isSingle ? `${address}/64` : cidr];
}

export class ClientGuard {
  readonly #allowed: BlockList;
  #subnets = new BlockList();
  #listedAt = -Infinity;
  /** Connections whose client may ask: the addresses are compared once for each, not for every request. */
  readonly #admitted = new WeakSet<Socket>();

  /** @param allow networks in CIDR form @throws InvalidInput INVALID_NETWORK */
  constructor(allow: readonly string[]) {
    this.#allowed = networkList(allow);
  }

  /** @throws Forbidden CLIENT_NOT_ALLOWED */
  checkConnection(connection: Socket): void {
    if (this.#admitted.has(connection)) return;
    this.check(connection.remoteAddress);
    this.#admitted.add(connection);
  }

  /**
   * @param address of the client; undefined when its connection is gone
   * @throws Forbidden CLIENT_NOT_ALLOWED
   */
  check(address: string | undefined): void {
    const plain = address?.replace(/%.*$/, '') ?? '';
    const version = isIP(plain);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (version !== 0) {
      if (NEAR.check(plain, family) || this.#subnets.check(plain, family) || this.#allowed.check(plain, family)) return;
      if (this.#listSubnets() && this.#subnets.check(plain, family)) return;
    }
    throw new Forbidden(
      'CLIENT_NOT_ALLOWED',
      `Clients from ${plain || 'an unknown address'} are not answered: only those of this network and of private ` +
        'ones are. The setting http_allow (TONEARM_HTTP_ALLOW) of the box names others.',
    );
  }

  #listSubnets(): boolean {
    const now = performance.now();
    if (now < this.#listedAt + SUBNETS_VALID) return false;
    this.#listedAt = now;
    const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    this.#subnets = networkList(interfaces.flatMap(subnetOf));
    return true;
  }
}
