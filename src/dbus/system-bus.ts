/**
 * A message bus, as those parts of the daemon see it that speak to other programs of the box: in most cases that of the
 * system. Nothing is loaded, connected or kept awake before the first need of it. A connection that breaks is opened
 * anew by the next call; while there is something to hear, to be called or to be named as, it is opened anew by itself,
 * ever more rarely, and all of that is as it was. Thread: main. Source: D-Bus specification.
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
import { plainBody, variant, wireBody } from './values.js';

/**
 * For a greeting, and for an answer: a small box takes seconds to start what a call is for, and more of them where systemd
 * reads its units anew, as for the time service. In milliseconds.
 */
const GREETING_PATIENCE = 10_000;
const PATIENCE = 45_000;

/** Between two tries to reach a bus that is gone, in milliseconds: doubled from try to try. */
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
  /** Types of the body; none without a body. */
  readonly signature?: string;
  /** Variants as `variant('s', 'x')` of `values.ts`. */
  readonly body?: readonly unknown[];
  /** What polkit is asked for, in words: told when it refuses. */
  readonly rule?: string;
  /** Milliseconds until it counts as unanswered, where it is not the usual. */
  readonly patience?: number;
  /** A refusal is nothing to warn of: whoever calls expects it. */
  readonly mayFail?: boolean;
  /** False: a program that does not run is not started for it, and the answer is NO_SYSTEM_SERVICE. */
  readonly mayStart?: boolean;
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
  /** Milliseconds before the first try to reach a lost bus again, and at most. */
  readonly pauses?: { readonly first: number; readonly longest: number };
}

export class SystemBus {
  readonly #deps: SystemBusDeps;
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

  constructor(deps: SystemBusDeps) {
    const { log, patience = PATIENCE, pauses = { first: FIRST_PAUSE, longest: LONGEST_PAUSE } } = deps;
    this.#deps = deps;
    this.#patience = patience;
    this.#backoff = new Backoff(doublingDelays(pauses.first, pauses.longest));
    this.#owners = new NameOwners(log, patience);
    this.#subscriptions = new Subscriptions(this.#owners, log, patience);
    this.#objects = new ExportedObjects(log);
  }

  /**
   * What the call answers: its values, in their order, plain (`values.ts`).
   * @throws Unavailable NO_SYSTEM_BUS or NO_SYSTEM_SERVICE, Forbidden SYSTEM_FORBIDS, TimedOut SYSTEM_BUS_SILENT,
   * ServiceFailed SYSTEM_SERVICE_FAILED; what the service answered is their cause (`errorName`)
   */
  async call({
    rule,
    body = [],
    patience = this.#patience,
    mayFail = false,
    mayStart = true,
    ...call
  }: BusCall): Promise<readonly unknown[]> {
    const connection = await this.#connected();
    const library = await this.#loaded();
    try {
      const wired = wireBody(library, call.signature ?? '', body);
      const flags = mayStart ? {} : { flags: library.MessageFlag.NO_AUTO_START };
      const answer = await connection.call({ ...call, ...flags, body: wired }, patience);
      return plainBody(library, answer.body as unknown[]);
    } catch (error) {
      if (!(error instanceof BusError)) throw error;
      const { destination, member } = call;
      const fields = { destination, member, name: error.type, error };
      this.#deps.log[mayFail ? 'debug' : 'warn']('dbus: system service refused a call', fields);
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
   * Signals, from now on until the returned function is called, over every loss of the bus.
   * @param joined called when they begin to be heard, on each connection anew: what was missed can be read now
   */
  subscribe(match: BusMatch, onSignal: (signal: BusSignal) => void, joined = (): void => undefined): () => void {
    const end = this.#subscriptions.add(match, onSignal, joined);
    this.#hold();
    return end;
  }

  /**
   * Who has a well-known name (its unique name; undefined: nobody): told as soon as it is known, and at every change,
   * also when the bus goes and comes back. Never called before this has returned.
   * @returns ends it
   */
  watchName(name: string, changed: (owner: string | undefined) => void): () => void {
    const end = this.#owners.watch(name, changed);
    this.#hold();
    return end;
  }

  /**
   * An object that others call from now on until it is removed. Properties, Introspectable and Peer are answered for it.
   * @throws Error for a path that is none, or has an object
   */
  exportObject(path: string, interfaces: readonly ExportedInterface[]): ExportedObject {
    const exported = this.#objects.add(path, interfaces);
    this.#hold();
    return exported;
  }

  /**
   * Takes a well-known name, and keeps it over every loss of the bus; where there is no bus yet, it is asked for when
   * there is one. `taken`: somebody else has it, now.
   * @throws as `call`: Forbidden ends it
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

  /** What waits is rejected, and nothing is asked or told any more. May be called twice. */
  stop(): void {
    this.#stopped = true;
    this.#backoff.cancel();
    this.#connection?.close();
  }

  async #request(name: string): Promise<'owned' | 'taken'> {
    const call = { ...BUS, member: 'RequestName', signature: 'su', body: [name, DO_NOT_QUEUE] };
    const [reply] = await this.call(call);
    if (reply !== EXISTS) return 'owned';
    this.#deps.log.info('dbus: name is taken by another program', { name });
    return 'taken';
  }

  async #connected(): Promise<BusConnection> {
    if (this.#connection?.isUsable === true) return this.#connection;
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  #loaded(): Promise<BusLibrary> {
    this.#library ??= Promise.resolve().then(this.#deps.load);
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

  /** Asked after a wait, in which it may have become true. */
  #hasStopped(): boolean {
    return this.#stopped;
  }

  /** @throws Unavailable NO_SYSTEM_BUS: without a bus nothing is loaded either */
  async #socket(): Promise<string> {
    const socket = socketOf(this.#deps.address);
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
        if (this.#isHeld) this.#deps.log.warn('dbus: connection to the bus lost, reconnecting');
        this.#lost();
      },
    };
    return BusConnection.open(library, socket, patience, listener);
  }

  /** Makes everything as it was on the connection before. */
  #join(library: BusLibrary, connection: BusConnection): void {
    this.#deps.log.debug('dbus: connected');
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

  /** Sees to a connection now that there is something to hold it for. */
  #hold(): void {
    if (!this.#isHeld || this.#stopped || this.#backoff.isScheduled || this.#connection?.isUsable === true) return;
    this.#connected().catch((error: unknown) => {
      this.#deps.log.debug('dbus: bus not reachable', { error });
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
