/**
 * Servers of shares that announce themselves in the network (DNS-SD `_smb._tcp`, `_nfs._tcp`), by Avahi over D-Bus. Avahi is
 * asked when a person looks for servers, and nothing is followed afterwards. Thread: main. Source:
 * org.freedesktop.Avahi.Server.xml, org.freedesktop.Avahi.ServiceBrowser.xml.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { BusSignal } from '../../dbus/match.js';
import type { SystemBus } from '../../dbus/system-bus.js';
import { TonearmError, Unavailable } from '../../errors.js';
import type { ShareKind } from './share.js';

const AVAHI = 'org.freedesktop.Avahi';
const SERVER = { destination: AVAHI, path: '/', interface: `${AVAHI}.Server` } as const;
const BROWSER = `${AVAHI}.ServiceBrowser`;
const TYPES: Readonly<Record<ShareKind, string>> = { smb: '_smb._tcp', nfs: '_nfs._tcp' };
/** Any interface, any version of IP (avahi-common/address.h). */
const ANY = -1;
/** Milliseconds to listen: who announces itself answers within a second. */
const LISTEN = 2500;
/** Milliseconds for an address to be found. */
const RESOLVE = 3000;
const MOST_SERVERS = 64;
/** Announcements of one server that are looked at: one for each interface and version of IP. */
const MOST_ANNOUNCED = 8;
const IPV4 = 0;

export interface ShareServer {
  readonly kind: ShareKind;
  /** For people. */
  readonly name: string;
  /** Host name, such as `nas.local`. */
  readonly host: string;
  readonly address: string;
  /** Undefined for the usual one. */
  readonly port: number | undefined;
  /** Exported folder that an NFS server announces; undefined where it announces none. */
  readonly path: string | undefined;
}

const USUAL: Readonly<Record<ShareKind, number>> = { smb: 445, nfs: 2049 };

type Item = readonly [link: number, protocol: number, name: string, type: string, domain: string, flags: number];
type Resolved = readonly [
  ...[link: number, protocol: number, name: string, type: string, domain: string, host: string],
  ...[addressProtocol: number, address: string, port: number, txt: readonly Uint8Array[], flags: number],
];

/** Servers by name, each once. @throws Unavailable NO_DISCOVERY where Avahi does not run */
export async function findShareServers(bus: Pick<SystemBus, 'call' | 'subscribe'>): Promise<ShareServer[]> {
  const items = new Map<string, Item[]>();
  const browsers = new Set<string>();
  const waiting: BusSignal[] = [];
  const note = (signal: BusSignal): void => {
    if (!browsers.has(signal.path)) return void waiting.push(signal);
    const item = signal.body as unknown as Item;
    const key = `${item[3]} ${item[2]} ${item[4]}`;
    const announced = items.get(key) ?? [];
    if (announced.length === 0 && items.size >= MOST_SERVERS) return;
    if (announced.length < MOST_ANNOUNCED) items.set(key, [...announced, item]);
  };
  const end = bus.subscribe({ sender: AVAHI, interface: BROWSER, member: 'ItemNew' }, note);
  try {
    for (const type of Object.values(TYPES)) {
      const body = [ANY, ANY, type, 'local', 0];
      const call = { ...SERVER, member: 'ServiceBrowserNew', signature: 'iissu', body, mayStart: false };
      const [path] = await bus.call(call);
      browsers.add(String(path));
    }
    for (const signal of waiting.splice(0)) note(signal);
    await delay(LISTEN, undefined, { ref: false });
  } catch (error) {
    if (!(error instanceof TonearmError)) throw error;
    throw new Unavailable('NO_DISCOVERY', 'Avahi does not run: servers have to be typed in.', { cause: error });
  } finally {
    end();
    for (const path of browsers) {
      const free = { destination: AVAHI, path, interface: BROWSER, member: 'Free', mayFail: true, mayStart: false };
      bus.call(free).catch(() => undefined);
    }
  }
  const servers = await Promise.all([...items.values()].map((announced) => resolvedOne(bus, announced)));
  return servers
    .filter((server) => server !== undefined)
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.kind.localeCompare(other.kind, 'en'));
}

/**
 * One server, which announces itself over both versions of IP and may have an address of only one; an IPv4 address comes first,
 * since one of IPv6 may hold on one link only. @returns undefined where no address is found
 */
async function resolvedOne(bus: Pick<SystemBus, 'call'>, announced: readonly Item[]): Promise<ShareServer | undefined> {
  const sorted = announced.toSorted(([, one], [, other]) => Number(one !== IPV4) - Number(other !== IPV4));
  const servers = sorted.map((item) => resolved(bus, item));
  for (const each of servers) {
    const server = await each;
    if (server !== undefined) return server;
  }
  return undefined;
}

/** @returns undefined where its address is not found; never rejects */
async function resolved(bus: Pick<SystemBus, 'call'>, item: Item): Promise<ShareServer | undefined> {
  const [link, protocol, name, type, domain] = item;
  const body = [link, protocol, name, type, domain, protocol, 0];
  const call = { ...SERVER, member: 'ResolveService', signature: 'iisssiu', body };
  const answer = await bus.call({ ...call, patience: RESOLVE, mayFail: true, mayStart: false }).catch(() => undefined);
  if (answer === undefined) return undefined;
  const [, , , , , host, , address, port, txt] = answer as unknown as Resolved;
  const kind: ShareKind = type === TYPES.smb ? 'smb' : 'nfs';
  return {
    ...{ kind, name, host, address },
    port: port === USUAL[kind] ? undefined : port,
    path: kind === 'nfs' ? pathIn(txt) : undefined,
  };
}

function pathIn(txt: readonly Uint8Array[]): string | undefined {
  const entries = txt.map((entry) => Buffer.from(entry).toString('utf8'));
  return entries.find((entry) => entry.startsWith('path=/'))?.slice('path='.length);
}
