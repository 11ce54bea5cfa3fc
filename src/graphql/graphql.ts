/**
 * GraphQL as the rest of the daemon has it: on by default, switched by a setting. A port that is taken is logged, and
 * everything else goes on. Thread: main.
 */
import { Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { GraphqlDeps } from './deps.js';
import type { GraphqlServer } from './server.js';

export interface GraphqlSettings {
  readonly graphqlServer: boolean;
}

export interface GraphqlOptions {
  readonly host: string;
  /** 0: GraphQL is not served, whatever the settings say. */
  readonly port: number;
  readonly settings: {
    read(): GraphqlSettings;
    subscribe(listener: (now: GraphqlSettings, before: GraphqlSettings) => void): () => void;
  };
  /** Asked for when it is first switched on. */
  readonly deps: () => GraphqlDeps;
  readonly log: Log;
}

export class Graphql {
  readonly #switching = new SerialQueue();
  #server: GraphqlServer | undefined;
  #unsubscribe: () => void = () => undefined;
  #stopped = false;

  constructor(private readonly options: GraphqlOptions) {}

  /** Where it listens; undefined while it does not. */
  get port(): number | undefined {
    return this.#server?.port;
  }

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    const { settings, port } = this.options;
    if (port === 0) return Promise.resolve();
    this.#unsubscribe = settings.subscribe((now, before) => {
      if (now.graphqlServer !== before.graphqlServer) void this.#follow();
    });
    return this.#follow();
  }

  /** May be called twice. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    return this.#follow();
  }

  /** Never rejects. */
  #follow(): Promise<void> {
    const { log, port } = this.options;
    return this.#switching
      .run(() => this.#switch())
      .catch((error: unknown) => {
        if (error instanceof Unavailable)
          log.warn('port: not opened (GraphQL clients cannot connect)', { port, error });
        else log.error('port: not opened (a fault of ours)', { port, error });
      });
  }

  async #switch(): Promise<void> {
    const { settings, host, port, deps, log } = this.options;
    const isWanted = settings.read().graphqlServer && !this.#stopped;
    const running = this.#server;
    if (isWanted === (running !== undefined)) return;
    if (running !== undefined) {
      this.#server = undefined;
      await running.stop();
      return;
    }
    const { GraphqlServer: Server } = await import('./server.js');
    const server = new Server(deps(), host, port);
    await server.start();
    this.#server = server;
    log.info('port: GraphQL clients can connect', { port: server.port });
  }
}
