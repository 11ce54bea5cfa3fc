/**
 * One connection to a message bus by dbus-next, with these faults of dbus-next contained: an `error` event without a
 * listener, a refused greeting and an unreadable message would each end the process; calls on a connection that breaks
 * would never settle; method calls of others would be answered automatically, with the stack of our errors. Calls and
 * answers are therefore matched here. Thread: main.
 */
import type { Socket } from 'node:net';
import type { Message, MessageBus } from 'dbus-next';
import { TimedOut, Unavailable } from '../errors.js';
import { BusError } from './bus-error.js';
import type { BusLibrary } from './library.js';

/** The socket of a connection, which dbus-next does not expose. */
interface Connected {
  readonly _connection: { readonly stream: Socket };
}

export type MessageFields = ConstructorParameters<BusLibrary['Message']>[0];

/** The owner of a connection. Neither method may throw. */
export interface BusListener {
  /** A signal, or a call to one of our objects. */
  received(message: Message): void;
  /** The connection has ended; called once. */
  ended(): void;
}

/** Called once, as the answer arrives: before any message behind it is handled. */
type Answered = (answer: Message | Error) => void;

/** A serial that no message has: the entry of the greeting. */
const GREETING = 0;

/** Bytes; a longer message, or more unsent data, ends the connection. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;
const MOST_UNSENT = 8 * 1024 * 1024;

export class BusConnection {
  readonly #library: BusLibrary;
  readonly #bus: MessageBus;
  readonly #stream: Socket;
  readonly #listener: BusListener;
  /** By the serial of the call. */
  readonly #waiting = new Map<number, Answered>();
  #broken: Unavailable | undefined;

  private constructor(library: BusLibrary, socket: string, listener: BusListener) {
    this.#library = library;
    this.#listener = listener;
    this.#bus = library.sessionBus({ busAddress: `unix:socket=${socket}`, authMethods: ['EXTERNAL'] });
    this.#stream = (this.#bus as unknown as Connected)._connection.stream;
    this.#bus.on('error', (error: unknown) => this.#break(error));
    this.#stream.on('close', () => this.#break(undefined));
    this.#bus.on('message', (message: Message) => this.#receive(message));
    this.#bus.addMethodHandler(() => true);
    guard(this.#stream);
  }

  /**
   * Resolves when the bus has greeted.
   * @param socket path of a Unix socket
   * @param patience in milliseconds
   * @throws Unavailable NO_SYSTEM_BUS, TimedOut SYSTEM_BUS_SILENT
   */
  static async open(
    library: BusLibrary,
    socket: string,
    patience: number,
    listener: BusListener,
  ): Promise<BusConnection> {
    const connection = new BusConnection(library, socket, listener);
    await new Promise<void>((resolve, reject) => {
      const late = 'The message bus of the system does not greet.';
      const settle = connection.#wait(GREETING, patience, late, (answer) =>
        answer instanceof Error ? reject(answer) : resolve(),
      );
      connection.#bus.on('connect', () => settle(new library.Message({ path: '/', member: 'Greeted' })));
    }).catch((error: unknown) => {
      connection.close();
      throw error;
    });
    return connection;
  }

  get isUsable(): boolean {
    return this.#broken === undefined;
  }

  /**
   * The answer to a call, which may be an error of the service.
   * @param patience in milliseconds
   * @throws BusError, Unavailable NO_SYSTEM_BUS, TimedOut SYSTEM_BUS_SILENT
   */
  call(fields: MessageFields, patience: number): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.ask(fields, patience, (answer) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    });
  }

  /**
   * `call` with a callback, for callers that need the answer before the next message.
   * @throws Error for a malformed message
   */
  ask(fields: MessageFields, patience: number, answered: Answered): void {
    if (this.#broken !== undefined) {
      answered(this.#broken);
      return;
    }
    const message = new this.#library.Message(fields);
    const serial = this.#bus.newSerial();
    message.serial = serial;
    const late = `${message.destination}.${message.member} does not answer within ${patience / 1000} s.`;
    const settle = this.#wait(serial, patience, late, answered);
    try {
      this.#bus.send(message);
    } catch (error) {
      settle(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Sends a signal or an answer. @throws Error for a malformed message */
  send(message: Message): void {
    if (this.#broken !== undefined) return;
    if (this.#stream.writableLength > MOST_UNSENT) this.#break(new Error('it does not take what is sent'));
    else this.#bus.send(message);
  }

  /** Closes the connection and rejects waiting calls. May be called twice. */
  close(): void {
    this.#break(undefined);
  }

  /** @returns settles the call, unless it is settled */
  #wait(serial: number, patience: number, late: string, answered: Answered): Answered {
    const settle = (answer: Message | Error): void => {
      clearTimeout(timer);
      if (this.#waiting.delete(serial)) answered(answer);
    };
    const timer = setTimeout(() => settle(new TimedOut('SYSTEM_BUS_SILENT', late)), patience);
    this.#waiting.set(serial, settle);
    return settle;
  }

  #receive(message: Message): void {
    const { ERROR, METHOD_RETURN } = this.#library.MessageType;
    if (message.type !== ERROR && message.type !== METHOD_RETURN) {
      this.#listener.received(message);
      return;
    }
    const answered = this.#waiting.get(Number(message.replySerial));
    if (message.type === METHOD_RETURN) {
      answered?.(message);
      return;
    }
    const [text] = message.body as unknown[];
    const error = new BusError(message.errorName, typeof text === 'string' ? text : '');
    if (nameOf(this.#bus) !== null) {
      answered?.(error);
      return;
    }
    // dbus-next throws on a refused greeting where nobody can catch it: it is disguised, and the connection ended.
    message.type = METHOD_RETURN;
    this.#break(new Error(`${error.type}: ${error.message}`));
  }

  #break(cause: unknown): void {
    if (this.#broken === undefined) {
      const reason = cause instanceof Error ? ` (${cause.message})` : '';
      const sentence = `There is no connection to the system's message bus${reason}.`;
      this.#broken = new Unavailable('NO_SYSTEM_BUS', sentence, { cause });
      this.#listener.ended();
      for (const answered of [...this.#waiting.values()]) answered(this.#broken);
    }
    this.#stream.destroy();
  }
}

/** Makes an unreadable or too long message end the connection only, not the process. */
function guard(stream: Socket): void {
  const emit = stream.emit.bind(stream) as (...event: unknown[]) => boolean;
  stream.emit = (...event: unknown[]): boolean => {
    try {
      return emit(...event);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  };
  const read = stream.read.bind(stream);
  stream.read = (size?: number): unknown => {
    if (size !== undefined && size > LONGEST_MESSAGE) throw new Error('a message that is too long');
    return read(size);
  };
}

/** Unique name of the connection; null before the greeting. */
function nameOf(bus: MessageBus): string | null {
  return (bus as unknown as { readonly name: string | null }).name;
}
