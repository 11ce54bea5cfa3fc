/**
 * Renderers that were announced, with their descriptions: at most MOST of them, so that a network full of announcements costs
 * a bounded amount. Thread: main.
 *
 *   announced ──description read──▶ known ──byebye, or silent twice when it is checked──▶ gone
 *        └──────not to be had──────▶ refused for a while
 *
 * Whoever sends a message speaks for its own address alone: another one neither ends an entry nor moves it, unless what was
 * known does not answer any more.
 */
import { Listeners } from '../../listeners.js';
import type { Log } from '../../log.js';
import { Lru } from '../../lru.js';
import { Slots } from '../../slots.js';
import { NoRenderer, type RendererDescription } from './description.js';
import type { Sighting } from './sightings.js';

/** Entries of all, and of one address, which leave room for others. */
const MOST = { all: 64, address: 32 };
/** Descriptions that are read at a time, and checks. */
const TOGETHER = { first: 4, check: 32 };
/** Pauses between attempts to read a description, in ms: a device that has just started may answer a little later. */
const ATTEMPTS = [500, 2000];
/** What is no renderer, or does not answer, is not asked again for so long, in ms. */
const REFUSED = { silent: 30_000, never: 600_000 };
const MOST_REFUSED = 256;
/** An announcement leads to another look at the description when the last one is so long ago, in ms: the name may have changed. */
const READ_AGAIN = 60_000;
/** One that names another address is looked at again after so long, in ms. */
const MOVED_AGAIN = 5000;
/** A device that does not answer so many checks in a row is gone. */
const MOST_SILENT = 2;
/** One that answers although its announcement counts no more is asked again after so long, in ms. */
const EXPIRED = 600_000;

export interface KnownRenderersDeps {
  /** @throws NoRenderer, or whatever else a request that failed throws */
  readonly describe: (location: URL, udn: string) => Promise<RendererDescription>;
  /** Unique name of the renderer of this very daemon. */
  readonly ownUdn: string;
  readonly log: Log;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

type Alive = Extract<Sighting, { kind: 'alive' }>;

interface Entry {
  readonly udn: string;
  location: URL;
  /** Undefined until it was read for the first time. */
  description: RendererDescription | undefined;
  /** When it was last sure to be there, when its description was last read, and until when its announcement counts. */
  seenAt: number;
  readAt: number;
  expiresAt: number;
  /** Checks in a row that it did not answer. */
  silent: number;
  /** The description is being read, or is about to be. */
  isBusy: boolean;
  /** A byebye came before the description was read: the entry keeps its place until that has ended. */
  hasLeft: boolean;
}

export class KnownRenderers {
  readonly #entries = new Map<string, Entry>();
  readonly #refused = new Lru<string, number>(MOST_REFUSED);
  readonly #listeners = new Listeners();
  readonly #reading = new Slots(TOGETHER.first);
  readonly #checking = new Slots(TOGETHER.check);
  readonly #now: () => number;
  readonly #pause: (milliseconds: number) => Promise<void>;
  #isFull = false;
  #expiry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(private readonly deps: KnownRenderersDeps) {
    this.#now = deps.now ?? (() => performance.now());
    this.#pause = deps.pause ?? ((milliseconds) => new Promise((done) => setTimeout(done, milliseconds).unref()));
  }

