/**
 * The server and the client of this box, which are units of the system: started and stopped as the settings have it, and again
 * after each start of the box. Thread: main. While both are off, nothing of it is loaded or called but `start` and `read`.
 *
 *     off ──setting on──▶ start the unit ──started──▶ on ──setting off──▶ stop the unit ──▶ off
 *                              └──────refused──────▶ off, with the reason
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemBus } from '../dbus/system-bus.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { SettingsRecord } from '../settings/settings.js';
import type { ServiceUnit, UnitState } from './service-unit.js';

/** What a room of this box is, by the settings. */
type Role = 'server' | 'client';
type Wanted = Pick<SettingsRecord, 'snapcastServer' | 'snapcastClient' | 'snapcastHost'>;

export interface OwnSnapcastDeps {
  readonly bus: Pick<SystemBus, 'call' | 'properties'>;
  readonly settings: { read(): Wanted; subscribe(listener: () => void): () => void };
  /** The daemon's folder in memory, where the system has given one. */
  readonly runtimeDirectory: string | undefined;
  /** PCM name of the card that the client plays on. */
  readonly soundCard: string;
  readonly log: Log;
}

export interface RoleState {
  readonly isWanted: boolean;
  readonly state: UnitState;
  /** Why it does not run although it is wanted, for people; undefined where it does. */
  readonly problem: string | undefined;
}

const UNITS = {
  server: ['tonearm-snapserver.service', "Install Debian's snapserver, and run it yourself."],
  client: ['tonearm-snapclient.service', "Install Debian's snapclient, and run it yourself."],
} as const;

export class OwnSnapcast {
  readonly #listeners = new Listeners();
  readonly #orders = new SerialQueue();
  readonly #problems = new Map<Role, string>();
  /** What the units were told, as far as they run. */
  readonly #orderOf: Record<Role, string | undefined> = { server: undefined, client: undefined };
  #units: Readonly<Record<Role, ServiceUnit>> | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: OwnSnapcastDeps) {}

  /** Whether the server of this box was started: it can be played to. */
  get isServerOn(): boolean {
    return this.#orderOf.server !== undefined;
  }

  /** Follows the settings from now on. Never rejects; waits for nothing. */
  start(): void {
    const { settings } = this.deps;
    this.#unsubscribe = settings.subscribe(() => void this.#follow());
    void this.#follow();
  }

  /** The units go on: the rooms play what others send. May be called twice. */
  stop(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  /** @param listener called when the server can be played to, or cannot any more @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Never rejects. */
  async read(): Promise<Readonly<Record<Role, RoleState>>> {
    await this.#orders.whenIdle();
    const units = await this.#loaded();
    const stateOf = async (role: Role, isWanted: boolean): Promise<RoleState> => {
      const state = await units[role].state();
      const reason = state === 'missing' ? units[role].missing().message : this.#problems.get(role);
      return { isWanted, state, problem: isWanted && state !== 'running' ? reason : undefined };
    };
    const { snapcastServer, snapcastClient } = this.deps.settings.read();
    return { server: await stateOf('server', snapcastServer), client: await stateOf('client', snapcastClient) };
  }

  #follow(): Promise<void> {
    return this.#orders.run(async () => {
      const wanted = this.deps.settings.read();
      await this.#turn('server', wanted.snapcastServer ? 'on' : undefined);
      const { soundCard } = this.deps;
      await this.#turn('client', wanted.snapcastClient ? clientOrder(wanted, soundCard) : undefined);
    });
  }

  /** Never rejects. @param order what the unit is told; undefined: to stop */
  async #turn(role: Role, order: string | undefined): Promise<void> {
    if (order === this.#orderOf[role]) return;
    const { log } = this.deps;
    const wasOn = this.isServerOn;
    this.#problems.delete(role);
    try {
      const unit = (await this.#loaded())[role];
      if (order === undefined) await unit.stop();
      // A daemon that starts again interrupts no room.
      else await unit.start(role === 'client' && (await this.#write(order, unit)));
      this.#orderOf[role] = order;
      log.info(`${role}: ${order === undefined ? 'stopped' : 'started'}`);
    } catch (error) {
      this.#orderOf[role] = undefined;
      this.#problems.set(role, (error as Error).message);
      log.warn(`${role}: not ${order === undefined ? 'stopped' : 'started'}`, { error });
    }
    if (wasOn !== this.isServerOn) this.#listeners.call();
  }

  /** @returns whether the order is another one than before */
  async #write(order: string, unit: ServiceUnit): Promise<boolean> {
    const { runtimeDirectory } = this.deps;
    if (runtimeDirectory === undefined) throw unit.missing();
    const file = join(runtimeDirectory, 'snapclient.env');
    if ((await readFile(file, 'utf8').catch(() => undefined)) === order) return false;
    await mkdir(runtimeDirectory, { recursive: true });
    await writeFile(`${file}.new`, order, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return true;
  }

  async #loaded(): Promise<Readonly<Record<Role, ServiceUnit>>> {
    const { ServiceUnit } = await import('./service-unit.js');
    const { bus } = this.deps;
    this.#units ??= { server: new ServiceUnit(bus, ...UNITS.server), client: new ServiceUnit(bus, ...UNITS.client) };
    return this.#units;
  }
}

/** Lines of an EnvironmentFile= (systemd.exec(5)): the client plays the server of this box, another one, or one that it finds. */
function clientOrder({ snapcastServer, snapcastHost }: Wanted, soundCard: string): string {
  const host = snapcastHost !== '' ? snapcastHost : snapcastServer ? '127.0.0.1' : '';
  const quoted = soundCard.replace(/["\\$`]/g, '\\$&').replace(/\p{Cc}/gu, '');
  return `SOUND_CARD="${quoted}"\n${host === '' ? 'SERVER=' : `SERVER=--host ${host}`}\n`;
}
