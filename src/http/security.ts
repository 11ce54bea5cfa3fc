/**
 * The LAN's first line of defence, before any route: a web page that a phone happens to open must not drive the box.
 * DNS rebinding is met by a Host allow-list, cross-site writes by Origin and Sec-Fetch-Site. There are no CORS headers
 * anywhere, so no other origin reads an answer either.
 */
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { IncomingMessage } from 'node:http';
import { Forbidden, InvalidInput } from '../errors.js';

/** How long a Host that was found good stays good without another look at names and addresses, in ms. */
const TRUST_MS = 30_000;
/** Spellings of a name are without end: what is remembered is not. */
const REMEMBERED_HOSTS = 256;
/** Characters of a refused Host that its refusal repeats. */
const LONGEST_SHOWN = 100;

/** The addresses of all interfaces at this moment: a netlink round trip of a millisecond. */
function interfaceAddresses(): BlockList {
  const list = new BlockList();
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    list.addAddress(address, family === 'IPv4' ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** The host part of a Host header, lower case, without port, brackets, zone and final dot (RFC 9110 section 7.2). */
function hostName(header: string): string {
  const bracketed = /^\[([^\]%]*)(?:%[^\]]*)?\](?::\d*)?$/.exec(header);
  if (bracketed) return (bracketed[1] ?? '').toLowerCase();
  return header.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

export class LanGuard {
  /** Host headers found good, and until when (performance.now). */
  readonly #trusted = new Map<string, number>();
  #addresses = new BlockList();
  #settings: unknown;

  /**
   * @param ownNames the names of this machine, asked again whenever a Host is examined
   * @param settings another object after each change of a setting: a name that was taken away is refused at once
   */
  constructor(
    private readonly ownNames: () => readonly string[],
    private readonly settings: () => unknown = () => undefined,
  ) {}

  /**
   * @throws InvalidInput HOST_MISSING
   * @throws Forbidden HOST_NOT_ALLOWED, CROSS_SITE_REQUEST
   */
  check(request: IncomingMessage): void {
    const host = request.headers.host;
    if (host === undefined || host === '') throw new InvalidInput('HOST_MISSING', 'The request names no host.');
    if (!this.isOwnHost(host)) refuseHost(host);
    if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request, host);
  }

  /** Whether a Host header names this machine. */
  isOwnHost(host: string): boolean {
    const settings = this.settings();
    if (settings !== this.#settings) this.#trusted.clear();
    this.#settings = settings;
    const now = performance.now();
    if (now <= (this.#trusted.get(host) ?? 0)) return true;
    if (!this.#isOwn(hostName(host))) return false;
    if (this.#trusted.size >= REMEMBERED_HOSTS) this.#trusted.clear();
    this.#trusted.set(host, now + TRUST_MS);
    return true;
  }

  /** The interfaces are asked anew only when an address is not among those that were known. */
  #isOwnAddress(address: string, family: 'ipv4' | 'ipv6'): boolean {
    if (LOOPBACK.check(address, family) || this.#addresses.check(address, family)) return true;
    this.#addresses = interfaceAddresses();
    return this.#addresses.check(address, family);
  }

  #isOwn(name: string): boolean {
    const version = isIP(name);
    if (version !== 0) return this.#isOwnAddress(name, version === 4 ? 'ipv4' : 'ipv6');
    return name === 'localhost' || this.ownNames().some((own) => own.toLowerCase() === name);
  }
}

function refuseHost(host: string): never {
  const shown = JSON.stringify(host.slice(0, LONGEST_SHOWN));
  throw new Forbidden(
    'HOST_NOT_ALLOWED',
    `The host ${shown} is none of this box's names and addresses. If it is to be one, add it to the setting ` +
      'http_names (TONEARM_HTTP_NAMES) of the box.',
  );
}

/**
 * A browser says where a request comes from; anything else (curl, an app) sends neither header and is welcome.
 * The Origin's host and port must be the request's own (WHATWG Fetch, "Origin header"; W3C Fetch Metadata).
 */
export function requireSameOrigin(request: IncomingMessage, host: string): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const foreignSite = site === 'cross-site' || (site === 'same-site' && origin === undefined);
  const foreignOrigin = origin !== undefined && origin.toLowerCase().replace(/^https?:\/\//, '') !== host.toLowerCase();
  if (foreignSite || foreignOrigin) {
    throw new Forbidden('CROSS_SITE_REQUEST', 'Requests that change something must come from this host itself.');
  }
}
