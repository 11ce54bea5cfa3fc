/**
 * The system's message bus, as those parts of the daemon see it that speak to other programs of the box. Nothing is
 * loaded, connected or kept awake before the first call; a connection that breaks is opened anew by the next one.
 * Thread: main. Source: D-Bus specification.
 */
import { Unavailable } from '../../errors.js';
import type { Log } from '../../log.js';
import { socketOf } from './address.js';
import { BusConnection } from './connection.js';
import type { BusLibrary } from './library.js';
import { refusalOf } from './refusals.js';

/**
 * For a greeting, and for an answer: a small box takes seconds to start what a call is for, and more of them where systemd
 * reads its units anew, as for the time service. In milliseconds.
 */
const GREETING_PATIENCE = 10_000;
const PATIENCE = 45_000;

export interface BusCall {
  /** Well-known name of the program, such as `org.freedesktop.timedate1`. */
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Types of the body; none without a body. */
  readonly signature?: string;
  readonly body?: readonly unknown[];
  /** What polkit is asked for, in words: told when it refuses. */
  readonly rule?: string;
}

/** An object on the bus, and one of its interfaces. */
export type BusObject = Pick<BusCall, 'destination' | 'path' | 'interface'>;

export interface SystemBusParts {
  /** D-Bus server address. */
  readonly address: string;
  /** Called at most once. */
  readonly load: () => BusLibrary | Promise<BusLibrary>;
  readonly log: Log;
  /** Milliseconds until a call counts as unanswered. */
  readonly patience?: number;
}

export class SystemBus {
  readonly #parts: SystemBusParts;
  readonly #patience: number;
  #library: Promise<BusLibrary> | undefined;
  #opening: Promise<BusConnection> | undefined;
  #connection: BusConnection | undefined;
  #stopped = false;

  constructor(parts: SystemBusParts) {
    this.#parts = parts;
    this.#patience = parts.patience ?? PATIENCE;
  }

  /**
   * What the call answers: its values, in their order.
   * @throws Unavailable NO_SYSTEM_BUS or NO_SYSTEM_SERVICE, Forbidden SYSTEM_FORBIDS, TimedOut SYSTEM_BUS_SILENT,
   * ServiceFailed SYSTEM_SERVICE_FAILED; what the service answered is their cause
   */
  async call({ rule, body = [], ...call }: BusCall): Promise<readonly unknown[]> {
    const connection = await this.#connected();
    try {
      const { body: values } = await connection.call({ ...call, body: [...body] }, this.#patience);
      return values as unknown[];
    } catch (error) {
      if (!isBusError(error)) throw error;
      const { destination, member } = call;
      this.#parts.log.warn('a service of the system refuses', { destination, member, name: error.type, error });
      throw refusalOf(error, destination, member, rule);
    }
  }

  /** All properties of an interface by name, without the variants around them. @throws as `call` */
  async properties({ destination, path, interface: name }: BusObject): Promise<Readonly<Record<string, unknown>>> {
    const call = { destination, path, interface: 'org.freedesktop.DBus.Properties', member: 'GetAll' };
    const [values] = await this.call({ ...call, signature: 's', body: [name] });
    return Object.fromEntries(Object.entries(values as object).map(([key, variant]) => [key, valueOf(variant)]));
  }

  /** One property. @throws as `call` */
  async property({ destination, path, interface: name }: BusObject, property: string): Promise<unknown> {
    const call = { destination, path, interface: 'org.freedesktop.DBus.Properties', member: 'Get' };
    const [variant] = await this.call({ ...call, signature: 'ss', body: [name, property] });
    return valueOf(variant);
  }

  /** What waits is rejected, and nothing is asked any more. May be called twice. */
  stop(): void {
    this.#stopped = true;
    this.#connection?.close();
  }

  async #connected(): Promise<BusConnection> {
    if (this.#connection?.isUsable === true) return this.#connection;
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(): Promise<BusConnection> {
    const { address, load, log } = this.#parts;
    const socket = socketOf(address);
    if (socket === undefined) {
      throw new Unavailable('NO_SYSTEM_BUS', "The address of the system's message bus names no socket.");
    }
    this.#library ??= Promise.resolve().then(load);
    const connection = await BusConnection.open(
      await this.#library,
      socket,
      Math.min(GREETING_PATIENCE, this.#patience),
    );
    if (this.#stopped) {
      connection.close();
      throw new Unavailable('NO_SYSTEM_BUS', 'The daemon ends.');
    }
    log.debug('connected to the message bus of the system');
    this.#connection = connection;
    return connection;
  }
}

/** An error that the other side of a call has answered with. */
function isBusError(error: unknown): error is Error & { readonly type: string } {
  return error instanceof Error && error.name === 'DBusError' && 'type' in error;
}

function valueOf(variant: unknown): unknown {
  return typeof variant === 'object' && variant !== null && 'value' in variant ? variant.value : variant;
}