  /** In the order of their names. */
  list(): readonly RendererDescription[] {
    const known = [...this.#entries.values()].flatMap(({ description }) => description ?? []);
    return known.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.udn < b.udn ? -1 : 1));
  }

  find(udn: string): RendererDescription | undefined {
    return this.#entries.get(udn)?.description;
  }

  /** Calls `listener` when the list is another; returns what ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** May be called twice. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#expiry);
    this.#entries.clear();
  }

  /** @param address of the sender, in a network of this machine */
  sighted(sighting: Sighting, address: string): void {
    if (this.#isStopped || sighting.udn === this.deps.ownUdn) return;
    const entry = this.#entries.get(sighting.udn);
    if (sighting.kind === 'gone') {
      if (entry?.location.hostname !== address) return;
      if (entry.description === undefined) entry.hasLeft = true;
      else this.#remove(entry, 'it says so');
      return;
    }
    const location = URL.canParse(sighting.location) ? new URL(sighting.location) : undefined;
    if (location?.protocol !== 'http:' || location.hostname !== address) return;
    if (entry === undefined) void this.#add(sighting, location);
    else if (entry.location.hostname === address) this.#renew(entry, sighting, location);
    else void this.#move(entry, sighting, location);
  }

  /** Asks those that were not sure to be there for so long, in ms. Resolves when all have answered or are gone. Never rejects. */
  async check(age: number): Promise<void> {
    const since = this.#now() - age;
    const due = [...this.#entries.values()].filter(
      ({ seenAt, description, isBusy }) => description !== undefined && seenAt <= since && !isBusy,
    );
    for (const entry of due) entry.isBusy = true;
    await Promise.all(due.map((entry) => this.#checking.run(() => this.#look(entry))));
  }

  async #add(sighting: Alive, location: URL): Promise<void> {
    const { udn } = sighting;
    const key = `${udn} ${location.href}`;
    if ((this.#refused.get(key) ?? -Infinity) > this.#now() || !this.#hasRoom(location)) return;
    const now = this.#now();
    const entry: Entry = {
      ...{ udn, location, description: undefined, seenAt: now, readAt: -Infinity },
      ...{ expiresAt: now + sighting.age, silent: 0, isBusy: false, hasLeft: false },
    };
    this.#entries.set(udn, entry);
    for (let attempt = 0; this.#entries.get(udn) === entry; attempt++) {
      const found = await this.#reading.run(() => (entry.hasLeft ? 'silent' : this.#read(entry)));
      if (entry.hasLeft && this.#entries.get(udn) === entry) this.#remove(entry, 'it says so');
      if (found === 'read' || this.#entries.get(udn) !== entry) return;
      const pause = ATTEMPTS[attempt];
      if (found === 'silent' && pause !== undefined) {
        await this.#pause(pause);
        continue;
      }
      this.#entries.delete(udn);
      this.#refused.set(key, this.#now() + REFUSED[found]);
    }
  }

  #hasRoom({ hostname }: URL): boolean {
    const near = [...this.#entries.values()].filter(({ location }) => location.hostname === hostname).length;
    if (this.#entries.size < MOST.all && near < MOST.address) return true;
    if (!this.#isFull) {
      this.#isFull = true;
      this.deps.log.warn('list full: more renderers are announced than are listed (the others cannot be chosen)', {
        listed: this.#entries.size,
        address: hostname,
      });
    }
    return false;
  }

  #renew(entry: Entry, sighting: Alive, location: URL): void {
    const now = this.#now();
    entry.seenAt = now;
    entry.silent = 0;
    entry.expiresAt = now + sighting.age;
    const isOther = entry.location.href !== location.href;
    entry.hasLeft = false;
    const isDue = (isOther || sighting.isAnnouncement) && now - entry.readAt > (isOther ? MOVED_AGAIN : READ_AGAIN);
    if (!isOther || isDue || entry.description === undefined) entry.location = location;
    this.#awaitExpiry();
    if (entry.description === undefined || entry.isBusy || !isDue) return;
    entry.isBusy = true;
    entry.readAt = now;
    void this.#reading.run(() => this.#read(entry));
  }

  /** The device has another address now; or somebody else has its name. */
  async #move(entry: Entry, sighting: Alive, location: URL): Promise<void> {
    if (entry.description === undefined || entry.isBusy) return;
    entry.isBusy = true;
    if ((await this.#checking.run(() => this.#read(entry))) === 'read') return;
    if (this.#entries.get(entry.udn) !== entry) return;
    this.#remove(entry, 'it is at another address');
    await this.#add(sighting, location);
  }

  async #look(entry: Entry): Promise<void> {
    if (this.#entries.get(entry.udn) !== entry) return;
    const found = await this.#read(entry);
    if (found === 'read' || this.#entries.get(entry.udn) !== entry) return;
    entry.silent += 1;
    if (found === 'never' || entry.silent >= MOST_SILENT) this.#remove(entry, 'it does not answer');
  }

  /** Never rejects. */
  async #read(entry: Entry): Promise<'read' | 'silent' | 'never'> {
    const { udn, location } = entry;
    entry.isBusy = true;
    try {
      const description = await this.deps.describe(location, udn);
      if (this.#entries.get(udn) !== entry) return 'silent';
      entry.seenAt = entry.readAt = this.#now();
      entry.silent = 0;
      this.#describe(entry, description);
      return 'read';
    } catch (error) {
      this.deps.log.debug('renderer: description not read', { location: location.href, error });
      return error instanceof NoRenderer ? 'never' : 'silent';
    } finally {
      entry.isBusy = false;
    }
  }

  #describe(entry: Entry, description: RendererDescription): void {
    const before = entry.description;
    entry.description = description;
    if (before === undefined) {
      const { udn, name, host } = description;
      this.deps.log.info('renderer: found', { renderer: udn, name, host });
      this.#awaitExpiry();
    }
    if (JSON.stringify(before) !== JSON.stringify(description)) this.#listeners.call();
  }

  #remove(entry: Entry, because: string): void {
    this.#entries.delete(entry.udn);
    if (entry.description === undefined) return;
    this.deps.log.info('renderer: gone', { renderer: entry.udn, name: entry.description.name, because });
    this.#listeners.call();
  }

  /** What was not announced again in time is asked once, since datagrams get lost. */
  #awaitExpiry(): void {
    clearTimeout(this.#expiry);
    const first = Math.min(...[...this.#entries.values()].map(({ expiresAt }) => expiresAt));
    if (first === Infinity || this.#isStopped) return;
    this.#expiry = setTimeout(() => void this.#expire(), Math.max(first - this.#now(), 1000)).unref();
  }

  async #expire(): Promise<void> {
    const now = this.#now();
    const due = [...this.#entries.values()].filter(({ expiresAt }) => expiresAt <= now);
    await Promise.all(
      due.map(async (entry) => {
        const found = await this.#checking.run(() => this.#read(entry));
        if (found === 'read') entry.expiresAt = this.#now() + EXPIRED;
        else if (this.#entries.get(entry.udn) === entry) this.#remove(entry, 'it was not announced again');
      }),
    );
    this.#awaitExpiry();
  }
}
