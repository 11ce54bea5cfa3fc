/**
 * Tells systemd that the daemon is ready and, while its main loop turns, that it is alive. Without a service manager it
 * does nothing. Source: sd_notify(3), sd_watchdog_enabled(3): pings come at half the period.
 */
import type { Log } from '../log.js';

export interface ServiceManager {
  /** `NOTIFY_SOCKET`; undefined when nobody listens. */
  readonly socket: string | undefined;
  /** `WATCHDOG_USEC`, in microseconds; undefined when no watchdog is set. */
  readonly watchdogMicroseconds: number | undefined;
}

/** Sends one notice; returns 0 or a negative errno. Never blocks. */
export type SendNotice = (socket: string, text: string) => number;

export class Watchdog {
  readonly #manager: ServiceManager;
  readonly #send: SendNotice;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(manager: ServiceManager, send: SendNotice, log: Log) {
    this.#manager = manager;
    this.#send = send;
    this.#log = log;
  }

  /** The daemon answers: start-up is over. */
  ready(): void {
    this.#notify('READY=1');
    const { socket, watchdogMicroseconds } = this.#manager;
    if (socket === undefined || watchdogMicroseconds === undefined) return;
    this.#timer ??= setInterval(() => {
      this.#notify('WATCHDOG=1');
    }, watchdogMicroseconds / 2000);
  }

  /** The daemon ends on purpose. May be called twice. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#notify('STOPPING=1');
  }

  #notify(text: string): void {
    const { socket } = this.#manager;
    if (socket === undefined) return;
    const result = this.#send(socket, text);
    if (result < 0) this.#log.warn('the service manager does not listen', { notice: text, errno: -result });
  }
}
