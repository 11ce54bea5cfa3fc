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
import { join } from 'node:path';
import { Backoff, doublingDelays } from '../backoff.js';
import type { ServiceUnit, UnitReport } from '../dbus/service-unit.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { Unavailable } from '../errors.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { ExternalCommand, ExternalSource, ExternalSources } from '../playback/external-source.js';
import { SerialQueue } from '../serial-queue.js';
import type { AirplayReceiver, ReceiverDeps } from './receiver.js';

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
/** Code of the refusal where senders can be received only from a shairport-sync that a person runs, or not at all. */
const MISSING = 'NO_AIRPLAY_PROGRAM';
const NO_FOLDER =
  'The daemon has no folder in memory. Set RUNTIME_DIRECTORY, as `RuntimeDirectory=` of systemd does, or nobody can play here ' +
  'by AirPlay.';

export class Airplay implements ExternalSources {
  readonly #listeners = new Listeners();
  readonly #switching = new SerialQueue();
  readonly #backoff: Backoff;
  #receiver: AirplayReceiver | undefined;
  #unit: ServiceUnit | undefined;
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

  /** Whether senders can find the box, and why not. Never rejects. */
  async read(): Promise<UnitReport> {
    await this.#switching.whenIdle();
    const isWanted = this.deps.settings.read().airplayEnabled;
    const { runtimeDirectory } = this.deps;
    if (runtimeDirectory === undefined)
      return { isWanted, state: 'missing', problem: isWanted ? NO_FOLDER : undefined };
    const { reportOf } = await import('../dbus/service-unit.js');
    return reportOf(await this.#loadUnit(runtimeDirectory), isWanted, this.#problem);
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
    return this.#switching.run(async () => {
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
      if (name === undefined) log.info('AirPlay: off');
      else log.info('AirPlay: on (senders can find the box)', { name });
      this.#problem = undefined;
      this.#name = name;
      return true;
    } catch (error) {
      const { message, code } = error as { readonly message: string; readonly code?: string };
      const isMissing = code === MISSING;
      if (isMissing) this.#name = name;
      // Once: the attempts of a night would fill the log.
      if (message !== this.#problem)
        log.warn('shairport-sync: not as set (senders may not find the box, or still find it)', {
          ...{ isWanted: name !== undefined, isTriedAgain: !isMissing, error },
        });
      this.#problem = message;
      return isMissing;
    }
  }

  async #begin(name: string): Promise<void> {
    const { bus, runtimeDirectory, covers, log } = this.deps;
    if (runtimeDirectory === undefined) throw new Unavailable(MISSING, NO_FOLDER);
    const { AirplayReceiver } = await import('./receiver.js');
    const { environmentText, writeEnvironment } = await import('../dbus/service-unit.js');
    if (this.#receiver === undefined) {
      const receiver = new AirplayReceiver({ folder: `${runtimeDirectory}-airplay`, bus, covers, log });
      this.#receiver = receiver;
      receiver.subscribe(() => this.#listeners.call());
      await receiver.start();
    }
    // shairport-sync replaces `%h` and its like, and has no sign for a `%`.
    const plain = name.replace(/[\p{Cc}%]/gu, '').trim() || 'Tonearm';
    await writeEnvironment(join(runtimeDirectory, 'airplay.env'), environmentText({ AIRPLAY_NAME: plain }));
    // Also where it runs already: who plays is disconnected.
    await (await this.#loadUnit(runtimeDirectory)).start(true);
  }

  async #loadUnit(runtimeDirectory: string): Promise<ServiceUnit> {
    const { ServiceUnit: Unit } = await import('../dbus/service-unit.js');
    const needs =
      'Install Debian\'s shairport-sync, and let it write to the named pipes "audio" and "metadata" in ' +
      `${runtimeDirectory}-airplay.`;
    this.#unit ??= new Unit(this.deps.bus, 'tonearm-shairport.service', MISSING, needs);
    return this.#unit;
  }

  async #end(): Promise<void> {
    this.#receiver?.stop();
    this.#receiver = undefined;
    this.#listeners.call();
    await this.#unit?.stop();
  }
}
