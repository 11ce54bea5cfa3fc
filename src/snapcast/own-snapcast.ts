/**
 * The server and the client of this box, which are units of the system: started and stopped as the settings have it, and again
 * after each start of the box. Thread: main. While both are off, nothing of it is loaded or called but `start` and `read`.
 *
 *     off ──setting on──▶ start the unit ──started──▶ on ──setting off──▶ stop the unit ──▶ off
 *                              └──────refused──────▶ off, with the reason; again after a pause
 *
 * A file in the runtime folder says that a unit was started. Where it is there and the unit is not to run, an earlier run of the
 * daemon could not stop it: that is made up for.
 */
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Backoff, doublingDelays } from '../backoff.js';
import type { ServiceUnit, UnitReport } from '../dbus/service-unit.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { SettingsRecord } from '../settings/settings.js';
import type { ClientCard } from './client-card.js';

/** What a room of this box is, by the settings. */
type Role = 'server' | 'client';
type Wanted = Pick<SettingsRecord, 'snapcastServer' | 'snapcastClient' | 'snapcastHost'>;

export interface OwnSnapcastDeps {
  readonly bus: Pick<SystemBus, 'call' | 'properties'>;
  readonly settings: { read(): Wanted; subscribe(listener: () => void): () => void };
  /** The daemon's folder in memory, where the system has given one. */
  readonly runtimeDirectory: string | undefined;
  /** What the client plays on. */
  readonly card: { read(): Promise<ClientCard>; subscribe(listener: () => void): () => void };
  readonly log: Log;
  /** Milliseconds before the first new attempt, and the longest pause. */
  readonly pauses?: { readonly first: number; readonly longest: number };
}

const PAUSES = { first: 2000, longest: 60_000 };

const MISSING = 'NO_ROOM_PROGRAMS';
const UNITS = {
  server: ['tonearm-snapserver.service', MISSING, "Install Debian's snapserver, and run it yourself."],
  client: ['tonearm-snapclient.service', MISSING, "Install Debian's snapclient, and run it yourself."],
} as const;

export class OwnSnapcast {
  readonly #listeners = new Listeners();
  readonly #queue = new SerialQueue();
  readonly #problems = new Map<Role, string>();
  /** What each unit was started with; undefined: this run of the daemon has not started it. */
  readonly #startedWith: Record<Role, string | undefined> = { server: undefined, client: undefined };
  readonly #backoff: Backoff;
  #isDue = false;
  #units: Readonly<Record<Role, ServiceUnit>> | undefined;
  #unsubscribe: (() => void)[] = [];

  constructor(private readonly deps: OwnSnapcastDeps) {
    const { first, longest } = deps.pauses ?? PAUSES;
    this.#backoff = new Backoff(doublingDelays(first, longest));
  }

  /** Whether the server of this box was started: it can be played to. */
  get isServerOn(): boolean {
    return this.#startedWith.server !== undefined;
  }

  /** Follows the settings from now on. Never rejects; waits for nothing. */
  start(): void {
    const { settings, card } = this.deps;
    const cardChanged = (): void => {
      if (settings.read().snapcastClient) this.#follow();
    };
    this.#unsubscribe = [settings.subscribe(() => this.#follow()), card.subscribe(cardChanged)];
    this.#follow();
  }

  /** The units go on: the rooms play what others send. May be called twice. */
  stop(): void {
    this.#unsubscribe.forEach((each) => each());
    this.#unsubscribe = [];
    this.#backoff.cancel();
    this.#listeners.clear();
  }

