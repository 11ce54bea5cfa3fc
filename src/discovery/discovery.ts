/**
 * Announces the services of the box by Avahi while it runs: again when Avahi restarts, when the box gets another name,
 * and after a failure. Avahi itself follows addresses that come and go.
 *
 *   settings ──▶ requested services ──▶ one after the other, each once Avahi has answered ──▶ announced
 *   Avahi on the bus ──▶ gone: nothing is announced; there: everything again
 *
 * Thread: main. Never rejects: without Avahi, or without its library, everything else works.
 */
import { Backoff, doublingDelays } from '../backoff.js';
import { TimedOut, TonearmError, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { boxName, type Settings } from '../settings/settings.js';
import type { Avahi } from './avahi.js';
import type { BoxId } from './box-id.js';
import { firstLabel, instanceName, nextName } from './instance-name.js';
import type { Ports } from './ports.js';
import type { Publication, Publisher, Service } from './publisher.js';

export interface DiscoveryDeps {
  readonly avahi: Avahi;
  readonly settings: Pick<Settings, 'read' | 'subscribe'>;
  readonly boxId: Pick<BoxId, 'read'>;
  readonly publisher: Pick<Publisher, 'load' | 'publish'>;
  /** Host name of the machine. */
  readonly machine: () => string;
  /** Numeric addresses of the box in its networks, as a URL has them. */
  readonly lanAddresses: () => readonly string[];
  readonly version: string;
  readonly log: Log;
  /** Milliseconds before the first attempt after a failure, and the longest delay. */
  readonly pauses?: { readonly first: number; readonly longest: number };
}

export interface AnnouncedService {
  readonly type: string;
  /** The name in force, which differs from the requested one when another box has that. */
  readonly name: string;
  readonly port: number;
}

export interface DiscoveryState {
  /** 16 hex digits. */
  readonly id: string;
  /** Host name with domain; undefined while Avahi does not answer. */
  readonly hostName: string | undefined;
  /** URLs of the page, that of the host name first, then numeric ones; none when only this machine reaches it. */
  readonly addresses: readonly string[];
  /** Services that are announced. */
  readonly services: readonly AnnouncedService[];
  /** Why services are not announced, in words; undefined when all are. */
  readonly problem: string | undefined;
}

interface Announcement {
  readonly requested: Service;
  readonly publication: Publication;
  /** Name in force; undefined until Avahi has checked that nobody else has it. */
  name: string | undefined;
}

const PAUSES = { first: 2000, longest: 60_000 };
const MOST_NAMES = 50;
const PLAYER = '_tonearm._tcp';
const NOT_REACHABLE = 'The daemon answers on this machine only.';
const NO_AVAHI = 'Avahi is not running.';

export class Discovery {
  readonly #backoff: Backoff;
  readonly #announcements = new Map<string, Announcement>();
  /** Ports of other protocols, by the types of their services. */
  readonly #others = new Map<string, number>();
  readonly #undo: (() => void)[] = [];
  #ports: Ports | undefined;
  #problem: string | undefined = NO_AVAHI;
  /** Host name requested from Avahi since it started; undefined for none. */
  #requestedHost: string | undefined;
  /** Counts starts and ends of Avahi. */
  #life = 0;
  #due = false;
  #working: Promise<void> | undefined;
  #stopped = false;

  constructor(private readonly deps: DiscoveryDeps) {
    const { first, longest } = deps.pauses ?? PAUSES;
    this.#backoff = new Backoff(doublingDelays(first, longest));
  }

  /**
   * Reads tell its addresses from now on.
   * @param ports undefined where only this machine can reach the daemon: then nothing is announced
   */
  listensAt(ports: Ports | undefined): void {
    this.#ports = ports;
  }

  /** @param ports as those of listensAt() */
  start(ports: Ports | undefined): void {
    const { avahi, settings, log } = this.deps;
    this.listensAt(ports);
    this.#undo.push(
      avahi.watch((isThere) => {
        this.#life++;
        // Avahi has forgotten what it announced.
        this.#withdraw();
        this.#requestedHost = undefined;
        this.#backoff.reset();
        if (!isThere) {
          this.#problem = NO_AVAHI;
          log.info('Avahi: not running (the box is not found by name)');
        }
        this.#renew();
      }),
      settings.subscribe((now, before) => {
        if (now.playerName !== before.playerName || now.hostName !== before.hostName) this.#renew();
      }),
    );
  }

  /** Announces the service of another protocol from now on. @param port undefined: not any more */
  announce(type: string, port: number | undefined): void {
    if (this.#others.get(type) === port) return;
    if (port === undefined) this.#others.delete(type);
    else this.#others.set(type, port);
    if (this.#ports !== undefined) this.#renew();
  }

  async read(): Promise<DiscoveryState> {
    const { avahi, boxId } = this.deps;
    const hostName = avahi.isThere ? await avahi.fullHostName().catch(() => undefined) : undefined;
    const services = [...this.#announcements.values()].flatMap(({ requested: { type, port }, name }) =>
      name === undefined ? [] : [{ type, name, port }],
    );
    const problem = this.#ports === undefined ? NOT_REACHABLE : this.#problem;
    return { id: await boxId.read(), hostName, addresses: this.#addresses(hostName), services, problem };
  }

  #addresses(hostName: string | undefined): string[] {
    if (this.#ports === undefined) return [];
    const { web } = this.#ports;
    const names = [...(hostName === undefined ? [] : [hostName]), ...this.deps.lanAddresses()];
    return names.map((name) => `http://${name}${web === 80 ? '' : `:${web}`}`);
  }

  /** Withdraws all announcements. May be called twice. */
  stop(): void {
    this.#stopped = true;
    for (const undo of this.#undo.splice(0)) undo();
    this.#backoff.cancel();
    this.#withdraw();
  }

  #renew(): void {
    this.#backoff.cancel();
    this.#due = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      // Avahi may have come between the end of the work and here.
      if (this.#due && !this.#stopped) this.#renew();
    });
  }

  async #work(): Promise<void> {
    while (this.#due && !this.#stopped) {
      this.#due = false;
      if (!this.deps.avahi.isThere) continue;
      try {
        await this.#setHostName();
        await this.#announce();
        this.#problem = undefined;
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  /** Sets the host name of the settings; without one there, that of the machine. */
  async #setHostName(): Promise<void> {
    const { avahi, settings, machine, log } = this.deps;
    const { hostName } = settings.read();
    const requestedName = hostName || (this.#requestedHost === undefined ? undefined : firstLabel(machine()));
    if (requestedName === undefined || requestedName === this.#requestedHost) return;
    try {
      if ((await avahi.hostName()) !== requestedName) await avahi.setHostName(requestedName);
    } catch (error) {
      if (error instanceof TimedOut || error instanceof Unavailable) throw error;
      log.warn('host name: not changed (the box keeps its earlier name)', { name: requestedName, error });
    }
    this.#requestedHost = requestedName;
  }

  /** Announces what differs from the requested services. Resolves when Avahi has taken it. */
  async #announce(): Promise<void> {
    if (this.#ports === undefined) return;
    const services = await this.#requestedServices(this.#ports);
    this.deps.publisher.load();
    this.#withdrawAllBut(services.map(({ type }) => type));
    for (const requested of services) {
      const before = this.#announcements.get(requested.type);
      if (before !== undefined && isSame(before.requested, requested)) continue;
      this.#announcements.delete(requested.type);
      before?.publication.stop();
      await this.#begin(requested);
      if (this.#due || this.#stopped) return;
    }
  }

  async #begin(requested: Service): Promise<void> {
    const { avahi, publisher } = this.deps;
    let { name } = requested;
    for (let attempt = 1; ; attempt++) {
      // Publishing blocks until Avahi answers: never begun with one that hangs.
      await avahi.answer();
      if (this.#stopped || !avahi.isThere) return;
      try {
        const publication: Publication = publisher.publish(
          { ...requested, name },
          {
            registered: (inForce) => this.#isAnnounced(announcement, inForce),
            lost: (error) => void this.#lose(announcement, error),
          },
        );
        const announcement: Announcement = { requested, publication, name: undefined };
        this.#announcements.set(requested.type, announcement);
        return;
      } catch (error) {
        if (!(error instanceof TonearmError) || error.code !== 'NAME_TAKEN' || attempt >= MOST_NAMES) throw error;
        name = nextName(name);
      }
    }
  }

  #isAnnounced(announcement: Announcement, name: string): void {
    const { type, name: requestedName, port } = announcement.requested;
    if (announcement.name === name || this.#announcements.get(type) !== announcement) return;
    announcement.name = name;
    this.#backoff.reset();
    const { log } = this.deps;
    if (type !== PLAYER) log.debug('service: announced', { type, name, port });
    else if (name === requestedName) log.info('player: announced', { name, port });
    else
      log.info('player: announced under another name, as its own is taken', { name, requested: requestedName, port });
  }

  /** Never rejects. */
  async #lose(announcement: Announcement, error: Error): Promise<void> {
    if (this.#announcements.get(announcement.requested.type) !== announcement) return;
    this.#announcements.delete(announcement.requested.type);
    const life = this.#life;
    // The library notices the end of Avahi before the bus reports it: an Avahi that does not answer is gone.
    await this.deps.avahi.answer().catch(() => undefined);
    if (life === this.#life) this.#fail(error);
  }

  /** Keeps what is announced, and schedules an attempt for the rest. */
  #fail(error: unknown): void {
    const { avahi, log } = this.deps;
    if (this.#stopped || !avahi.isThere) return;
    const problem = error instanceof Error ? error.message : String(error);
    if (problem !== this.#problem) log.warn('services: not announced (the box is not found by name)', { error });
    this.#problem = problem;
    // A retry does not install a library.
    if (error instanceof Unavailable && error.code === 'NO_DNS_SD') return;
    this.#backoff.schedule(() => this.#renew());
  }

  #withdraw(): void {
    const all = [...this.#announcements.values()];
    this.#announcements.clear();
    for (const { publication } of all) publication.stop();
  }

  #withdrawAllBut(types: readonly string[]): void {
    for (const [type, { publication }] of this.#announcements) {
      if (types.includes(type)) continue;
      this.#announcements.delete(type);
      publication.stop();
    }
  }

  async #requestedServices({ web, rest }: Ports): Promise<Service[]> {
    const { settings, boxId, machine, version } = this.deps;
    const name = instanceName(boxName(settings.read(), firstLabel(machine())));
    const id = await boxId.read();
    const about = { path: '/', version, id };
    return [
      { type: PLAYER, name, port: rest, txt: about },
      { type: '_http._tcp', name, port: web, txt: about },
      ...[...this.#others].map(([type, port]) => ({ type, name, port, txt: {} })),
    ];
  }
}

function isSame(one: Service, other: Service): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
