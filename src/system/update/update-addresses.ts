/**
 * Addresses that updates may be fetched from. Everything comes from the host that a person has named: a redirect to
 * another host is refused, and one from https to http. Plain http is for private networks only, where a certificate is
 * hard to have; elsewhere it would let anybody on the way hide an update, or offer an old one. Thread: main.
 */
import { type BlockList, isIP } from 'node:net';
import type { AddressGuard } from '../../net/guarded-http.js';
import { HOME_NETWORKS, networkList } from '../../net/stream-address.js';

/** Loopback and link-local addresses are allowed only where the guard below allows them. */
const NEAR_NETWORKS = [...HOME_NETWORKS, '127.0.0.0/8', '169.254.0.0/16', '::1/128', 'fe80::/10'];

export class UpdateAddresses implements AddressGuard {
  /** Built with the first question of a plain address. */
  #near: BlockList | undefined;

  /**
   * @param guard says what this machine may connect to at all
   * @param named address that a person has set
   */
  constructor(
    private readonly guard: AddressGuard,
    private readonly named: URL,
  ) {}

  /** The URL unchanged, or why it must not be fetched. */
  examine(text: string): string | Error {
    const judged = this.guard.examine(text);
    if (judged instanceof Error) return new Error('updates are not fetched from this address');
    const { protocol, hostname, port } = new URL(text);
    if (hostname !== this.named.hostname) return new Error(`it leads to another host, ${hostname}`);
    if (this.#isSecure && protocol !== 'https:') return new Error('it leads from https to http');
    const host = hostname.replace(/^\[|\]$/g, '');
    const isFar = isIP(host) !== 0 && !this.mayConnect(host, Number(port || 0));
    return isFar ? new Error('http is for private networks only: name an https address') : text;
  }

  /** Whether an update may come from an IP address and port; to be called for every resolved address. */
  mayConnect(address: string, port: number): boolean {
    return this.guard.mayConnect(address, port) && (this.#isSecure || this.#isNear(address));
  }

  get #isSecure(): boolean {
    return this.named.protocol === 'https:';
  }

  #isNear(address: string): boolean {
    this.#near ??= networkList(NEAR_NETWORKS);
    return this.#near.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
}
