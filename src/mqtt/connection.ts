/**
 * One connection to a broker, from the first byte to the last: MQTT 3.1.1 with QoS 0 and a clean session. What is
 * published goes out in order, or the connection ends. Nothing is queued for a later connection. Thread: main.
 *
 *     constructor ──CONNACK──▶ opened ──message, drained──▶ … ──▶ closed (once, with the reason)
 */
import type { Socket } from 'node:net';
import type { ConnectGuard } from '../net/guarded-lookup.js';
import { type Endpoint, openSocket } from '../net/guarded-socket.js';
import type { NetworkTime } from '../net/network-time.js';
import { BoundedStream } from './bounded-stream.js';
import { BrokerFailure, brokerFailure } from './failure.js';
import type { MqttClient, MqttLibrary } from './library.js';

/**
 * Seconds without a packet after which the client sends one. MQTT.js has a timer at half of that, the only one of an idle
 * connection. A broker takes a box whose plug was pulled for gone after one and a half of it: five minutes.
 */
const KEEP_ALIVE_SECONDS = 200;
const GREETING_MILLISECONDS = 15_000;
/** Milliseconds for the broker to take what was published before the end. */
const FAREWELL_MILLISECONDS = 2000;

export interface ConnectionOptions {
  readonly endpoint: Endpoint;
  /** `""` for none, and then there is no password either. */
  readonly user: string;
  readonly password: string;
  readonly clientId: string;
  /** Retained by the broker once the connection breaks. */
  readonly lastWill: { readonly topic: string; readonly payload: string };
}

export interface ConnectionDeps {
  readonly library: MqttLibrary;
  readonly guard: ConnectGuard;
  readonly time: Pick<NetworkTime, 'isAwaited'>;
}

/** Listeners of a connection. None of them may throw. */
export interface ConnectionEvents {
  readonly opened: () => void;
  readonly message: (topic: string, payload: Buffer, isRetained: boolean) => void;
  /** The broker takes more again, after `isCongested`. */
  readonly drained: () => void;
  readonly closed: (failure: BrokerFailure) => void;
  /** The broker does not let this user subscribe to a topic. */
  readonly refused: () => void;
}

export class Connection {
  readonly #client: MqttClient;
  readonly #stream: BoundedStream;
  readonly #ended: Promise<void>;
  readonly #events: ConnectionEvents;
  #failure: BrokerFailure | undefined;

  /** @throws BrokerFailure for an address that is not allowed */
  constructor(
    { endpoint, user, password, clientId, lastWill }: ConnectionOptions,
    deps: ConnectionDeps,
    events: ConnectionEvents,
  ) {
    const { library, guard, time } = deps;
    this.#events = events;
    const fail = (error: unknown): void => {
      this.#failure ??= brokerFailure(error, time);
    };
    let socket: Socket;
    try {
      socket = openSocket(endpoint, guard);
    } catch (error) {
      throw brokerFailure(error, time);
    }
    const isPlainPort = watchHandshake(socket, endpoint);
    this.#stream = new BoundedStream(socket);
    // MQTT.js keeps errors without a code to itself.
    this.#stream.on('error', fail).on('drain', events.drained);
    const client = new library.MqttClient(() => this.#stream, {
      ...{ clientId, clean: true, protocolVersion: 4, keepalive: KEEP_ALIVE_SECONDS, timerVariant: 'native' },
      // The cache is of all 65,536 numbers that a packet can have, some megabytes.
      ...{ writeCache: false, log: () => undefined },
      ...{ reconnectPeriod: 0, connectTimeout: GREETING_MILLISECONDS, queueQoSZero: false, resubscribe: false },
      ...(user !== '' && { username: user, ...(password !== '' && { password }) }),
      will: { topic: lastWill.topic, payload: Buffer.from(lastWill.payload), qos: 0, retain: true },
    });
    this.#client = client;
    client.on('connect', events.opened);
    client.on('message', (topic, payload, { retain }) => events.message(topic, payload, retain));
    client.on('error', (error) => {
      fail(error);
      client.end(true);
    });
    this.#ended = new Promise((resolve) => {
      client.once('close', () => {
        resolve();
        const failure = this.#failure ?? new BrokerFailure('closed', 'The broker has closed the connection.');
        const isPlain = failure.trouble === 'closed' && isPlainPort();
        events.closed(isPlain ? new BrokerFailure('certificate', 'The broker speaks no TLS at this port.') : failure);
      });
    });
  }

  /** More is written than the broker takes: wait for `drained`. */
  get isCongested(): boolean {
    return this.#stream.writableNeedDrain;
  }

  /** Has the broker retain a text; an empty one has it forget what it retained. */
  publish(topic: string, text: string): void {
    // A failure ends the connection, which is reported by itself.
    this.#client.publish(topic, text, { retain: true }, () => undefined);
  }

  subscribe(topics: readonly string[]): void {
    this.#client.subscribe([...topics], (error, _granted, answer) => {
      // Without an answer the connection is closed, which is reported by itself.
      if (error !== null && answer !== undefined) this.#events.refused();
    });
  }

  /** Takes leave behind what was published; resolves when the connection is closed, which takes a bounded time. */
  async end(): Promise<void> {
    const late = setTimeout(() => this.#stream.destroy(), FAREWELL_MILLISECONDS);
    // Before the greeting MQTT.js would keep the connection open.
    this.#client.end(!this.#client.connected);
    await this.#ended;
    clearTimeout(late);
  }
}

/** @returns whether TLS is wanted and was not agreed on: a broker without it closes at the first byte */
function watchHandshake(socket: Socket, { isSecure }: Endpoint): () => boolean {
  let isAgreed = !isSecure;
  let isConnected = false;
  socket.once('connect', () => (isConnected = true)).once('secureConnect', () => (isAgreed = true));
  return () => isConnected && !isAgreed;
}
