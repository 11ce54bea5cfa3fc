/**
 * A cache of the objects of one program on the bus (D-Bus specification, `org.freedesktop.DBus.ObjectManager`): read
 * once when the program appears, then kept up to date by signals. Never polls, never calls a program that does not run,
 * and never has the bus start it. Thread: main.
 *
 *     no owner ──NameOwnerChanged──▶ reading ──GetManagedObjects──▶ here
 *         ▲                             │  ▲ again later, when it fails │
 *         └─────────────────────────────┴──────────NameOwnerChanged─────┘
 *
 * Signals that arrive while the objects are read are applied afterwards: one that is older than the answer is corrected
 * by those behind it.
 */
import { Backoff, doublingDelays } from '../backoff.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { BusSignal } from '../dbus/match.js';
import type { SystemBus } from '../dbus/system-bus.js';

const OBJECT_MANAGER = 'org.freedesktop.DBus.ObjectManager';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
/** Milliseconds until the objects are read again after a failure. */
const DELAYS = doublingDelays(1000, 60_000);
/** More objects than any working program has: a bound for memory. */
const MOST_OBJECTS = 4000;

export type BusProperties = Readonly<Record<string, unknown>>;

/** `all`: the program has appeared, or has gone away. */
export type ObjectEvent =
  | { readonly type: 'all' }
  | { readonly type: 'added' | 'removed'; readonly path: string; readonly interface: string }
  | { readonly type: 'changed'; readonly path: string; readonly interface: string; readonly names: readonly string[] };

export interface BusObjectsDeps {
  readonly bus: Pick<SystemBus, 'call' | 'subscribe' | 'watchName'>;
  /** Well-known name of the program. */
  readonly service: string;
  /** Path of its object manager. */
  readonly root: string;
  /** Path below which the objects are. */
  readonly below: string;
  /** Interfaces that are kept; others are ignored. */
  readonly interfaces: readonly string[];
  readonly log: Log;
}

export class BusObjects {
  readonly #interfaces: ReadonlySet<string>;
  /** By path, then by interface. */
  readonly #objects = new Map<string, Map<string, BusProperties>>();
  readonly #listeners = new Listeners<[event: ObjectEvent]>();
  #state: 'unknown' | 'absent' | 'reading' | 'here' = 'unknown';
  /** Counts starts and ends of the program: an answer to a call of an earlier one is dropped. */
  #life = 0;
  #missed: BusSignal[] = [];
  readonly #backoff = new Backoff(DELAYS);
  #unsubscribe: readonly (() => void)[] = [];

  constructor(private readonly deps: BusObjectsDeps) {
    this.#interfaces = new Set(deps.interfaces);
  }

  /** A number that differs after each start and end of the program. */
  get life(): number {
    return this.#life;
  }

  /** Whether the program runs and its objects are known. */
  get isHere(): boolean {
    return this.#state === 'here';
  }

  /** Whether the program runs. */
  get isRunning(): boolean {
    return this.#state === 'reading' || this.isHere;
  }

  /** Whether the bus has reported that the program does not run. */
  get isAbsent(): boolean {
    return this.#state === 'absent';
  }

  /** Subscribes to the program. */
  start(): void {
    const { bus, service, below } = this.deps;
    const hear = (signal: BusSignal): void => this.#hear(signal);
    this.#unsubscribe = [
      bus.subscribe({ sender: service, interface: OBJECT_MANAGER }, hear),
      bus.subscribe(
        { sender: service, pathNamespace: below, interface: PROPERTIES, member: 'PropertiesChanged' },
        hear,
      ),
      bus.watchName(service, (owner) => this.#owned(owner)),
    ];
  }

  /** May be called twice. */
  stop(): void {
    for (const end of this.#unsubscribe) end();
    this.#unsubscribe = [];
    this.#listeners.clear();
    this.#life += 1;
    this.#backoff.cancel();
  }

  /** Properties of an interface of an object, unchecked: the caller checks their types. */
  get(path: string, name: string): BusProperties | undefined {
    return this.#objects.get(path)?.get(name);
  }

  /** The objects that have an interface, by their paths. */
  having(name: string): readonly (readonly [path: string, properties: BusProperties])[] {
    return [...this.#objects].flatMap(([path, interfaces]) => {
      const properties = interfaces.get(name);
      return properties === undefined ? [] : [[path, properties] as const];
    });
  }

