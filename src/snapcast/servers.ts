/**
 * Snapcast servers of the network as outputs: each that announces itself, and the one of this box while it is on. A server
 * whose machine lost its power announces nothing: it is queried when somebody looks at the outputs, and never otherwise.
 * Thread: main.
 */
import { isIP } from 'node:net';
import type { OutputDevice, OutputSource } from '../devices/output-device.js';
import type { FoundService } from '../discovery/service-browser.js';
import type { ServiceWatch } from '../discovery/service-watch.js';
import { Listeners } from '../listeners.js';
import type { Native } from '../native.js';
import { HOME_NETWORKS, networkList } from '../net/stream-address.js';
import { type PeerFormat, socketSink } from '../output/sinks/socket-sink.js';
import { milliseconds } from '../units.js';
import type { OwnSnapcast } from './own-snapcast.js';
import { SOURCE_ADVICE, SOURCE_PORT } from './ports.js';

/** Type of the service (DNS-SD) that a snapserver announces. */
export const SNAPCAST_SERVICE = '_snapcast._tcp';

/** What is known of a server without a connection to it. */
type Announced = Pick<FoundService, 'name' | 'host' | 'address'>;
const OWN: Announced = { name: 'Snapcast', host: 'localhost', address: '127.0.0.1' };
/** A server that starts again, or a router that does, is back by then. */
const RETURNS_WITHIN = milliseconds(60_000);
/** ms for which what was seen of a server holds. */
const FRESH = 3000;
/** ms to wait for a server. */
const PATIENCE = 1500;

export interface SnapcastServersDeps {
  readonly services: Pick<ServiceWatch, 'list' | 'subscribe' | 'resolveAgain'>;
  /** The server that this box runs by itself. */
  readonly own: Pick<OwnSnapcast, 'isServerOn' | 'subscribe'>;
  readonly native: Pick<Native, 'openSocket'>;
  /** Whether somebody listens there. Never rejects. */
  readonly reaches?: (address: string, port: number, patience: number) => Promise<boolean>;
  /** What a server takes; rejects where it does not answer. */
  readonly readFormat?: (address: string) => Promise<PeerFormat>;
  readonly now?: () => number;
}

/**
 * Whoever is on the network can announce any address: only those of a home network are connected to. One of IPv6 that holds on
 * one link is no way to play: the source that a server is given listens on IPv4.
 */
const NEAR = networkList([...HOME_NETWORKS, '169.254.0.0/16']);

function isNear(address: string): boolean {
  return isIP(address) !== 0 && NEAR.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

export class SnapcastServers implements OutputSource {
  readonly #listeners = new Listeners();
  /** Addresses at which no service answers. */
  #absent = new Set<string>();
  /** Servers that were played to since the start, by address: one that has left keeps the key of its levels. */
  readonly #played = new Map<string, Announced>();
  #lookedAt = -Infinity;
  #isLooking = false;

  constructor(private readonly deps: SnapcastServersDeps) {}

  list(): readonly OutputDevice[] {
    const { own } = this.deps;
    const found = this.#found().map((service) => this.#device(service, !this.#absent.has(service.address)));
    const left = [...this.#played.values()].map((service) => this.#device(service, false));
    const devices = [...(own.isServerOn ? [this.#device(OWN, true)] : []), ...found, ...left];
    // Who announces an address that another announces already does not rename the server there.
    const ids = devices.map(({ id }) => id);
    return devices.filter(({ id }, at) => ids.indexOf(id) === at);
  }

  subscribe(changed: () => void): () => void {
    const { services, own } = this.deps;
    const look = (): void => {
      // One that announces itself anew is there.
      const left = new Set(services.list().map(({ address }) => address));
      this.#absent = new Set([...this.#absent].filter((address) => left.has(address)));
      changed();
    };
    const undo = [this.#listeners.add(changed), services.subscribe(look), own.subscribe(changed)];
    return () => undo.forEach((each) => each());
  }

  /** Begins to query each server, at most once in some seconds, and waits for none of them. Never rejects. */
  refresh(): Promise<void> {
    const now = (this.deps.now ?? (() => performance.now()))();
    if (this.#isLooking || now - this.#lookedAt < FRESH || this.#found().length === 0) return Promise.resolve();
    this.#lookedAt = now;
    this.#isLooking = true;
    void this.#look().finally(() => (this.#isLooking = false));
    return Promise.resolve();
  }

  #found(): readonly FoundService[] {
    const { services, own } = this.deps;
    return services.list().filter(({ isLocal, address }) => isNear(address) && !(own.isServerOn && isLocal));
  }

  async #look(): Promise<void> {
    const each = this.#found().map(async (service) => [service, await this.#isThere(service)] as const);
    const answers = new Map(await Promise.all(each));
    const before = this.#absent;
    const found = this.#found();
    // Without an answer: it has announced itself meanwhile.
    const there = new Set(found.flatMap((service) => (answers.get(service) === false ? [] : [service.address])));
    this.#absent = new Set(found.flatMap(({ address }) => (there.has(address) ? [] : [address])));
    const isSame = before.size === this.#absent.size && [...before].every((address) => this.#absent.has(address));
    if (!isSame) this.#listeners.call();
  }

  async #isThere(service: FoundService): Promise<boolean> {
    const { services, reaches = (await import('./reaches.js')).reaches } = this.deps;
    const isThere = await reaches(service.address, service.port, PATIENCE);
    // The machine may have another address now: then it is another entry of the list.
    if (!isThere) services.resolveAgain(service);
    return isThere;
  }

  #device(service: Announced, isPresent: boolean): OutputDevice {
    const { name, host, address: ip } = service;
    const learn = async () => {
      const { readFormat = (await import('./peer-format.js')).readPeerFormat } = this.deps;
      const format = await readFormat(ip);
      if (service !== OWN) this.#played.set(ip, service);
      if (this.#absent.delete(ip)) this.#listeners.call();
      return format;
    };
    return {
      id: `snapcast-${ip}`,
      name,
      service: 'snapcast',
      pcm: '',
      sink: socketSink(
        this.deps.native,
        `Snapcast server ${name} (${ip})`,
        { address: ip, port: SOURCE_PORT },
        learn,
        SOURCE_ADVICE,
      ),
      network: { app: 'Snapcast', takes: 'sound', host, ip, port: SOURCE_PORT },
      mixer: undefined,
      isPresent,
      // By name: a router may give the address to another machine.
      ...(service !== OWN && { key: `snapcast-${host.toLowerCase().replace(/\.local$/, '')}` }),
      returnsWithin: RETURNS_WITHIN,
    };
  }
}
