/**
 * The MPD protocol as the rest of the daemon has it: on by default, switched by a setting. The server behind it is loaded
 * when it is first switched on. A port that is taken is logged, and everything else goes on. Thread: main.
 */
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
  readonly host: string;
  /** 0: the protocol is not spoken, whatever the settings say. */
  readonly port: number;
  readonly settings: {
    read(): MpdSettings;
    subscribe(listener: (now: MpdSettings, before: MpdSettings) => void): () => void;
  };
  /** Asked for when the server is loaded. */
  readonly deps: () => MpdDeps;
  readonly log: Log;
}

export class Mpd {
  readonly #listeners = new Listeners();
  readonly #switching = new SerialQueue();
  #server: MpdServer | undefined;
  #unsubscribe: () => void = () => undefined;
  #stopped = false;

  constructor(private readonly options: MpdOptions) {}

  /** Where it listens; undefined while it does not. */
  get port(): number | undefined {
    return this.#server?.port;
  }

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    const { settings, port } = this.options;
    if (port === 0) return Promise.resolve();
    this.#unsubscribe = settings.subscribe((now, before) => {
      if (now.mpdServer !== before.mpdServer) void this.#follow();
    });
    return this.#follow();
  }

  /** May be called twice. */
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
    const { log, port } = this.options;
    return this.#switching
      .run(() => this.#switch())
      .catch((error: unknown) => {
        if (error instanceof Unavailable)
          log.warn('mpd: not switched on (MPD clients cannot connect)', { port, error });
        else log.error('mpd: not switched on', { port, error });
      });
  }

  async #switch(): Promise<void> {
    const { settings, host, port, deps, log } = this.options;
    const isWanted = settings.read().mpdServer && !this.#stopped;
    const running = this.#server;
    if (isWanted === (running !== undefined)) return;
    if (running !== undefined) {
      this.#server = undefined;
      await running.stop();
    } else {
      const { MpdServer: Server } = await import('./server.js');
      const server = new Server(deps());
      await server.start(host, port);
      this.#server = server;
      log.info('mpd: MPD clients can connect', { port: server.port });
    }
    this.#listeners.call();
  }
}
