/**
 * Notifies systemd that the daemon is ready and, while its main loop runs and its parts respond, that it is alive. The
 * period is longer at first: after its start the daemon loads what can wait, and everything else in the box starts, too.
 * Does nothing without a service manager. Thread: main. Source: sd_notify(3), sd_watchdog_enabled(3): pings at half the
 * period.
 */
import type { Log } from '../log.js';

export interface ServiceManager {
  /** `NOTIFY_SOCKET`; undefined without a service manager. */
  readonly socket: string | undefined;
  /** `WATCHDOG_USEC`, in microseconds; undefined when no watchdog is set. */
  readonly watchdogMicroseconds: number | undefined;
}

/** Sends one notice; returns 0 or a negative errno. Never blocks. */
export type SendNotice = (socket: string, text: string) => number;

const ALIVE = Promise.resolve(true);
/** How many times as long the period is at first, and after how many pings that is over. */
const START = { periods: 3, pings: 6 };

export class Watchdog {
  #timer: NodeJS.Timeout | undefined;
  #pings = 0;

  /** @param isAlive called before each ping, which is left out when it resolves with false; never rejects */
  constructor(
    private readonly manager: ServiceManager,
    private readonly send: SendNotice,
    private readonly log: Log,
    private readonly isAlive: () => Promise<boolean> = (): Promise<boolean> => ALIVE,
  ) {}

  /** The daemon has started. */
  ready(): void {
    const { socket, watchdogMicroseconds: period } = this.manager;
    this.#notify(period === undefined ? 'READY=1' : `READY=1\nWATCHDOG_USEC=${START.periods * period}`);
    if (socket === undefined || period === undefined) return;
    this.#timer ??= setInterval(() => void this.#ping(period), period / 2000);
  }

  /** The daemon is stopping. May be called twice. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#notify('STOPPING=1');
  }

  async #ping(period: number): Promise<void> {
    const isAlive = await this.isAlive();
    if (this.#timer === undefined) return; // stopped meanwhile
    if (!isAlive) {
      this.log.error('watchdog: a part of the daemon does not answer (the service manager restarts it)');
      return;
    }
    this.#pings += 1;
    this.#notify(this.#pings === START.pings ? `WATCHDOG=1\nWATCHDOG_USEC=${period}` : 'WATCHDOG=1');
  }

  #notify(text: string): void {
    const { socket } = this.manager;
    if (socket === undefined) return;
    const result = this.send(socket, text);
    if (result < 0)
      this.log.warn('watchdog: service manager does not listen (it may restart the daemon)', {
        notice: text,
        errno: -result,
      });
  }
}
