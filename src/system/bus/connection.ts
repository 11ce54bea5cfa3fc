/**
 * One connection to a message bus, with the traps of dbus-next closed: an `error` that nobody listens to, a refused
 * greeting, and a message that cannot be read would each end the process, and a connection that breaks would leave its
 * calls unanswered for ever. Thread: main.
 */
import type { Socket } from 'node:net';
import type { Message, MessageBus } from 'dbus-next';
import { TimedOut, Unavailable } from '../../errors.js';
import type { BusLibrary } from './library.js';

/** dbus-next does not show what it is connected by. */
interface Connected {
  readonly _connection: { readonly stream: Socket };
}

export class BusConnection {
  readonly #library: BusLibrary;
  readonly #bus: MessageBus;
  readonly #stream: Socket;
  /** Rejects each call that waits. */
  readonly #waiting = new Set<(error: Error) => void>();
  #broken: Unavailable | undefined;
  #retired = false;

  private constructor(library: BusLibrary, socket: string) {
    this.#library = library;
    this.#bus = library.sessionBus({ busAddress: `unix:socket=${socket}`, authMethods: ['EXTERNAL'] });
    this.#stream = (this.#bus as unknown as Connected)._connection.stream;
    this.#bus.on('error', (error: unknown) => this.#break(error));
    this.#stream.on('close', () => this.#break(undefined));
    guard(this.#stream);
  }

  /**
   * Resolves when the bus has greeted.
   * @param socket path of a Unix socket
   * @param patience in milliseconds
   * @throws Unavailable NO_SYSTEM_BUS, TimedOut SYSTEM_BUS_SILENT
   */
  static async open(library: BusLibrary, socket: string, patience: number): Promise<BusConnection> {
    const connection = new BusConnection(library, socket);
    const bus = connection.#bus;
    // A greeting that is refused would be thrown where nobody catches it: it is taken for one, and the connection ends.
    bus.on('message', (message: Message) => {
      if (message.type !== library.MessageType.ERROR || nameOf(bus) !== null) return;
      message.type = library.MessageType.METHOD_RETURN;
      connection.#break(new Error(`${message.errorName}: ${String(message.body[0])}`));
    });
    const greeted = new Promise<void>((resolve) => bus.on('connect', resolve));
    await connection.#answered(greeted, patience, 'The message bus of the system does not greet.');
    return connection;
  }

  get isUsable(): boolean {
    return this.#broken === undefined && !this.#retired;
  }

  /**
   * The answer to a call, which may be an error of the service (DBusError of dbus-next).
   * @param patience in milliseconds
   * @throws DBusError, Unavailable NO_SYSTEM_BUS, TimedOut SYSTEM_BUS_SILENT
   */
  async call(message: ConstructorParameters<BusLibrary['Message']>[0], patience: number): Promise<Message> {
    const reply = this.#bus.call(new this.#library.Message(message));
    const late = `${message.destination}.${message.member} does not answer within ${patience / 1000} s.`;
    const answer = await this.#answered(reply, patience, late);
    if (answer === null) throw new Error('a call without an answer');
    return answer;
  }

  /** Ends when nothing waits for an answer any more. May be called twice. */
  retire(): void {
    this.#retired = true;
    if (this.#waiting.size === 0) this.#stream.destroy();
  }

  /** Ends now; what waits is rejected. May be called twice. */
  close(): void {
    this.#break(undefined);
  }

  /** @throws what `promise` throws, Unavailable when the connection breaks, TimedOut with the sentence `late` */
  async #answered<Result>(promise: Promise<Result>, patience: number, late: string): Promise<Result> {
    // Whoever does not wait for it any more does not hear of it either.
    promise.catch(() => undefined);
    if (this.#broken !== undefined) throw this.#broken;
    let refuse: (error: Error) => void = () => undefined;
    const trouble = new Promise<never>((_, reject) => (refuse = reject));
    this.#waiting.add(refuse);
    const timer = setTimeout(() => {
      refuse(new TimedOut('SYSTEM_BUS_SILENT', late));
      // dbus-next keeps what was never answered as long as the connection.
      this.retire();
    }, patience);
    try {
      return await Promise.race([promise, trouble]);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(refuse);
      if (this.#retired && this.#waiting.size === 0) this.#stream.destroy();
    }
  }

  #break(cause: unknown): void {
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    this.#broken ??= new Unavailable('NO_SYSTEM_BUS', `There is no connection to the system's message bus${reason}.`, {
      cause,
    });
    for (const refuse of this.#waiting) refuse(this.#broken);
    this.#stream.destroy();
  }
}

/** What is thrown at a message that cannot be read ends the connection and nothing else. */
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
}

/** The name that the bus gave to the connection; null before. */
function nameOf(bus: MessageBus): string | null {
  return (bus as unknown as { readonly name: string | null }).name;
}
