/**
 * Owners of the well-known names that are watched. Thread: main. Source: D-Bus specification, "NameOwnerChanged" and
 * "GetNameOwner".
 */
import { TimedOut } from '../errors.js';
import type { Log } from '../log.js';
import type { BusConnection } from './connection.js';
import { ruleOf, type BusMatch, type BusSignal } from './match.js';

export const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

interface Watcher {
  readonly changed: (owner: string | undefined) => void;
  /** The last value passed to `changed`; null before the first. */
  reported: string | undefined | null;
}

interface Watched {
  /** Unique name; undefined for no owner, null while it is not known. */
  owner: string | undefined | null;
  readonly watchers: Set<Watcher>;
}

export class NameOwners {
  readonly #names = new Map<string, Watched>();
  #connection: BusConnection | undefined;

  constructor(
    private readonly log: Log,
    private readonly patience: number,
  ) {}

  get size(): number {
    return this.#names.size;
  }

  /** Calls `changed` with the owner and at every change, never before this has returned. @returns ends that */
  watch(name: string, changed: (owner: string | undefined) => void): () => void {
    const watched = this.#names.get(name) ?? this.#begin(name);
    const watcher: Watcher = { changed, reported: null };
    watched.watchers.add(watcher);
    queueMicrotask(() => this.#report(watched));
    return () => {
      if (!watched.watchers.delete(watcher) || watched.watchers.size > 0) return;
      this.#names.delete(name);
      this.#connection?.ask(busCall('RemoveMatch', ruleOf(changeOf(name))), this.patience, () => undefined);
    };
  }

  /** Unique name of the owner of a watched name. A unique name is returned as it is. */
  ownerOf(name: string): string | undefined {
    if (!isWellKnown(name)) return name;
    return this.#names.get(name)?.owner ?? undefined;
  }

  join(connection: BusConnection): void {
    this.#connection = connection;
    for (const [name, watched] of this.#names) this.#ask(connection, name, watched);
  }

  /** The bus is lost or not reachable: no name has an owner. */
  leave(): void {
    this.#connection = undefined;
    for (const watched of this.#names.values()) this.#set(watched, undefined);
  }

  hear({ sender, member, body: [name, , owner] }: BusSignal): void {
    if (sender !== BUS.destination || member !== 'NameOwnerChanged') return;
    const watched = this.#names.get(String(name));
    if (watched !== undefined) this.#set(watched, owner === '' ? undefined : String(owner));
  }

  #begin(name: string): Watched {
    const watched: Watched = { owner: null, watchers: new Set() };
    this.#names.set(name, watched);
    if (this.#connection !== undefined) this.#ask(this.#connection, name, watched);
    return watched;
  }

  #ask(connection: BusConnection, name: string, watched: Watched): void {
    connection.ask(busCall('AddMatch', ruleOf(changeOf(name))), this.patience, (answer) => {
      // A bus that hangs would never send a signal: another connection is opened.
      if (answer instanceof TimedOut) connection.close();
    });
    connection.ask(busCall('GetNameOwner', name), this.patience, (answer) => {
      // An answer on a connection that was lost meanwhile is out of date.
      if (connection !== this.#connection) return;
      this.#set(watched, answer instanceof Error ? undefined : String(answer.body[0]));
    });
  }

  #set(watched: Watched, owner: string | undefined): void {
    watched.owner = owner;
    this.#report(watched);
  }

  #report(watched: Watched): void {
    const { owner } = watched;
    if (owner === null) return;
    for (const watcher of [...watched.watchers]) {
      if (watcher.reported === owner || !watched.watchers.has(watcher)) continue;
      watcher.reported = owner;
      try {
        watcher.changed(owner);
      } catch (error) {
        this.log.error('dbus: watcher of a name failed', { error });
      }
    }
  }
}

export function isWellKnown(name: string): boolean {
  return !name.startsWith(':') && name !== BUS.destination;
}

/** A call to the bus itself, with one string. */
export function busCall(member: string, argument: string) {
  return { ...BUS, member, signature: 's', body: [argument] };
}

function changeOf(name: string): BusMatch {
  const { destination: sender, path, interface: of } = BUS;
  return { sender, path, interface: of, member: 'NameOwnerChanged', arg0: name };
}
