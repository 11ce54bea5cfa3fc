/**
 * A server that is open while the settings want it, opened and closed one after the other.
 *
 *     closed ──wanted──▶ open ──not wanted, or stop()──▶ closed
 *
 * A server that cannot be opened is logged, and stays closed until it is wanted anew or asked for by follow(). Thread: main.
 */
import { Unavailable } from './errors.js';
import { Listeners } from './listeners.js';
import type { Log } from './log.js';
import { SerialQueue } from './serial-queue.js';

export interface RunningServer {
  /** Port on which it listens. */
  readonly port: number | undefined;
  /** Closes all connections. */
  stop(): Promise<void>;
}

export interface SwitchedServerOptions {
  /** Read after each change of the settings. */
  readonly isWanted: () => boolean;
  readonly settings: { subscribe(listener: () => void): () => void };
  /** @throws Unavailable where the port cannot be opened */
  readonly open: () => Promise<RunningServer>;
  /** Who connects to it, for the log: `MPD clients`. */
  readonly clients: string;
  readonly log: Log;
}

export class SwitchedServer {
  readonly #listeners = new Listeners();
  readonly #switching = new SerialQueue();
  #running: RunningServer | undefined;
  #failure: string | undefined;
  #isRequested = false;
  #isStopped = false;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly options: SwitchedServerOptions) {}

  /** Port on which it listens; undefined while it does not. */
  get port(): number | undefined {
    return this.#running?.port;
  }

  /** Why it does not listen although it is wanted, for people. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    this.#unsubscribe = this.options.settings.subscribe(() => {
      if (this.options.isWanted() !== this.#isRequested) void this.follow();
    });
    return this.follow();
  }

  /** May be called twice. Never rejects. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    return this.follow();
  }

  /** @param listener called when it listens, or does not any more @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Resolves when what the settings want is in force, or has failed. Never rejects. */
  follow(): Promise<void> {
    this.#isRequested = this.options.isWanted() && !this.#isStopped;
    return this.#switching.run(() => this.#switch());
  }

  async #switch(): Promise<void> {
    const { open, clients, log } = this.options;
    this.#failure = undefined;
    const running = this.#running;
    if (this.#isRequested === (running !== undefined)) return;
    try {
      this.#running = undefined;
      if (running === undefined) {
        this.#running = await open();
        log.info(`port: ${clients} can connect`, { port: this.port });
      } else await running.stop();
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      if (error instanceof Unavailable) log.warn(`port: not opened (${clients} cannot connect)`, { error });
      else log.error(`port: not opened or closed (a fault of ours; ${clients} cannot connect)`, { error });
    }
    this.#listeners.call();
  }
}
