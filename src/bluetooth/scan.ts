/**
 * Scans for devices: BlueZ's inquiry on classic Bluetooth, which A2DP uses. One scan at a time; a second request joins
 * the first. Thread: main.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.js';
import { variant } from '../dbus/values.js';
import type { Bluez } from './bluez.js';
import { ADAPTER } from './bus-names.js';
import type { Device } from './readings.js';
import { isBluezError, noAdapter, notRunning, switchedOff } from './refusals.js';

export class Scan {
  #running: Promise<readonly Device[]> | undefined;
  #end = new AbortController();

  constructor(
    private readonly bluez: Bluez,
    /** Called when a scan begins and ends. */
    private readonly changed: () => void,
    private readonly log: Log,
  ) {}

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Resolves with all devices that are known when the scan ends, which is early when the adapter in use changes.
   * @param duration in milliseconds
   * @throws TonearmError of `refusals.ts`, also when the adapter goes away meanwhile
   */
  run(duration: number): Promise<readonly Device[]> {
    this.#running ??= this.#run(duration).finally(() => {
      this.#running = undefined;
      this.changed();
    });
    return this.#running;
  }

  /** Ends a scan early, which disturbs playback and connections. Does nothing when none runs. */
  end(): void {
    this.#end.abort();
  }

  async #run(duration: number): Promise<readonly Device[]> {
    const end = new AbortController();
    this.#end = end;
    const { path } = await this.bluez.ready();
    const stopWatching = this.bluez.subscribe(() => {
      if (!this.#goesOn(path)) end.abort();
    });
    try {
      await this.#begin(path);
      this.changed();
      await delay(duration, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
      if (!this.bluez.isRunning) throw notRunning();
      const adapter = this.bluez.adapter();
      if (adapter === undefined) throw noAdapter();
      if (!adapter.isPowered) throw switchedOff();
      // Before the scan is stopped: then BlueZ removes the signal strengths.
      return this.bluez.devices();
    } finally {
      stopWatching();
      await this.#stop(path);
    }
  }

  async #begin(path: string): Promise<void> {
    const filter = { path, interface: ADAPTER, member: 'SetDiscoveryFilter', signature: 'a{sv}' };
    await this.bluez.call({ ...filter, body: [{ Transport: variant('s', 'bredr') }] }).catch((error: unknown) => {
      // An adapter with only one transport refuses the filter.
      this.log.debug('scan: not limited to classic Bluetooth', { error });
    });
    const start = { path, interface: ADAPTER, member: 'StartDiscovery' };
    await this.bluez.call(start).catch(async (error: unknown) => {
      if (!isBluezError(error, 'InProgress')) throw error;
      // An earlier scan of ours was not ended, or the radio is busy.
      await this.#stop(path);
      await this.bluez.call(start);
    });
  }

  /** Stops the inquiry, even of an adapter that is not in use any more. Never rejects. */
  async #stop(path: string): Promise<void> {
    if (!this.bluez.isRunning) return;
    await this.bluez.call({ path, interface: ADAPTER, member: 'StopDiscovery' }).catch((error: unknown) => {
      this.log.debug('scan: not ended', { error });
    });
  }

  #goesOn(path: string): boolean {
    const adapter = this.bluez.adapter();
    return this.bluez.isRunning && adapter?.path === path && adapter.isPowered;
  }
}
