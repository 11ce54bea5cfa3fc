/**
 * The port of the MPD protocol. Until the first client comes it is a socket that listens; the server behind it is loaded
 * then. Thread: main.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { Unavailable } from '../errors.js';
import type { MpdDeps } from './deps.js';
import type { MpdServer } from './server.js';

export interface MpdListenerOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Called when the first client comes. */
  readonly deps: () => MpdDeps;
  readonly log: MpdDeps['log'];
}

export class MpdListener {
  #listening: Server | undefined;
  #server: Promise<MpdServer> | undefined;

  constructor(private readonly options: MpdListenerOptions) {}

  get port(): number | undefined {
    const address = this.#listening?.address();
    return typeof address === 'object' && address !== null ? address.port : undefined;
  }

  /** @throws Unavailable ADDRESS_IN_USE, LISTEN_FAILED */
  async start(): Promise<void> {
    const { host, port, log } = this.options;
    this.#listening = await listenOn(host, port, (socket) => void this.#accept(socket));
    this.#listening.on('error', (error) => log.error('server: failed', { error }));
  }

  /** Closes all clients. May be called twice. */
  async stop(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise((resolve) => (listening === undefined ? resolve(undefined) : listening.close(resolve)));
    (await server?.catch(() => undefined))?.stop();
    await closed;
  }

  /** Never rejects. */
  async #accept(socket: Socket): Promise<void> {
    try {
      // What goes wrong with a connection ends it: nobody else needs to know.
      socket.on('error', () => socket.destroy());
      const server = await (this.#server ??= this.#load());
      if (this.#listening === undefined) socket.destroy();
      else server.accept(socket);
    } catch (error) {
      this.#server = undefined;
      this.options.log.error('client: not accepted (a fault of ours)', { error });
      socket.destroy();
    }
  }

  async #load(): Promise<MpdServer> {
    const { MpdServer: Loaded } = await import('./server.js');
    return new Loaded(this.options.deps());
  }
}

/** @throws Unavailable ADDRESS_IN_USE, LISTEN_FAILED */
function listenOn(host: string, port: number, accept: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Who has said all still gets the answers.
    const server = createServer({ allowHalfOpen: true }, accept);
    const fail = (error: NodeJS.ErrnoException): void => {
      const isWithoutIpv6 = error.code === 'EAFNOSUPPORT' && host === '::';
      if (isWithoutIpv6) listenOn('0.0.0.0', port, accept).then(resolve, reject);
      else reject(unavailable(host, port, error));
    };
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve(server);
    });
  });
}

function unavailable(host: string, port: number, cause: NodeJS.ErrnoException): Unavailable {
  if (cause.code !== 'EADDRINUSE')
    return new Unavailable('LISTEN_FAILED', `Cannot listen on ${host}:${port}.`, { cause });
  return new Unavailable('ADDRESS_IN_USE', `Port ${port} is taken: another MPD may run here.`, { cause });
}