  /** @param listener called when the server can be played to, or cannot any more @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Never rejects. */
  async read(): Promise<Readonly<Record<Role, UnitReport>>> {
    await this.#queue.whenIdle();
    const units = await this.#loaded();
    const { reportOf } = await import('../dbus/service-unit.js');
    const report = (role: Role, isWanted: boolean): Promise<UnitReport> =>
      reportOf(units[role], isWanted, this.#problems.get(role));
    const { snapcastServer, snapcastClient } = this.deps.settings.read();
    return { server: await report('server', snapcastServer), client: await report('client', snapcastClient) };
  }

  /** What comes together is followed once. */
  #follow(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#queue.run(async () => {
      this.#isDue = false;
      this.#backoff.cancel();
      const { snapcastServer } = this.deps.settings.read();
      const isServerDone = await this.#turn('server', () => Promise.resolve(snapcastServer ? 'on' : undefined));
      const isClientDone = await this.#turn('client', () => this.#clientEnvironment());
      if (isServerDone && isClientDone) this.#backoff.reset();
      else this.#backoff.schedule(() => this.#follow());
    });
  }

  /** Never rejects. @param wantedOf what the unit is to run with; undefined: not at all @returns false to be tried again */
  async #turn(role: Role, wantedOf: () => Promise<string | undefined>): Promise<boolean> {
    const { log } = this.deps;
    const wasOn = this.isServerOn;
    const before = this.#problems.get(role);
    let isDone = true;
    try {
      this.#problems.delete(role);
      const wanted = await wantedOf();
      if (wanted === this.#startedWith[role] && (wanted !== undefined || !(await this.#isMarked(role)))) return true;
      const unit = (await this.#loaded())[role];
      if (wanted === undefined) {
        await unit.stop();
        await this.#unmark(role);
      } else {
        await this.#mark(role);
        // A daemon that starts again interrupts no room.
        await unit.start(role === 'client' && (await this.#write(wanted, unit)));
      }
      this.#startedWith[role] = wanted;
      log.info(wanted === undefined ? 'unit: stopped' : 'unit: started', { unit: unit.name });
    } catch (error) {
      const { message, code } = error as { readonly message: string; readonly code?: string };
      isDone = code === MISSING;
      this.#problems.set(role, message);
      // Once: the attempts of a night would fill the log.
      if (message !== before) log.warn('unit: does not follow the setting', { role, isTriedAgain: !isDone, error });
    }
    if (wasOn !== this.isServerOn) this.#listeners.call();
    return isDone;
  }

  /** Undefined where no client is to run. */
  async #clientEnvironment(): Promise<string | undefined> {
    const wanted = this.deps.settings.read();
    if (!wanted.snapcastClient) return undefined;
    const { pcm, problem } = await this.deps.card.read();
    if (problem !== undefined) {
      this.#problems.set('client', problem);
      return undefined;
    }
    // The client plays the server of this box, another one, or one that it finds.
    const host = wanted.snapcastHost || (wanted.snapcastServer ? '127.0.0.1' : '');
    const { environmentText } = await import('../dbus/service-unit.js');
    return environmentText({ SOUND_CARD: pcm, SERVER: host === '' ? '' : `--host ${host}` });
  }

  /** Before the unit starts: one that may run is stopped at worst once too often. */
  async #mark(role: Role): Promise<void> {
    const { runtimeDirectory } = this.deps;
    if (runtimeDirectory === undefined) return;
    await mkdir(runtimeDirectory, { recursive: true });
    await writeFile(markerIn(runtimeDirectory, role), '');
  }

  async #unmark(role: Role): Promise<void> {
    const { runtimeDirectory } = this.deps;
    if (runtimeDirectory !== undefined) await rm(markerIn(runtimeDirectory, role), { force: true });
  }

  async #isMarked(role: Role): Promise<boolean> {
    const { runtimeDirectory } = this.deps;
    if (runtimeDirectory === undefined) return false;
    return access(markerIn(runtimeDirectory, role)).then(
      () => true,
      () => false,
    );
  }

  /** @returns whether the environment is another one than before */
  async #write(environment: string, unit: ServiceUnit): Promise<boolean> {
    const { runtimeDirectory } = this.deps;
    if (runtimeDirectory === undefined) throw unit.missing();
    const { writeEnvironment } = await import('../dbus/service-unit.js');
    return writeEnvironment(join(runtimeDirectory, 'snapclient.env'), environment);
  }

  async #loaded(): Promise<Readonly<Record<Role, ServiceUnit>>> {
    const { ServiceUnit } = await import('../dbus/service-unit.js');
    const { bus } = this.deps;
    this.#units ??= { server: new ServiceUnit(bus, ...UNITS.server), client: new ServiceUnit(bus, ...UNITS.client) };
    return this.#units;
  }
}

const markerIn = (folder: string, role: Role): string => join(folder, `snap${role}.started`);
