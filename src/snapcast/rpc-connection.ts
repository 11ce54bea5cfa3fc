/**
 * A connection to the control port of a snapserver: JSON-RPC 2.0, one message a line. What the server sends is bounded: a line
 * that is too long or is no message ends the connection, and calls that wait then fail. Thread: main. Source: snapcast,
 * doc/json_rpc_api/control.md.
 */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { Allowance } from '../allowance.js';
import { ServiceFailed, TimedOut, type TonearmError, Unavailable } from '../errors.js';

export interface RpcBounds {
  /** Milliseconds until a connection is there, and until a call is answered. */
  readonly patience: number;
  /** Bytes; the status of a client takes about 700. */
  readonly longestLine: number;
  /** Lines that may come at once, and in each second from then on. */
  readonly lines: readonly [atOnce: number, perSecond: number];
}

export const RPC_BOUNDS: RpcBounds = { patience: 4000, longestLine: 512 * 1024, lines: [1000, 200] };
/** Characters of what a server says that are repeated to a person. */
const LONGEST_REASON = 200;
const NEWLINE = 0x0a;
/** Pieces of a line that are kept apart. */
const MOST_PIECES = 64;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export class RpcConnection {
  readonly #waiting = new Map<number, Waiting>();
  #pieces: Buffer[] = [];
  #length = 0;
  #last = 0;
  #end: TonearmError | undefined;
  readonly #allowance: Allowance;

  private constructor(
    private readonly socket: Socket,
    private readonly notified: () => void,
    private readonly bounds: RpcBounds,
  ) {
    this.#allowance = new Allowance(...bounds.lines);
    socket.on('data', (piece: Buffer) => this.#receive(piece));
    socket.on('error', (error) => this.#finish(unreachable(error.message)));
    socket.on('close', () => this.#finish(unreachable('the connection was closed')));
    socket.unref();
  }

  /**
   * @param notified called when the server reports that something is another, whoever changed it; must not throw
   * @throws Unavailable SNAPCAST_UNREACHABLE
   */
  static async open(address: string, port: number, notified: () => void, bounds = RPC_BOUNDS): Promise<RpcConnection> {
    const socket = createConnection({ host: address, port });
    socket.on('error', () => undefined);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(bounds.patience) });
    } catch (error) {
      socket.destroy();
      const isLate = (error as Error).name === 'AbortError';
      throw unreachable(isLate ? 'it does not answer' : (error as Error).message);
    }
    return new RpcConnection(socket, notified, bounds);
  }

  get isOpen(): boolean {
    return this.#end === undefined;
  }

  /**
   * The result of a call.
   * @throws Unavailable SNAPCAST_UNREACHABLE, TimedOut SNAPCAST_SILENT, ServiceFailed SNAPCAST_REFUSED with what the server says
   */
  call(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { patience } = this.bounds;
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(this.#end);
        return;
      }
      const id = ++this.#last;
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new TimedOut('SNAPCAST_SILENT', `The Snapcast server does not answer ${method}.`));
      }, patience).unref();
      this.#waiting.set(id, { resolve, reject, timer });
      this.socket.write(`${JSON.stringify({ id, jsonrpc: '2.0', method, ...(params && { params }) })}\r\n`);
    });
  }

  /** May be called twice. @param reason why calls that wait fail, for people */
  close(reason = 'the connection was closed'): void {
    this.#finish(unreachable(reason));
  }

  #receive(piece: Buffer): void {
    let rest = piece;
    for (let at = rest.indexOf(NEWLINE); at >= 0 && this.isOpen; at = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...this.#pieces, rest.subarray(0, at)]);
      this.#pieces = [];
      this.#length = 0;
      rest = rest.subarray(at + 1);
      if (line.length > this.bounds.longestLine) {
        this.#finish(tooLong());
        return;
      }
      this.#take(line.toString('utf8').trim());
    }
    if (!this.isOpen) return;
    this.#length += rest.length;
    if (this.#length > this.bounds.longestLine) {
      this.#finish(tooLong());
      return;
    }
    if (rest.length > 0) this.#pieces.push(rest);
    if (this.#pieces.length > MOST_PIECES) this.#pieces = [Buffer.concat(this.#pieces)];
  }

  #take(line: string): void {
    if (!this.#allowance.take()) {
      this.#finish(unreachable('it sends too many messages'));
      return;
    }
    if (line === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      message = undefined;
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      this.#finish(unreachable('it does not speak the control protocol of Snapcast'));
      return;
    }
    const { id, method, result, error } = message as Readonly<Record<string, unknown>>;
    if (typeof method === 'string') {
      this.notified();
      return;
    }
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return;
    this.#waiting.delete(id as number);
    clearTimeout(waiting.timer);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new ServiceFailed('SNAPCAST_REFUSED', `The Snapcast server refuses: ${reasonOf(error)}`));
  }

  #finish(end: TonearmError): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.socket.destroy();
    this.#pieces = [];
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(end);
    }
    this.#waiting.clear();
  }
}

const tooLong = (): Unavailable => unreachable('it sends a message that is too long');

function unreachable(reason: string): Unavailable {
  return new Unavailable('SNAPCAST_UNREACHABLE', `The Snapcast server cannot be controlled: ${reason}.`);
}

function reasonOf(error: unknown): string {
  const { data, message } = Object(error) as Readonly<Record<string, unknown>>;
  const reason = [data, message].find((each): each is string => typeof each === 'string' && each !== '');
  return (reason ?? 'it gives no reason').slice(0, LONGEST_REASON);
}
