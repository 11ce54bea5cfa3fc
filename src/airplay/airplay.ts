/**
 * AirPlay reception (AirPlay 1) as the setting `airplay_enabled` wants it. While it is off nothing is loaded and nothing wakes
 * up. Thread: main.
 *
 *     off ──setting on──▶ load, read the pipes, start the unit ──setting off, or stop()──▶ stop the unit ──▶ off
 *                                       ▲    │
 *                                       └────┘ other name: start the unit anew
 */
import type { SystemBus } from '../dbus/system-bus.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { ExternalCommand, ExternalSource, ExternalSources } from '../playback/external-source.js';
import { SerialQueue } from '../serial-queue.js';
import type { AirplayReceiver, ReceiverDeps } from './receiver.js';
import type { ReceiverUnit } from './receiver-unit.js';

export interface AirplayDeps {
  readonly bus: Pick<SystemBus, 'call' | 'properties'>;
  readonly settings: {
    read(): { readonly airplayEnabled: boolean };
    subscribe(listener: () => void): () => void;
  };
  /** Name of the box, for people. */
  readonly name: () => string;
  /** The daemon's folder in memory; undefined where the system has given none: then nobody can play here by AirPlay. */
  readonly runtimeDirectory: string | undefined;
  readonly covers: ReceiverDeps['covers'];
  readonly log: Log;
}

export class Airplay implements ExternalSources {
  readonly #listeners = new Listeners();
  readonly #orders = new SerialQueue();
  #receiver: AirplayReceiver | undefined;
  #unit: ReceiverUnit | undefined;
  /** Name under which the unit was started, or was to be; undefined while it is to be off. */
  #name: string | undefined;
  #isStopped = false;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: AirplayDeps) {}

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    this.#unsubscribe = this.deps.settings.subscribe(() => void this.#follow());
    return this.#follow();
  }

  /** Stops the unit, too: nobody hears what it receives. May be called twice. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    await this.#follow();
    this.#listeners.clear();
  }

  sources(): readonly ExternalSource[] {
    return this.#receiver?.sources() ?? [];
  }

  async command(location: string, command: ExternalCommand): Promise<void> {
    await this.#receiver?.command(location, command);
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Resolves when what the settings want is in force, or has failed. Never rejects. */
  #follow(): Promise<void> {
    const isWanted = (): boolean => this.deps.settings.read().airplayEnabled && !this.#isStopped;
    if (!isWanted() && this.#name === undefined) return this.#orders.whenIdle();
    return this.#orders.run(() => this.#turn(isWanted() ? this.deps.name() : undefined));
  }

  /** @param name undefined: off */
  async #turn(name: string | undefined): Promise<void> {
    if (name === this.#name) return;
    const { log } = this.deps;
    this.#name = name;
    try {
      if (name === undefined) {
        this.#receiver?.stop();
        this.#receiver = undefined;
        this.#listeners.call();
        await this.#unit?.stop();
        log.info('off');
        return;
      }
      if (!(await this.#receive())) return;
      await this.#unit?.start(name);
      log.info('on: senders can find the box', { name });
    } catch (error) {
      log.warn(`shairport-sync: not ${name === undefined ? 'stopped' : 'started'}`, { error });
    }
  }

  /** @returns whether sound can be received */
  async #receive(): Promise<boolean> {
    const { bus, runtimeDirectory, covers, log } = this.deps;
    if (runtimeDirectory === undefined) {
      log.warn('no folder in memory (RUNTIME_DIRECTORY): nobody can play here by AirPlay');
      return false;
    }
    if (this.#receiver !== undefined) return true;
    const [{ AirplayReceiver }, { ReceiverUnit }] = await Promise.all([
      import('./receiver.js'),
      import('./receiver-unit.js'),
    ]);
    this.#unit ??= new ReceiverUnit(bus, runtimeDirectory);
    const receiver = new AirplayReceiver({ folder: `${runtimeDirectory}-airplay`, bus, covers, log });
    this.#receiver = receiver;
    receiver.subscribe(() => this.#listeners.call());
    await receiver.start();
    return true;
  }
}
