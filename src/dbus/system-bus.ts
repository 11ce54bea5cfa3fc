/**
 * A client of a message bus, mostly of the system bus. Loads and connects nothing before it is first used. A broken
 * connection is reopened by the next call; while there are subscriptions, exported objects or names, it is reopened
 * automatically with growing delays, and they are restored. Thread: main. Source: D-Bus specification.
 */
import { access } from 'node:fs/promises';
import type { Message } from 'dbus-next';
import { Backoff, doublingDelays } from '../backoff.js';
import { Forbidden, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { socketOf } from './address.js';
import { BusError } from './bus-error.js';
import { BusConnection, type BusListener } from './connection.js';
import type { ExportedInterface, ExportedObject } from './exported-interface.js';
import { ExportedObjects } from './exported-objects.js';
import type { BusLibrary } from './library.js';
import type { BusMatch, BusSignal } from './match.js';
import { BUS, NameOwners } from './name-owners.js';
import { refusalOf } from './refusals.js';
import { Subscriptions } from './subscriptions.js';
import { plainBody, typedBody, variant, wireBody } from './values.js';

/**
 * Milliseconds to wait for the greeting, and for an answer: a small box takes seconds to start a service, and longer
 * when systemd reloads its units, as for the time service.
 */
const GREETING_PATIENCE = 10_000;
const PATIENCE = 45_000;

/** Milliseconds between attempts to reach a lost bus, doubled after each. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;

const PROPERTIES = { interface: 'org.freedesktop.DBus.Properties' } as const;

/** Flag of RequestName (D-Bus specification). */
const DO_NOT_QUEUE = 4;
const EXISTS = 3;

export interface BusCall {
  /** Well-known name of the program, such as `org.freedesktop.timedate1`. */
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Signature of the body; left out without a body. */
  readonly signature?: string;
  /** Variants as `variant('s', 'x')` of `values.ts`. */
  readonly body?: readonly unknown[];
  /** The polkit action in words, for the error when it is refused. */
  readonly rule?: string;
  /** Milliseconds until the call counts as unanswered, where it differs from the default. */
  readonly patience?: number;
  /** The caller expects a refusal, which is then logged at DEBUG only. */
  readonly mayFail?: boolean;
  /** False: a program that does not run is not started, and the call fails with NO_SYSTEM_SERVICE. */
  readonly mayStart?: boolean;
  /** Variants of the answer keep their types (`typedBody`). */
  readonly keepTypes?: boolean;
}

/** An object on the bus, and one of its interfaces. */
export type BusObject = Pick<BusCall, 'destination' | 'path' | 'interface' | 'mayStart'>;

export interface SystemBusDeps {
  /** D-Bus server address. */
  readonly address: string;
  /** Called at most once. */
  readonly load: () => BusLibrary | Promise<BusLibrary>;
  readonly log: Log;
  /** Milliseconds until a call counts as unanswered. */
  readonly patience?: number;
  /** Milliseconds before the first attempt to reach a lost bus again, and the longest delay. */
  readonly pauses?: { readonly first: number; readonly longest: number };
}

export class SystemBus {
  readonly #patience: number;
  readonly #owners: NameOwners;
  readonly #subscriptions: Subscriptions;
  readonly #objects: ExportedObjects;
  readonly #names = new Set<string>();
  readonly #backoff: Backoff;
  #library: Promise<BusLibrary> | undefined;
  #opening: Promise<BusConnection> | undefined;
  #connection: BusConnection | undefined;
  #stopped = false;

  constructor(private readonly deps: SystemBusDeps) {
    const { log, patience = PATIENCE, pauses = { first: FIRST_PAUSE, longest: LONGEST_PAUSE } } = deps;
    this.#patience = patience;
    this.#backoff = new Backoff(doublingDelays(pauses.first, pauses.longest));
    this.#owners = new NameOwners(log, patience);
    this.#subscriptions = new Subscriptions(this.#owners, log, patience);
    this.#objects = new ExportedObjects(log);
  }

  /**
   * Calls a method. Resolves with the plain values of the answer (`values.ts`).
   * @throws Unavailable NO_SYSTEM_BUS or NO_SYSTEM_SERVICE, Forbidden SYSTEM_FORBIDS, TimedOut SYSTEM_BUS_SILENT,
   * ServiceFailed SYSTEM_SERVICE_FAILED; the error of the service is their cause (`errorName`)
   */
  async call({
    rule,
    body = [],
    patience = this.#patience,
    mayFail = false,
    mayStart = true,
    keepTypes = false,
    ...call
  }: BusCall): Promise<readonly unknown[]> {
    const connection = await this.#connected();
    const library = await this.#loaded();
    try {
      const wired = wireBody(library, call.signature ?? '', body);
      const flags = mayStart ? {} : { flags: library.MessageFlag.NO_AUTO_START };
      const answer = await connection.call({ ...call, ...flags, body: wired }, patience);
      return (keepTypes ? typedBody : plainBody)(library, answer.body as unknown[]);
    } catch (error) {
      if (!(error instanceof BusError)) throw error;
      const { destination, member } = call;
      const fields = { destination, member, name: error.type, error };
      this.deps.log[mayFail ? 'debug' : 'warn']('dbus: system service refused a call', fields);
      throw refusalOf(error, destination, member, rule);
    }
  }

  /** All properties of an interface by name. @throws as `call` */
  async properties({ interface: name, ...object }: BusObject): Promise<Readonly<Record<string, unknown>>> {
    const [values] = await this.call({ ...object, ...PROPERTIES, member: 'GetAll', signature: 's', body: [name] });
    return values as Readonly<Record<string, unknown>>;
  }

  /** One property. @throws as `call` */
  async property({ interface: name, ...object }: BusObject, property: string): Promise<unknown> {
    const body = [name, property];
    const [value] = await this.call({ ...object, ...PROPERTIES, member: 'Get', signature: 'ss', body });
    return value;
  }

  /** @param signature of the value @throws as `call` */
  async setProperty(
    { interface: name, ...object }: BusObject,
    property: string,
    signature: string,
    value: unknown,
  ): Promise<void> {
    const body = [name, property, variant(signature, value)];
    await this.call({ ...object, ...PROPERTIES, member: 'Set', signature: 'ssv', body });
  }

  /**
   * Subscribes to signals until the returned function is called, across losses of the bus.
   * @param joined called once the subscription is active, on each connection: what was missed can be read now
   */
  subscribe(match: BusMatch, onSignal: (signal: BusSignal) => void, joined = (): void => undefined): () => void {
    const end = this.#subscriptions.add(match, onSignal, joined);
    this.#hold();
    return end;
  }

  /**
   * Calls `changed` with the owner of a well-known name (a unique name; undefined for none) as soon as it is known and
   * at every change, also when the bus is lost or comes back. Never calls before this has returned.
   * @returns ends that
   */
  watchName(name: string, changed: (owner: string | undefined) => void): () => void {
    const end = this.#owners.watch(name, changed);
    this.#hold();
    return end;
  }

  /**
   * Exports an object until it is removed. Properties, Introspectable and Peer are provided.
   * @throws Error for a malformed path, or one that is taken
   */
  exportObject(path: string, interfaces: readonly ExportedInterface[]): ExportedObject {
    const exported = this.#objects.add(path, interfaces);
    this.#hold();
    return exported;
  }

  /**
   * Requests a well-known name, again after each loss of the bus, and as soon as there is a bus. `taken`: another
   * program has the name now.
   * @throws as `call`; after Forbidden the name is not requested again
   */
  async requestName(name: string): Promise<'owned' | 'taken'> {
    let isKept = true;
    try {
      return await this.#request(name);
    } catch (error) {
      isKept = !(error instanceof Forbidden);
      throw error;
    } finally {
      if (isKept) this.#names.add(name);
      this.#hold();
    }
  }

  /** Rejects waiting calls and uses the bus no more. May be called twice. */
  stop(): void {
    this.#stopped = true;
    this.#backoff.cancel();
    this.#connection?.close();
  }

  async #request(name: string): Promise<'owned' | 'taken'> {
    const call = { ...BUS, member: 'RequestName', signature: 'su', body: [name, DO_NOT_QUEUE] };
    const [reply] = await this.call(call);
    if (reply !== EXISTS) return 'owned';
    this.deps.log.info('dbus: name is taken by another program', { name });
    return 'taken';
  }

  async #connected(): Promise<BusConnection> {
    if (this.#connection?.isUsable === true) return this.#connection;
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  #loaded(): Promise<BusLibrary> {
    this.#library ??= Promise.resolve().then(this.deps.load);
    return this.#library;
  }

  async #open(): Promise<BusConnection> {
    try {
      const socket = await this.#socket();
      const library = await this.#loaded();
      const patience = Math.min(GREETING_PATIENCE, this.#patience);
      const connection = await this.#greeted(library, socket, patience);
      if (this.#hasStopped() || !connection.isUsable) {
        connection.close();
        throw new Unavailable('NO_SYSTEM_BUS', "The connection to the system's message bus has ended.");
      }
      this.#join(library, connection);
      return connection;
    } catch (error) {
      if (!this.#hasStopped()) this.#lost();
      throw error;
    }
  }

  /** Read after a wait, during which it may have become true. */
  #hasStopped(): boolean {
    return this.#stopped;
  }

  /** Path of the socket, checked before the library is loaded. @throws Unavailable NO_SYSTEM_BUS */
  async #socket(): Promise<string> {
    const socket = socketOf(this.deps.address);
    if (socket === undefined) {
      throw new Unavailable('NO_SYSTEM_BUS', "The address of the system's message bus names no socket.");
    }
    await access(socket).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const sentence = `There is no connection to the system's message bus (${reason}).`;
      throw new Unavailable('NO_SYSTEM_BUS', sentence, { cause });
    });
    return socket;
  }

  async #greeted(library: BusLibrary, socket: string, patience: number): Promise<BusConnection> {
    const listener: BusListener = {
      received: (message) => this.#receive(library, message),
      ended: () => {
        if (this.#stopped || this.#connection === undefined) return;
        this.#connection = undefined;
        if (this.#isHeld) this.deps.log.warn('dbus: connection to the bus lost, reconnecting');
        this.#lost();
      },
    };
    return BusConnection.open(library, socket, patience, listener);
  }

  /** Restores objects, watched names, subscriptions and owned names on a new connection. */
  #join(library: BusLibrary, connection: BusConnection): void {
    this.deps.log.debug('dbus: connected');
    this.#connection = connection;
    this.#backoff.cancel();
    this.#backoff.reset();
    this.#objects.join({ library, connection });
    this.#owners.join(connection);
    this.#subscriptions.join(connection);
    for (const name of this.#names) this.#request(name).catch(() => undefined);
  }

  #lost(): void {
    this.#objects.leave();
    this.#subscriptions.leave();
    this.#owners.leave();
    if (this.#isHeld && !this.#backoff.isScheduled) this.#backoff.schedule(() => this.#hold());
  }

  get #isHeld(): boolean {
    return this.#subscriptions.size + this.#owners.size + this.#objects.size + this.#names.size > 0;
  }

  /** Opens a connection if something needs one. */
  #hold(): void {
    if (!this.#isHeld || this.#stopped || this.#backoff.isScheduled || this.#connection?.isUsable === true) return;
    this.#connected().catch((error: unknown) => {
      this.deps.log.debug('dbus: bus not reachable', { error });
    });
  }

  #receive(library: BusLibrary, message: Message): void {
    if (message.type === library.MessageType.METHOD_CALL) return void this.#objects.answer(message);
    if (message.type !== library.MessageType.SIGNAL) return;
    const { sender, path, interface: name, member } = message;
    const body = plainBody(library, message.body as unknown[]);
    const signal = { sender, path, interface: name, member, body };
    this.#owners.hear(signal);
    this.#subscriptions.hear(signal);
  }
}
