/**
 * Follows the services of one type in the network, for as long as the daemon runs: they appear when they are announced, and
 * leave when their machine says so or its announcement expires. Nothing runs in between: Avahi sends a signal when something
 * is another. Thread: main.
 *
 *     Avahi absent ──appears──▶ browsing ──ItemNew──▶ resolving ──address──▶ listed ──ItemRemove──▶ (gone)
 */
import { isIPv4 } from 'node:net';
import type { SystemBus } from '../dbus/system-bus.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import {
  type Announcement,
  Announcements,
  AVAHI,
  browse,
  type FoundService,
  IPV4,
  resolveService,
} from './service-browser.js';

export interface ServiceWatchDeps {
  readonly bus: Pick<SystemBus, 'call' | 'subscribe' | 'watchName'>;
  /** Such as `_snapcast._tcp`. */
  readonly type: string;
  readonly log: Log;
  /** Milliseconds before the address of a service that has none is asked for again. */
  readonly pause?: number;
}

const PAUSE = 5000;
/** Addresses that are asked for at once: Avahi and the bus bound what one program may have open. */
const MOST_AT_ONCE = 4;

export class ServiceWatch {
  readonly #listeners = new Listeners();
  #announcements = new Announcements();
  readonly #found = new Map<string, FoundService>();
  /** Counts starts and ends of Avahi: what belongs to an earlier one is dropped. */
  #life = 0;
  #endBrowsing: () => void = () => undefined;
  #endWatch: () => void = () => undefined;
  /** Services whose address is to be asked for, and those of which it is being asked for. */
  readonly #due = new Set<string>();
  readonly #resolving = new Set<string>();
  /** Services without an address, or without the one of IPv4 that they announce, that are resolved once more: timers until then. */
  readonly #unanswered = new Map<string, NodeJS.Timeout | undefined>();

  constructor(private readonly deps: ServiceWatchDeps) {}

  /** Never rejects; without Avahi nothing is found. */
  start(): void {
    this.#endWatch = this.deps.bus.watchName(AVAHI, (owner) => {
      this.#forget();
      if (owner !== undefined) void this.#browse(this.#life);
    });
  }

  /** May be called twice. */
  stop(): void {
    this.#endWatch();
    this.#listeners.clear();
    this.#forget();
  }

  list(): readonly FoundService[] {
    return [...this.#found.values()];
  }

  /** @param listener called when the list is another @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Asks once more for the address of a service, which a machine may have changed without a sign. */
  resolveAgain({ type, name }: FoundService): void {
    for (const [key, service] of this.#found) {
      if (service.type === type && service.name === name) this.#resolve(key);
    }
  }

  #forget(): void {
    this.#life++;
    this.#endBrowsing();
    this.#endBrowsing = () => undefined;
    this.#announcements = new Announcements();
    this.#due.clear();
    for (const timer of this.#unanswered.values()) clearTimeout(timer);
    this.#unanswered.clear();
    if (this.#found.size === 0) return;
    this.#found.clear();
    this.#listeners.call();
  }

  async #browse(life: number): Promise<void> {
    const { bus, type, log } = this.deps;
    try {
      const end = await browse(bus, [type], {
        added: (announcement) => this.#added(life, announcement),
        removed: (announcement) => this.#removed(life, announcement),
      });
      if (life === this.#life) this.#endBrowsing = end;
      else end();
    } catch (error) {
      log.debug('services: not browsed (none of this type is found)', { type, error });
    }
  }

  #added(life: number, announcement: Announcement): void {
    if (life !== this.#life) return;
    const key = this.#announcements.add(announcement);
    const [, protocol] = announcement;
    // An address of IPv6 is what there is until one of IPv4 comes.
    if (key !== undefined && (protocol === IPV4 || !this.#found.has(key))) this.#resolve(key);
  }

  #removed(life: number, announcement: Announcement): void {
    if (life !== this.#life) return;
    const key = this.#announcements.remove(announcement);
    if (this.#announcements.of(key).length > 0) {
      // Perhaps its address went with the interface.
      this.#resolve(key);
    } else {
      this.#due.delete(key);
      clearTimeout(this.#unanswered.get(key));
      this.#unanswered.delete(key);
      if (this.#found.delete(key)) this.#listeners.call();
    }
  }

  /** Asks for few addresses at once, each once at a time: the answers to a question come in a burst. */
  #resolve(key: string): void {
    this.#due.add(key);
    for (const next of this.#due) {
      if (this.#resolving.size >= MOST_AT_ONCE) return;
      if (this.#resolving.has(next)) continue;
      this.#due.delete(next);
      this.#resolving.add(next);
      void this.#find(next, this.#life).finally(() => {
        this.#resolving.delete(next);
        const [first] = this.#due;
        if (first !== undefined) this.#resolve(first);
      });
    }
  }

  /** Never rejects. */
  async #find(key: string, life: number): Promise<void> {
    const service = await resolveService(this.deps.bus, this.#announcements.of(key));
    const announced = this.#announcements.of(key);
    if (life !== this.#life || announced.length === 0) return;
    const hasIpv4 = announced.some(([, protocol]) => protocol === IPV4);
    const before = this.#found.get(key);
    if (service === undefined || (hasIpv4 && !isIPv4(service.address))) {
      if (before !== undefined && isIPv4(before.address)) return;
      if (!this.#unanswered.has(key)) this.#unanswered.set(key, this.#resolveLater(key));
      if (service === undefined || this.#unanswered.get(key) !== undefined) return;
    }
    if (before?.address === service.address && before.port === service.port) return;
    this.#found.set(key, service);
    this.#listeners.call();
  }

  #resolveLater(key: string): NodeJS.Timeout {
    const resolve = (): void => {
      this.#unanswered.set(key, undefined);
      this.#resolve(key);
    };
    return setTimeout(resolve, this.deps.pause ?? PAUSE).unref();
  }
}
