/**
 * One client on a WebSocket: greets, starts and ends operations, and sends their results, one after the other, each made when
 * the one before it was taken. A client that takes nothing for too long is dropped, and so is one that does not read while
 * all clients together leave too much unread. Nothing runs between two messages. Thread: main.
 */
import type { WebSocket } from 'ws';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { PinGiven } from '../system/pin.js';
import type { Answer, Answers, Asked, Engine, Refused } from './engine.js';
import { CLOSE, type Message, messageOf, type Protocol } from './protocols.js';

/** A client greets within so long, in ms. */
const GREETING_MS = 10_000;
/** A client that takes nothing for so long is dropped, in ms. */
const STALL_MS = 30_000;
/** Bytes that all clients together may leave unread; a result that is alone may be of any length. */
const MOST_UNREAD = 32 * 1024 * 1024;
/** Bytes that a client may leave unread while it sends pings. */
const MOST_PONGS = 8 * 1024 * 1024;
/** Operations of a client at a time: rockboxd's clients have three. */
const MOST_OPERATIONS = 16;

export interface SocketBounds {
  readonly greeting: number;
  readonly stall: number;
}

const BOUNDS: SocketBounds = { greeting: GREETING_MS, stall: STALL_MS };

const PONG = JSON.stringify({ type: 'pong' });

/** An operation that runs; `answers` once it was not refused. */
interface Running {
  isEnded: boolean;
  answers?: Answers;
}

/** What all clients together leave unread, in bytes. */
let unread = 0;

export class SocketClient {
  readonly #sending = new SerialQueue();
  readonly #running = new Map<string, Running>();
  readonly #greeting: NodeJS.Timeout;
  #isGreeted = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly protocol: Protocol,
    private readonly engine: Engine,
    private given: PinGiven,
    private readonly log: Log,
    private readonly bounds = BOUNDS,
  ) {
    this.#greeting = setTimeout(() => socket.close(CLOSE.initTimeout, 'no greeting'), bounds.greeting).unref();
    socket.on('message', (data, isBinary) => {
      // A message is one buffer (binaryType).
      this.#take(isBinary ? undefined : messageOf((data as Buffer).toString()));
    });
    // What is not of the protocol closes the connection; ws says how.
    socket.on('error', (error) => log.debug('client: connection broke', { error }));
    socket.on('ping', () => this.#requireRead());
    socket.once('close', () => this.#end());
  }

  #take(message: Message | undefined): void {
    if (message === undefined) {
      this.socket.close(CLOSE.badMessage, 'not a message');
      return;
    }
    const { type, id } = message;
    const { start, stop } = this.protocol;
    if (type === 'connection_init') this.#greet(message);
    else if (type === 'ping') this.#pong();
    else if (type === 'connection_terminate') this.socket.close();
    else if (type === 'pong') return;
    else if (type === stop && id !== undefined) this.#stop(id);
    else if (type === start && id !== undefined) this.#start(id, message.payload);
    else this.socket.close(CLOSE.badMessage, 'unknown message');
  }

  #pong(): void {
    this.#requireRead();
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(PONG);
  }

  /** A client that sends pings and reads no answer is dropped. */
  #requireRead(): void {
    if (this.socket.bufferedAmount > MOST_PONGS) this.socket.terminate();
  }

  #greet({ payload }: Message): void {
    if (this.#isGreeted) {
      this.socket.close(CLOSE.initialisedTwice, 'greeted twice');
      return;
    }
    this.#isGreeted = true;
    clearTimeout(this.#greeting);
    const pin = (payload as { readonly pin?: unknown } | null | undefined)?.pin;
    if (typeof pin === 'string') this.given = { ...this.given, pin };
    void this.#send({ type: 'connection_ack' });
  }

  #start(id: string, payload: unknown): void {
    const asked = askedOf(payload);
    if (!this.#isGreeted) this.socket.close(CLOSE.unauthorized, 'not greeted');
    else if (asked === undefined) this.socket.close(CLOSE.badMessage, 'no query');
    else if (this.#running.has(id) && this.protocol.isStrict) this.socket.close(CLOSE.taken, 'the id is taken');
    else if (this.#running.size >= MOST_OPERATIONS) this.socket.close(CLOSE.tryAgainLater, 'too many operations');
    else {
      this.#stop(id);
      void this.#run(id, asked);
    }
  }

  /** Never rejects. */
  async #run(id: string, asked: Asked): Promise<void> {
    const running: Running = { isEnded: false };
    this.#running.set(id, running);
    try {
      const answers = await this.engine.subscribe(asked, this.given);
      if ('errors' in answers) {
        if (!running.isEnded) await this.#refuse(id, answers);
        return;
      }
      running.answers = answers;
      if (running.isEnded) answers.end();
      for (let answer = await answers.next(); answer !== undefined; answer = await answers.next()) {
        const { next } = this.protocol;
        const made = answer;
        await this.#sending.run(async () => {
          const payload = await whole(made);
          if (!running.isEnded)
            await this.#sendText(`{"type":"${next}","id":${JSON.stringify(id)},"payload":${payload}}`);
        });
        if (running.isEnded) break;
      }
      if (!running.isEnded) await this.#send({ type: 'complete', id });
    } catch (error) {
      this.log.warn('subscription: ended by an error (the client may subscribe again)', { error });
      if (!running.isEnded) this.socket.close(CLOSE.goingAway, 'the subscription broke');
    } finally {
      if (this.#running.get(id) === running) this.#running.delete(id);
    }
  }

  #refuse(id: string, { errors }: Refused): Promise<void> {
    return this.#send({ type: 'error', id, payload: this.protocol.problem(errors) });
  }

  #stop(id: string): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    running.isEnded = true;
    this.#running.delete(id);
    running.answers?.end();
  }

  #end(): void {
    clearTimeout(this.#greeting);
    for (const id of [...this.#running.keys()]) this.#stop(id);
  }

  #send(message: object): Promise<void> {
    return this.#sendText(JSON.stringify(message));
  }

  /** Resolves when the client has taken it, or has gone. */
  #sendText(text: string): Promise<void> {
    if (unread > 0 && unread + text.length > MOST_UNREAD) this.socket.terminate();
    unread += text.length;
    return new Promise((resolve) => {
      const stalled = setTimeout(() => {
        this.log.debug('client: dropped (it takes nothing)');
        this.socket.terminate();
      }, this.bounds.stall).unref();
      this.socket.send(text, () => {
        clearTimeout(stalled);
        unread -= text.length;
        resolve();
      });
    });
  }
}

async function whole(answer: Answer): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of answer) pieces.push(piece);
  return pieces.join('');
}

function askedOf(payload: unknown): Asked | undefined {
  const { query, variables, operationName } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string') return undefined;
  if (variables !== undefined && (typeof variables !== 'object' || Array.isArray(variables))) return undefined;
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') return undefined;
  return { query, variables: variables as Asked['variables'], operationName };
}
