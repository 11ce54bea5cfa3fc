/**
 * Services that other machines announce in the network (DNS-SD), by Avahi over D-Bus: browsing and resolving. Everything that
 * the network can send is bounded. Thread: main. Source: org.freedesktop.Avahi.Server.xml,
 * org.freedesktop.Avahi.ServiceBrowser.xml.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { BusSignal } from '../dbus/match.js';
import type { SystemBus } from '../dbus/system-bus.js';

export const AVAHI = 'org.freedesktop.Avahi';
const SERVER = { destination: AVAHI, path: '/', interface: `${AVAHI}.Server` } as const;
const BROWSER = `${AVAHI}.ServiceBrowser`;
/** Any interface, any version of IP (avahi-common/address.h). */
const ANY = -1;
export const IPV4 = 0;
/** The machine announces the service itself (AVAHI_LOOKUP_RESULT_LOCAL, avahi-common/defs.h). */
const LOCAL = 8;
/** Milliseconds to listen: who announces itself answers within a second. */
const LISTEN = 2500;
/** Milliseconds for an address to be found. */
const RESOLVE = 3000;
/** Services of all types that are kept. */
export const MOST_SERVICES = 64;
/** Announcements of one service that are looked at: one for each interface and version of IP. */
const MOST_ANNOUNCED = 8;
/** Signals that are kept until Avahi has said which browser they are from. */
const MOST_EARLY = 512;

type Bus = Pick<SystemBus, 'call' | 'subscribe'>;

/** One announcement: a service on one interface, by one version of IP. */
export type Announcement = readonly [
  ...[link: number, protocol: number, name: string, type: string, domain: string, flags: number],
];

type Resolved = readonly [
  ...[link: number, protocol: number, name: string, type: string, domain: string, host: string],
  ...[addressProtocol: number, address: string, port: number, txt: readonly Uint8Array[], flags: number],
];

export interface FoundService {
  readonly type: string;
  /** For people. */
  readonly name: string;
  /** Host name, such as `nas.local`. */
  readonly host: string;
  /** Numeric; one of IPv6 that holds on one link only has its zone. */
  readonly address: string;
  readonly port: number;
  readonly txt: readonly string[];
  /** Whether this machine announces it. */
  readonly isLocal: boolean;
}

export interface BrowserEvents {
  readonly added: (announcement: Announcement) => void;
  readonly removed?: (announcement: Announcement) => void;
}

/** Announcements of services by what names them; each service once. */
export class Announcements {
  readonly #all = new Map<string, Announcement[]>();

  get services(): readonly (readonly Announcement[])[] {
    return [...this.#all.values()];
  }

  /** @returns key of the service; undefined where there are too many */
  add(announcement: Announcement): string | undefined {
    const key = keyOf(announcement);
    const announced = this.#all.get(key) ?? [];
    if (announced.length === 0 && this.#all.size >= MOST_SERVICES) return undefined;
    if (announced.length < MOST_ANNOUNCED) this.#all.set(key, [...announced, announcement]);
    return key;
  }

  /** @returns key of the service */
  remove(announcement: Announcement): string {
    const [link, protocol] = announcement;
    const key = keyOf(announcement);
    const left = (this.#all.get(key) ?? []).filter((each) => each[0] !== link || each[1] !== protocol);
    if (left.length === 0) this.#all.delete(key);
    else this.#all.set(key, left);
    return key;
  }

  /** None where the service is gone. */
  of(key: string): readonly Announcement[] {
    return this.#all.get(key) ?? [];
  }
}

const keyOf = ([, , name, type, domain]: Announcement): string => `${type} ${name} ${domain}`;

/**
 * Follows announcements of these types until the returned function is called.
 * @throws TonearmError as `SystemBus.call` where Avahi does not run; it is never started
 */
export async function browse(bus: Bus, types: readonly string[], events: BrowserEvents): Promise<() => void> {
  const browsers = new Set<string>();
  let early: BusSignal[] | undefined = [];
  const hear = (signal: BusSignal): void => {
    if (browsers.has(signal.path)) {
      if (signal.member === 'ItemNew') events.added(signal.body as unknown as Announcement);
      if (signal.member === 'ItemRemove') events.removed?.(signal.body as unknown as Announcement);
    } else if (early !== undefined && early.length < MOST_EARLY) early.push(signal);
  };
  const unsubscribe = bus.subscribe({ sender: AVAHI, interface: BROWSER }, hear);
  const end = (): void => {
    unsubscribe();
    for (const path of browsers) {
      const free = { destination: AVAHI, path, interface: BROWSER, member: 'Free', mayFail: true, mayStart: false };
      bus.call(free).catch(() => undefined);
    }
    browsers.clear();
  };
  try {
    for (const type of types) {
      const body = [ANY, ANY, type, 'local', 0];
      const call = { ...SERVER, member: 'ServiceBrowserNew', signature: 'iissu', body, mayStart: false };
      const [path] = await bus.call(call);
      browsers.add(String(path));
    }
    const waiting = early;
    early = undefined;
    for (const signal of waiting) hear(signal);
    return end;
  } catch (error) {
    end();
    throw error;
  }
}

/** Listens for a moment. @returns services of these types, each once @throws as `browse` */
export async function findServices(bus: Bus, types: readonly string[]): Promise<FoundService[]> {
  const announcements = new Announcements();
  const end = await browse(bus, types, { added: (announcement) => void announcements.add(announcement) });
  await delay(LISTEN, undefined, { ref: false });
  end();
  const found = await Promise.all(announcements.services.map((announced) => resolveService(bus, announced)));
  return found.filter((service) => service !== undefined);
}

/**
 * A service announces itself over both versions of IP and may have an address of only one; an IPv4 address comes first, since
 * one of IPv6 may hold on one link only. @returns undefined where no address is found; never rejects
 */
export async function resolveService(
  bus: Pick<SystemBus, 'call'>,
  announced: readonly Announcement[],
): Promise<FoundService | undefined> {
  const sorted = announced.toSorted(([, one], [, other]) => Number(one !== IPV4) - Number(other !== IPV4));
  const services = sorted.map((announcement) => resolved(bus, announcement));
  for (const each of services) {
    const service = await each;
    if (service !== undefined) return service;
  }
  return undefined;
}

async function resolved(bus: Pick<SystemBus, 'call'>, announcement: Announcement): Promise<FoundService | undefined> {
  const [link, protocol, name, type, domain, flags] = announcement;
  const body = [link, protocol, name, type, domain, protocol, 0];
  const call = { ...SERVER, member: 'ResolveService', signature: 'iisssiu', body };
  const answer = await bus.call({ ...call, patience: RESOLVE, mayFail: true, mayStart: false }).catch(() => undefined);
  if (answer === undefined) return undefined;
  const [, , , , , host, , bare, port, txt] = answer as unknown as Resolved;
  const address = /^fe80:/i.test(bare) ? `${bare}%${link}` : bare;
  const texts = txt.map((entry) => Buffer.from(entry).toString('utf8'));
  return { type, name, host, address, port, txt: texts, isLocal: (flags & LOCAL) !== 0 };
}
