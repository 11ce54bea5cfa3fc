/**
 * The server and the client of this box, which are units of the system: started and stopped as the settings have it, and again
 * after each start of the box. Thread: main. While both are off, nothing of it is loaded or called but `start` and `read`.
 *
 *     off ──setting on──▶ start the unit ──started──▶ on ──setting off──▶ stop the unit ──▶ off
 *                              └──────refused──────▶ off, with the reason; again after a pause
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Backoff, doublingDelays } from '../backoff.js';
import type { ServiceUnit, UnitState } from '../dbus/service-unit.js';
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

export interface RoleState {
  readonly isWanted: boolean;
  readonly state: UnitState;
  /** Why it does not run although it is wanted, for people; undefined where it does. */
  readonly problem: string | undefined;
}

const MISSING = 'NO_ROOM_PROGRAMS';
const UNITS = {
  server: ['tonearm-snapserver.service', MISSING, "Install Debian's snapserver, and run it yourself."],
  client: ['tonearm-snapclient.service', MISSING, "Install Debian's snapclient, and run it yourself."],
} as const;

export class OwnSnapcast {
  readonly #listeners = new Listeners();
  readonly #orders = new SerialQueue();
  readonly #problems = new Map<Role, string>();
  /** What the units were told, as far as they run. */
  readonly #orderOf: Record<Role, string | undefined> = { server: undefined, client: undefined };
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
    return this.#orderOf.server !== undefined;
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
  async read(): Promise<Readonly<Record<Role, RoleState>>> {
    await this.#orders.whenIdle();
    const units = await this.#loaded();
    const stateOf = async (role: Role, isWanted: boolean): Promise<RoleState> => {
      const unit = units[role];
      const state = await unit.state().catch((error: unknown) => error as Error);
      if (state instanceof Error) return { isWanted, state: 'missing', problem: isWanted ? state.message : undefined };
      const now =
        state === 'missing' ? unit.missing().message : `${unit.name} does not run now. The system starts it again.`;
      const reason = this.#problems.get(role) ?? now;
      return { isWanted, state, problem: isWanted && state !== 'running' ? reason : undefined };
    };
    const { snapcastServer, snapcastClient } = this.deps.settings.read();
    return { server: await stateOf('server', snapcastServer), client: await stateOf('client', snapcastClient) };
  }

  /** What comes together is followed once. */
  #follow(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#orders.run(async () => {
      this.#isDue = false;
      this.#backoff.cancel();
      const { snapcastServer } = this.deps.settings.read();
      const isServerDone = await this.#turn('server', () => Promise.resolve(snapcastServer ? 'on' : undefined));
      const isClientDone = await this.#turn('client', () => this.#clientOrder());
      if (isServerDone && isClientDone) this.#backoff.reset();
      else this.#backoff.schedule(() => this.#follow());
    });
  }

  /** Never rejects. @param order what the unit is told; undefined: to stop @returns false where it is to be tried again */
  async #turn(role: Role, orderOf: () => Promise<string | undefined>): Promise<boolean> {
    const { log } = this.deps;
    const wasOn = this.isServerOn;
    const before = this.#problems.get(role);
    let isDone = true;
    try {
      this.#problems.delete(role);
      const order = await orderOf();
      if (order === this.#orderOf[role]) return true;
      const unit = (await this.#loaded())[role];
      if (order === undefined) await unit.stop();
      // A daemon that starts again interrupts no room.
      else await unit.start(role === 'client' && (await this.#write(order, unit)));
      this.#orderOf[role] = order;
      log.info(`${role}: ${order === undefined ? 'stopped' : 'started'}`);
    } catch (error) {
      const { message, code } = error as { readonly message: string; readonly code?: string };
      isDone = code === MISSING;
      this.#problems.set(role, message);
      // Once: the attempts of a night would fill the log.
      if (message !== before) log.warn(`${role}: not as set${isDone ? '' : ' (tried again)'}`, { error });
    }
    if (wasOn !== this.isServerOn) this.#listeners.call();
    return isDone;
  }

  /** Undefined where no client is to run. */
  async #clientOrder(): Promise<string | undefined> {
    const wanted = this.deps.settings.read();
    if (!wanted.snapcastClient) return undefined;
    const { pcm, problem } = await this.deps.card.read();
    if (problem === undefined) return clientOrder(wanted, pcm);
    this.#problems.set('client', problem);
    return undefined;
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
    const { ServiceUnit } = await import('../dbus/service-unit.js');
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
