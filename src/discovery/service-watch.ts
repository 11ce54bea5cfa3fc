/**
 * Follows the services of one type in the network, for as long as the daemon runs: they appear when they are announced, and
 * leave when their machine says so or its announcement expires. Nothing runs in between: Avahi sends a signal when something
 * is another. Thread: main.
 *
 *     Avahi absent ──appears──▶ browsing ──ItemNew──▶ resolving ──address──▶ listed ──ItemRemove──▶ (gone)
 */
import type { SystemBus } from '../dbus/system-bus.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import {
  type Announcement,
  Announcements,
  AVAHI,
  browse,
  type FoundService,
  resolveService,
} from './service-browser.js';

export interface ServiceWatchDeps {
  readonly bus: Pick<SystemBus, 'call' | 'subscribe' | 'watchName'>;
  /** Such as `_snapcast._tcp`. */
  readonly type: string;
  readonly log: Log;
}

export class ServiceWatch {
  readonly #listeners = new Listeners();
  #announcements = new Announcements();
  readonly #found = new Map<string, FoundService>();
  /** Counts starts and ends of Avahi: what belongs to an earlier one is dropped. */
  #life = 0;
  #endBrowsing: () => void = () => undefined;
  #endWatch: () => void = () => undefined;

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

  /** Asks once more for the address of a service, which a machine may have changed without a sign. Never rejects. */
  async resolveAgain({ type, name }: FoundService): Promise<void> {
    for (const [key, service] of this.#found) {
      if (service.type === type && service.name === name) await this.#resolve(key);
    }
  }

  #forget(): void {
    this.#life++;
    this.#endBrowsing();
    this.#endBrowsing = () => undefined;
    this.#announcements = new Announcements();
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
    if (key !== undefined && !this.#found.has(key)) void this.#resolve(key);
  }

  #removed(life: number, announcement: Announcement): void {
    if (life !== this.#life) return;
    const key = this.#announcements.remove(announcement);
    if (this.#announcements.of(key).length > 0) {
      // Perhaps its address went with the interface.
      void this.#resolve(key);
    } else if (this.#found.delete(key)) this.#listeners.call();
  }

  async #resolve(key: string): Promise<void> {
    const life = this.#life;
    const service = await resolveService(this.deps.bus, this.#announcements.of(key));
    if (life !== this.#life || service === undefined || this.#announcements.of(key).length === 0) return;
    const before = this.#found.get(key);
    if (before?.address === service.address && before.port === service.port) return;
    this.#found.set(key, service);
    this.#listeners.call();
  }
}
