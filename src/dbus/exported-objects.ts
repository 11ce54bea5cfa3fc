/**
 * The objects that we export, and the answers to calls of their methods. Every call is answered exactly once: with its
 * result, an error, or a timeout. Thread: main.
 */
import type { Message } from 'dbus-next';
import type { Log } from '../log.js';
import { standardError, tellable, type BusError } from './bus-error.js';
import type { BusConnection } from './connection.js';
import type { ExportedInterface, ExportedMethod, ExportedObject } from './exported-interface.js';
import type { BusLibrary } from './library.js';
import { introspectable, own, PEER, propertiesOf, PROPERTIES } from './standard-interfaces.js';
import { BusVariant, isObjectPath, plain, wireBody } from './values.js';

/** Flag of a message (D-Bus specification, "Message Format"). */
const NO_REPLY_EXPECTED = 1;

/** Most calls under way at a time; more are refused. */
const MOST_PENDING = 64;

/** Milliseconds until a caller gets a timeout. */
const PATIENCE = 25_000;

/** The connection in use, with the library that makes its messages. */
interface Line {
  readonly library: BusLibrary;
  readonly connection: BusConnection;
}

export class ExportedObjects {
  readonly #objects = new Map<string, readonly ExportedInterface[]>();
  #line: Line | undefined;
  #pending = 0;

  constructor(private readonly log: Log) {}

  get size(): number {
    return this.#objects.size;
  }

  /** @throws Error for a malformed path, or one that is taken */
  add(path: string, interfaces: readonly ExportedInterface[]): ExportedObject {
    if (!isObjectPath(path) || this.#objects.has(path)) throw new Error(`${path} is no path for an object`);
    const shown = [...interfaces, propertiesOf(interfaces), PEER];
    const exported = [...shown, introspectable(shown, () => this.#childrenOf(path))];
    this.#objects.set(path, exported);
    const emit: ExportedObject['emit'] = (name, member, signature, body) => {
      if (this.#objects.get(path) === exported) this.#emit(path, name, member, signature, body);
    };
    return {
      path,
      emit,
      changed: (name, properties) => emit(PROPERTIES, 'PropertiesChanged', 'sa{sv}as', [name, properties, []]),
      remove: () => {
        if (this.#objects.get(path) === exported) this.#objects.delete(path);
      },
    };
  }

  join(line: Line): void {
    this.#line = line;
  }

  leave(): void {
    this.#line = undefined;
  }

  /** Answers a call when its method has ended. Never rejects. */
  async answer(message: Message): Promise<void> {
    const line = this.#line;
    if (line === undefined) return;
    try {
      const { gives, body } = await this.#result(line, message);
      this.#reply(line, message, gives, body);
    } catch (error) {
      this.#refuse(line, message, this.#replyTo(message, error));
    }
  }

  async #result({ library }: Line, message: Message): Promise<{ gives: string; body: readonly unknown[] }> {
    const method = this.#methodOf(message);
    const { takes = '', gives = '', patience = PATIENCE } = method;
    if (message.signature !== takes) {
      throw standardError('InvalidArgs', `${message.member} takes "${takes}", not "${message.signature}".`);
    }
    if (this.#pending >= MOST_PENDING) throw standardError('LimitsExceeded', 'Too many calls wait for their answers.');
    this.#pending++;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(standardError('Timeout', `${message.member} takes too long.`)), patience).unref();
    });
    try {
      const called = Promise.resolve(method.call(argumentsOf(library, message), message.sender));
      const body = await Promise.race([called, late]);
      return { gives, body: gives === '' ? [] : (body as readonly unknown[]) };
    } finally {
      clearTimeout(timer);
      this.#pending--;
    }
  }

  /** @throws BusError */
  #methodOf({ path, interface: name, member }: Message): ExportedMethod {
    const interfaces = this.#interfacesOf(path);
    if (interfaces === undefined) throw standardError('UnknownObject', `There is no object ${path}.`);
    const among = name ? interfaces.filter((each) => each.name === name) : interfaces;
    if (among.length === 0) throw standardError('UnknownInterface', `${path} has no interface ${name}.`);
    const method = among.map(({ methods = {} }) => own(methods, member)).find((each) => each !== undefined);
    if (method === undefined) throw standardError('UnknownMethod', `${path} has no method ${member}.`);
    return method;
  }

  /** Interfaces of an object, or of a path above one. */
  #interfacesOf(path: string): readonly ExportedInterface[] | undefined {
    const exported = this.#objects.get(path);
    if (exported !== undefined) return exported;
    if (this.#childrenOf(path).length === 0) return undefined;
    return [PEER, introspectable([PEER], () => this.#childrenOf(path))];
  }

  #childrenOf(path: string): readonly string[] {
    const start = path === '/' ? path : `${path}/`;
    const below = [...this.#objects.keys()].filter((each) => each.startsWith(start) && each !== path);
    return [...new Set(below.map((each) => each.slice(start.length).split('/', 1).join()))];
  }

  #emit(path: string, name: string, member: string, signature: string, body: readonly unknown[]): void {
    const line = this.#line;
    if (line === undefined) return;
    const { library, connection } = line;
    const wired = wireBody(library, signature, body);
    connection.send(library.Message.newSignal(path, name, member, signature, wired));
  }

  /** @throws Error when the result does not match `gives` */
  #reply({ library, connection }: Line, message: Message, signature: string, body: readonly unknown[]): void {
    if (isUnasked(message)) return;
    connection.send(library.Message.newMethodReturn(message, signature, wireBody(library, signature, body)));
  }

  #refuse({ library, connection }: Line, message: Message, { type, message: text }: BusError): void {
    if (isUnasked(message)) return;
    try {
      connection.send(library.Message.newError(message as never, type, text));
    } catch (error) {
      this.log.error('dbus: answer to a call not sent (the caller waits until its time is over)', {
        member: message.member,
        error,
      });
    }
  }

  /** The error to answer with. An unexpected error is logged, and its text is not sent. */
  #replyTo({ interface: name, member }: Message, error: unknown): BusError {
    const reply = tellable(error);
    if (reply !== undefined) return reply;
    this.log.error('dbus: call of another program failed here', { interface: name, member, error });
    return standardError('Failed', `${member} has failed.`);
  }
}

function isUnasked({ flags }: Message): boolean {
  return (flags & NO_REPLY_EXPECTED) !== 0;
}

/** Plain values. An argument of `Properties` that is a variant keeps its type, for `Set`. */
function argumentsOf(library: BusLibrary, { interface: name, body }: Message): readonly unknown[] {
  const values = body as unknown[];
  if (name !== PROPERTIES) return values.map((value) => plain(library, value));
  return values.map((value) =>
    value instanceof library.Variant
      ? new BusVariant(value.signature, plain(library, value.value))
      : plain(library, value),
  );
}
