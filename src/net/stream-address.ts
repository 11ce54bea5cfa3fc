/**
 * Addresses that a stream may come from. The LAN is allowed, as stations and NAS boxes are there; loopback, link-local,
 * unspecified and multicast addresses and our own ports are not. A host name is checked here by its text; the client
 * calls `mayConnect` for every address that it resolves to, after every redirect. WHATWG URL parsing turns `0x7f.1`,
 * `2130706433` and the like into dotted IPv4 before they are checked. Thread: main.
 */
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { InvalidInput } from '../errors.js';

const URL_LIMIT = 4096;

/** IPv4 rules apply to IPv4-mapped IPv6 too (net.BlockList resolves the mapping). RFC 6890, RFC 4291. */
const FORBIDDEN_NETWORKS = [
  '0.0.0.0/8', // this network, unspecified
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '::/96', // unspecified, loopback, IPv4-compatible
  '64:ff9b::/96', // NAT64: a way round the rules above
  '64:ff9b:1::/48',
  '2002::/16', // 6to4: the same
  'fe80::/10', // link-local
  'ff00::/8', // multicast
];

/** Private networks (RFC 1918, RFC 6598, RFC 4193), for addresses that come from a stranger and nobody chose. */
export const HOME_NETWORKS = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/**
 * A list of networks in CIDR form.
 * @throws InvalidInput INVALID_NETWORK for anything but an address with an optional prefix length
 */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length, ...rest] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    const bits = family === 'ipv4' ? 32 : 128;
    const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : NaN;
    if (isIP(address) === 0 || rest.length > 0 || !(prefix <= bits)) {
      throw new InvalidInput('INVALID_NETWORK', `Not a network: ${network}`);
    }
    list.addSubnet(address, prefix, family);
  }
  return list;
}

function holds(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

function ownAddresses(): BlockList {
  const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return networkList(interfaces.map(({ address }) => address.replace(/%.*$/, '')));
}

export interface StreamAddressOptions {
  /** Networks, in CIDR form, that are allowed although they are loopback or link-local. */
  readonly allow?: readonly string[];
  /** Networks, in CIDR form, that are forbidden as well; `allow` takes precedence. */
  readonly forbid?: readonly string[];
  /** Ports of this daemon, which would play from itself. */
  ownPorts?(): readonly number[];
  /** Host names of this machine. */
  ownNames?(): readonly string[];
}

export class StreamAddresses {
  /** Built with the first URL: most runs need none. */
  #forbidden: BlockList | undefined;
  readonly #allowed: BlockList;

  /** @throws InvalidInput INVALID_NETWORK */
  constructor(private readonly options: StreamAddressOptions = {}) {
    this.#allowed = networkList(options.allow ?? []);
  }

  /** The URL unchanged, or why it must not be queued (UNSUPPORTED_URL, STREAM_ADDRESS_FORBIDDEN). */
  examine(text: string): string | InvalidInput {
    if (text.length > URL_LIMIT || !URL.canParse(text)) return new InvalidInput('UNSUPPORTED_URL', 'Not a URL.');
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return new InvalidInput('UNSUPPORTED_URL', 'Only http and https streams are played.');
    }
    if (url.username !== '' || url.password !== '') {
      return new InvalidInput('UNSUPPORTED_URL', 'A stream URL cannot carry a user name or a password.');
    }
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const fine = isIP(host) === 0 ? this.#nameMayBe(host, port) : this.mayConnect(host, port);
    if (fine) return text;
    return new InvalidInput('STREAM_ADDRESS_FORBIDDEN', 'Streams from this address are not played.');
  }

  /** Whether a stream may come from an IP address and port; to be called for every resolved address. */
  mayConnect(address: string, port: number): boolean {
    if (this.#isOwnPort(port) && (holds(ownAddresses(), address) || holds(LOOPBACK, address))) return false;
    this.#forbidden ??= networkList([...FORBIDDEN_NETWORKS, ...(this.options.forbid ?? [])]);
    return holds(this.#allowed, address) || !holds(this.#forbidden, address);
  }

  #isOwnPort(port: number): boolean {
    return this.options.ownPorts?.().includes(port) === true;
  }

  #nameMayBe(name: string, port: number): boolean {
    if (/^(?:.*\.)?localhost$|^ip6-(?:localhost|loopback)$/.test(name)) return this.mayConnect('127.0.0.1', port);
    return !(this.#isOwnPort(port) && this.options.ownNames?.().some((own) => own.toLowerCase() === name) === true);
  }
}

const LOOPBACK = networkList(['127.0.0.0/8', '::1/128']);
