/**
 * The MPD protocol as the rest of the daemon has it: on by default, switched by a setting. Until the first client comes it
 * is a socket that listens; the server behind it is loaded then. A port that is taken is logged, and everything else goes
 * on. Thread: main.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { Unavailable } from '../errors.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { MpdDeps } from './deps.js';
import type { MpdServer } from './server.js';

export interface MpdSettings {
  readonly mpdServer: boolean;
}

export interface MpdOptions {
  /** Where it listens, port 0 being any free one; undefined: the protocol is not spoken, whatever the settings say. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
  readonly settings: {
    read(): MpdSettings;
    subscribe(listener: (now: MpdSettings, before: MpdSettings) => void): () => void;
  };
  /** Called when the first client comes. */
  readonly deps: () => MpdDeps;
  readonly log: Log;
}

export class Mpd {
  readonly #listeners = new Listeners();
  readonly #switching = new SerialQueue();
  #listening: Server | undefined;
  #server: Promise<MpdServer> | undefined;
  #unsubscribe: () => void = () => undefined;
  #stopped = false;

  constructor(private readonly options: MpdOptions) {}

  /** Port on which it listens; undefined while it does not. */
  get port(): number | undefined {
    const address = this.#listening?.address();
    return typeof address === 'object' && address !== null ? address.port : undefined;
  }

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    const { settings, listen } = this.options;
    if (listen === undefined) return Promise.resolve();
    this.#unsubscribe = settings.subscribe((now, before) => {
      if (now.mpdServer !== before.mpdServer) void this.#follow();
    });
    return this.#follow();
  }

  /** Closes all clients. May be called twice. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    return this.#follow();
  }

  /** @param listener called when it listens, or does not any more @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Never rejects. */
  #follow(): Promise<void> {
    const { log, listen } = this.options;
    return this.#switching
      .run(() => this.#switch())
      .catch((error: unknown) => {
        const facts = { port: listen?.port, error };
        if (error instanceof Unavailable) log.warn('port: not opened (MPD clients cannot connect)', facts);
        else log.error('port: not opened (a fault of ours)', facts);
      });
  }

  async #switch(): Promise<void> {
    const { settings, listen, log } = this.options;
    const isWanted = listen !== undefined && settings.read().mpdServer && !this.#stopped;
    const listening = this.#listening;
    if (isWanted === (listening !== undefined)) return;
    if (isWanted) {
      this.#listening = await listenOn(listen.host, listen.port, (socket) => void this.#accept(socket));
      this.#listening.on('error', (error) => log.error('server: failed', { error }));
      log.info('port: MPD clients can connect', { port: this.port });
    } else {
      this.#listening = undefined;
      const server = this.#server;
      this.#server = undefined;
      const closed = new Promise((resolve) => listening?.close(resolve));
      (await server?.catch(() => undefined))?.stop();
      await closed;
    }
    this.#listeners.call();
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
