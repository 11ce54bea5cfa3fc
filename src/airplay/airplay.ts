/**
 * AirPlay reception (AirPlay 1) as the setting `airplay_enabled` wants it. While it is off nothing is loaded and nothing wakes
 * up. Thread: main.
 *
 *     off ──setting on──▶ load, read the pipes, start the unit ──setting off, or stop()──▶ stop the unit ──▶ off
 *                                       ▲    │
 *                                       └────┘ other name: start the unit anew
 *
 * What fails is tried again after a pause, but for a unit that this system does not have.
 */
import { Backoff, doublingDelays } from '../backoff.js';
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
  /** Milliseconds before the first new attempt, and the longest pause. */
  readonly pauses?: { readonly first: number; readonly longest: number };
}

const PAUSES = { first: 2000, longest: 60_000 };

export class Airplay implements ExternalSources {
  readonly #listeners = new Listeners();
  readonly #orders = new SerialQueue();
  readonly #backoff: Backoff;
  #receiver: AirplayReceiver | undefined;
  #unit: ReceiverUnit | undefined;
  /** Name under which senders find the box; undefined while it is off. */
  #name: string | undefined;
  #problem: string | undefined;
  #isStopped = false;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: AirplayDeps) {
    const { first, longest } = deps.pauses ?? PAUSES;
    this.#backoff = new Backoff(doublingDelays(first, longest));
  }

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    this.#unsubscribe = this.deps.settings.subscribe(() => void this.#follow());
    return this.#follow();
  }

  /** Stops the unit, too: nobody hears what it receives. May be called twice. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#backoff.cancel();
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
    return this.#orders.run(async () => {
      const isWanted = this.deps.settings.read().airplayEnabled && !this.#isStopped;
      const name = isWanted ? this.deps.name() : undefined;
      const isOff = this.#name === undefined && this.#receiver === undefined;
      if (name === undefined ? isOff : name === this.#name) return;
      this.#backoff.cancel();
      if (await this.#turn(name)) this.#backoff.reset();
      else if (!this.#isStopped) this.#backoff.schedule(() => void this.#follow());
    });
  }

  /** Never rejects. @param name undefined: off @returns false where it is to be tried again */
  async #turn(name: string | undefined): Promise<boolean> {
    const { log } = this.deps;
    try {
      if (name === undefined) await this.#end();
      else await this.#begin(name);
      if (name === undefined) log.info('off');
      else log.info('on: senders can find the box', { name });
      this.#problem = undefined;
      this.#name = name;
      return true;
    } catch (error) {
      const { message, code } = error as { readonly message: string; readonly code?: string };
      const isDone = code === 'NO_AIRPLAY_PROGRAM';
      if (isDone) this.#name = name;
      const verb = name === undefined ? 'stopped' : 'started';
      // Once: the attempts of a night would fill the log.
      if (message !== this.#problem)
        log.warn(`shairport-sync: not ${verb}${isDone ? '' : ' (tried again)'}`, { error });
      this.#problem = message;
      return isDone;
    }
  }

  async #begin(name: string): Promise<void> {
    const { bus, runtimeDirectory, covers, log } = this.deps;
    const { AirplayReceiver } = await import('./receiver.js');
    const { ReceiverUnit, missingFolder } = await import('./receiver-unit.js');
    if (runtimeDirectory === undefined) throw missingFolder();
    if (this.#receiver === undefined) {
      const receiver = new AirplayReceiver({ folder: `${runtimeDirectory}-airplay`, bus, covers, log });
      this.#receiver = receiver;
      receiver.subscribe(() => this.#listeners.call());
      await receiver.start();
    }
    this.#unit ??= new ReceiverUnit(bus, runtimeDirectory);
    await this.#unit.start(name);
  }

  async #end(): Promise<void> {
    this.#receiver?.stop();
    this.#receiver = undefined;
    this.#listeners.call();
    await this.#unit?.stop();
  }
}