  /** @returns ends it */
  subscribe(listener: (event: ObjectEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  #owned(owner: string | undefined): void {
    this.#life += 1;
    this.#backoff.cancel();
    this.#backoff.reset();
    this.#missed = [];
    this.#objects.clear();
    const wasRunning = this.isRunning;
    this.#state = owner === undefined ? 'absent' : 'reading';
    if (wasRunning || owner === undefined) this.#listeners.call({ type: 'all' });
    if (owner !== undefined) void this.#read(this.#life);
  }

  /** Never rejects. */
  async #read(life: number): Promise<void> {
    const { bus, service, root, log } = this.deps;
    try {
      const call = { destination: service, path: root, interface: OBJECT_MANAGER, member: 'GetManagedObjects' };
      const [objects] = await bus.call({ ...call, mayStart: false });
      if (life !== this.#life) return;
      for (const [path, interfaces] of entriesOf(objects)) this.#add(path, interfaces);
      this.#state = 'here';
      const missed = this.#missed;
      this.#missed = [];
      for (const signal of missed) this.#take(signal);
      this.#listeners.call({ type: 'all' });
    } catch (error) {
      if (life !== this.#life) return;
      log.warn('service: objects not read, retrying later (its devices are missing until then)', { service, error });
      this.#missed = [];
      this.#backoff.schedule(() => void this.#read(life));
    }
  }

  #hear(signal: BusSignal): void {
    if (this.#state === 'here') for (const event of this.#take(signal)) this.#listeners.call(event);
    else if (this.#state === 'reading' && this.#missed.length < MOST_OBJECTS) this.#missed.push(signal);
  }

  /** Applies a signal. @returns what differs now; nothing for a malformed signal */
  #take({ member, path, body: [first, second, third] }: BusSignal): readonly ObjectEvent[] {
    switch (member) {
      case 'InterfacesAdded':
        return typeof first === 'string' ? this.#add(first, second) : [];
      case 'InterfacesRemoved':
        return typeof first === 'string' ? this.#remove(first, second) : [];
      case 'PropertiesChanged':
        return typeof first === 'string' ? this.#change(path, first, second, third) : [];
      default:
        return [];
    }
  }

  #add(path: string, interfaces: unknown): readonly ObjectEvent[] {
    const known = this.#objects.get(path) ?? new Map<string, BusProperties>();
    const added: ObjectEvent[] = [];
    for (const [name, properties] of entriesOf(interfaces)) {
      if (!this.#interfaces.has(name)) continue;
      known.set(name, Object.fromEntries(entriesOf(properties)));
      added.push({ type: 'added', path, interface: name });
    }
    if (known.size > 0 && (this.#objects.has(path) || this.#objects.size < MOST_OBJECTS))
      this.#objects.set(path, known);
    return added;
  }

  #remove(path: string, names: unknown): readonly ObjectEvent[] {
    const known = this.#objects.get(path);
    const removed = (Array.isArray(names) ? names : []).flatMap((name: unknown) =>
      typeof name === 'string' && known?.delete(name) === true
        ? [{ type: 'removed', path, interface: name } as const]
        : [],
    );
    if (known?.size === 0) this.#objects.delete(path);
    return removed;
  }

  #change(path: string, name: string, changed: unknown, invalidated: unknown): readonly ObjectEvent[] {
    const known = this.#objects.get(path);
    const before = known?.get(name);
    if (known === undefined || before === undefined) return [];
    const gone = new Set<unknown>(Array.isArray(invalidated) ? invalidated : []);
    const kept = Object.entries(before).filter(([property]) => !gone.has(property));
    const entries = entriesOf(changed);
    known.set(name, Object.fromEntries([...kept, ...entries]));
    const names = [...entries.map(([property]) => property), ...[...gone].map(String)];
    return [{ type: 'changed', path, interface: name, names }];
  }
}

/** Entries of a dictionary; none when the value is no dictionary. */
function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
