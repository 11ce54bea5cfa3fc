/**
 * The box is found by name: whatever there is to tell is on the network while Avahi runs, and again when Avahi has been
 * away, the box is called differently, or Avahi has refused. Addresses that come and go are Avahi's own business.
 *
 *   settings ──▶ wanted services ──▶ one after the other, each once Avahi has answered ──▶ told
 *   Avahi on the bus ──▶ gone: nothing is told; there: all anew
 *
 * Thread: main. Never rejects: without Avahi, or without its library, everything else goes on.
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
  /** The name of the machine itself. */
  readonly machine: () => string;
  readonly version: string;
  readonly log: Log;
  /** Milliseconds until it is tried anew after a failure, and at most. */
  readonly pauses?: { readonly first: number; readonly longest: number };
}

export interface AnnouncedService {
  readonly type: string;
  /** In force: not the wished one when another box has that. */
  readonly name: string;
  readonly port: number;
}

export interface DiscoveryState {
  /** 16 hex digits. */
  readonly id: string;
  /** With its domain; undefined when nobody can be asked. */
  readonly hostName: string | undefined;
  /** What the network knows. */
  readonly services: readonly AnnouncedService[];
  /** Why it knows less than it should; for a person. */
  readonly problem: string | undefined;
}

interface Announcement {
  readonly requested: Service;
  readonly publication: Publication;
  /** In force; undefined until Avahi has made sure that nobody else has it. */
  name: string | undefined;
}

const PAUSES = { first: 2000, longest: 60_000 };
const MOST_NAMES = 50;
const PLAYER = '_tonearm._tcp';
const NOT_REACHABLE = 'The daemon answers on this machine only.';
const NO_AVAHI = 'Avahi is not running.';

export class Discovery {
  readonly #deps: DiscoveryDeps;
  readonly #backoff: Backoff;
  readonly #announcements = new Map<string, Announcement>();
  readonly #undo: (() => void)[] = [];
  #ports: Ports | undefined;
  #problem: string | undefined = NO_AVAHI;
  /** What was wished of Avahi since it came; undefined: nothing. */
  #requestedHost: string | undefined;
  /** Counts Avahi's coming and going. */
  #life = 0;
  #due = false;
  #working: Promise<void> | undefined;
  #stopped = false;

  constructor(deps: DiscoveryDeps) {
    this.#deps = deps;
    const { first, longest } = deps.pauses ?? PAUSES;
    this.#backoff = new Backoff(doublingDelays(first, longest));
  }

  /** @param ports undefined where only this machine itself could reach them: then nothing is told */
  start(ports: Ports | undefined): void {
    const { avahi, settings, log } = this.#deps;
    this.#ports = ports;
    this.#undo.push(
      avahi.watch((isThere) => {
        this.#life++;
        // Whatever an Avahi knew has gone with it.
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

  async read(): Promise<DiscoveryState> {
    const { avahi, boxId } = this.#deps;
    const hostName = avahi.isThere ? await avahi.fullHostName().catch(() => undefined) : undefined;
    const services = [...this.#announcements.values()].flatMap(({ requested: { type, port }, name }) =>
      name === undefined ? [] : [{ type, name, port }],
    );
    const problem = this.#ports === undefined ? NOT_REACHABLE : this.#problem;
    return { id: await boxId.read(), hostName, services, problem };
  }

  /** The network is told that the box goes. May be called twice. */
  stop(): void {
    this.#stopped = true;
    for (const undo of this.#undo.splice(0)) undo();
    this.#backoff.cancel();
    this.#withdraw();
  }

  #renew(): void {
    this.#backoff.cancel();
    this.#due = true;
    this.#working ??= this.#work().finally(() => (this.#working = undefined));
  }

  async #work(): Promise<void> {
    while (this.#due && !this.#stopped) {
      this.#due = false;
      if (!this.#deps.avahi.isThere) continue;
      try {
        await this.#setHostName();
        await this.#announce();
        this.#problem = undefined;
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  /** As the settings have it; without a name there Avahi has what the machine is called. */
  async #setHostName(): Promise<void> {
    const { avahi, settings, machine, log } = this.#deps;
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

  /** Makes what is told what it should be. Resolves when Avahi has taken it. */
  async #announce(): Promise<void> {
    if (this.#ports === undefined) return;
    const services = await this.#requestedServices(this.#ports);
    this.#deps.publisher.load();
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
    const { avahi, publisher } = this.#deps;
    let { name } = requested;
    for (let attempt = 1; ; attempt++) {
      // Publishing waits for Avahi in place: never for one that stands still.
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
    const { log } = this.#deps;
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
    // The library misses an Avahi that ends before the bus tells of it; whoever does not answer is gone.
    await this.#deps.avahi.answer().catch(() => undefined);
    if (life === this.#life) this.#fail(error);
  }

  /** What is told stays; the rest is tried again, ever more seldom. */
  #fail(error: unknown): void {
    const { avahi, log } = this.#deps;
    if (this.#stopped || !avahi.isThere) return;
    const problem = error instanceof Error ? error.message : String(error);
    if (problem !== this.#problem) log.warn('services: not announced (the box is not found by name)', { error });
    this.#problem = problem;
    // What is not installed does not come by waiting.
    if (error instanceof Unavailable && error.code === 'NO_DNS_SD') return;
    this.#backoff.schedule(() => this.#renew());
  }

  #withdraw(): void {
    const all = [...this.#announcements.values()];
    this.#announcements.clear();
    for (const { publication } of all) publication.stop();
  }

  async #requestedServices({ web, rest }: Ports): Promise<Service[]> {
    const { settings, boxId, machine, version } = this.#deps;
    const name = instanceName(boxName(settings.read(), firstLabel(machine())));
    const id = await boxId.read();
    const about = { path: '/', version, id };
    return [
      { type: PLAYER, name, port: rest, txt: about },
      { type: '_http._tcp', name, port: web, txt: about },
    ];
  }
}

function isSame(one: Service, other: Service): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
