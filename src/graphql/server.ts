/**
 * The GraphQL port: HTTP behind the guards of REST, and WebSockets. Listening costs a socket; graphql-js and ws are loaded
 * with the first request that needs them. Thread: main.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';
import { NotFound, Unavailable } from '../errors.js';
import { createDispatch } from '../http/dispatch.js';
import { PIN_HEADER } from '../http/route.js';
import { createGuardedApp } from '../http/serving/guarded-app.js';
import { createListening, type HttpServer, refuseUpgrade } from '../http/serving/listening.js';
import { type Client, clientOf, type Held } from '../http/shares.js';
import { type SlotBounds, Slots } from '../http/slots.js';
import type { GraphqlDeps } from './deps.js';
import type { Engine } from './engine.js';
import { CLOSE, PROTOCOLS } from './protocols.js';
import { graphqlRoutes } from './routes.js';
import type { SocketBounds } from './web-socket.js';

/** As many as follow `GET /events`. */
const SOCKETS: SlotBounds = { address: 16, network: 32, all: 64 };
/** Bytes of a message of a client. */
const LARGEST_MESSAGE = 256 * 1024;

interface Holder extends Held {
  end(): void;
}

export class GraphqlServer {
  readonly #slots = new Slots<Holder>(SOCKETS, { end: (holder) => holder.end() });
  readonly #open = new Set<WebSocket>();
  readonly #listening: HttpServer;
  #engine: Promise<Engine> | undefined;
  #sockets: WebSocketServer | undefined;

  constructor(
    private readonly deps: GraphqlDeps,
    host: string,
    port: number,
    private readonly bounds?: SocketBounds,
  ) {
    this.#listening = createListening(() => this.#handlers(), { host, port }, deps.log);
  }

  get port(): number | undefined {
    return this.#listening.address?.port;
  }

  /** @throws Unavailable ADDRESS_IN_USE and its like */
  start(): Promise<void> {
    return this.#listening.start();
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    for (const socket of this.#open) socket.close(CLOSE.goingAway, 'the daemon stops');
    await this.#listening.stop();
    for (const socket of this.#open) socket.terminate();
  }

  /** What runs operations, loaded by the first who asks. */
  engine(): Promise<Engine> {
    this.#engine ??= this.#load();
    return this.#engine;
  }

  async #load(): Promise<Engine> {
    try {
      const { Engine: Loaded } = await import('./engine.js');
      return new Loaded(this.deps.load(), this.deps);
    } catch (error) {
      this.#engine = undefined;
      throw error;
    }
  }

  #handlers() {
    const routes = graphqlRoutes(this.deps, () => this.engine());
    const dispatch = createDispatch(routes, (given, need) => this.deps.pin.require(given, need));
    // The way to the page of the hotspot is on the page's own port.
    const hotspot = { address: undefined, noteUse: () => undefined };
    const { app, admit } = createGuardedApp({ ...this.deps, hotspot }, dispatch);
    const handle = app.callback();
    return {
      request: (request: IncomingMessage, response: ServerResponse) => void handle(request, response),
      upgrade: (request: IncomingMessage, head: Buffer) => {
        try {
          admit(request);
          if (request.url?.split('?', 1)[0] !== '/graphql')
            throw new NotFound('UNKNOWN_PATH', 'There is nothing at this path.');
          this.#accept(request, head);
        } catch (error) {
          refuseUpgrade(request.socket, error);
        }
      },
    };
  }

  #accept(request: IncomingMessage, head: Buffer): void {
    const { socket } = request;
    const holder = { client: clientOf(socket), end: () => socket.destroy() };
    if (!this.#slots.take(holder)) {
      throw new Unavailable('TOO_MANY_LISTENERS', `At most ${SOCKETS.address} WebSockets go to one address.`);
    }
    socket.once('close', () => this.#slots.leave(holder));
    // Someone whose connection broke unnoticed is found by the kernel: no timer of ours runs for that.
    socket.setKeepAlive(true, 60_000);
    this.#sockets ??= new (this.deps.load().WebSocketServer)({
      noServer: true,
      clientTracking: false,
      maxPayload: LARGEST_MESSAGE,
      handleProtocols: (offered) => [...offered].find((name) => name in PROTOCOLS) ?? false,
    });
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      const protocol = PROTOCOLS[opened.protocol];
      if (protocol === undefined) {
        opened.on('error', () => undefined);
        opened.close(CLOSE.badProtocol, 'unknown protocol');
        return;
      }
      this.#open.add(opened);
      opened.once('close', () => this.#open.delete(opened));
      const pin = request.headers[PIN_HEADER.toLowerCase()];
      void this.#serve(opened, protocol, { pin: typeof pin === 'string' ? pin : undefined, client: holder.client });
    });
  }

  async #serve(
    socket: WebSocket,
    protocol: (typeof PROTOCOLS)[string],
    { pin, client }: { readonly pin: string | undefined; readonly client: Client },
  ): Promise<void> {
    // Messages that come before it is loaded are read then.
    socket.pause();
    try {
      const [engine, { SocketClient }] = await Promise.all([this.engine(), import('./web-socket.js')]);
      new SocketClient(socket, protocol, engine, { pin, client: client.network }, this.deps.log, this.bounds);
      socket.resume();
    } catch (error) {
      this.deps.log.error('client: not accepted (a fault of ours)', { error });
      socket.terminate();
    }
  }
}
