/**
 * Looks up once a day whether there is a new version, where a person has asked for that: there is no timer while it is
 * off, or while no address is set. Nothing is installed, and nothing is written: what was found is in memory. The minute
 * is a random one, so that boxes do not ask all at once. Thread: main.
 *
 *   start, or switched on ─1 to 60 min─▶ look ─┬─ answered ─▶ again a day later, at another minute
 *                                     ▲        └─ no network, no answer ─▶ again 30 to 60 min later ─┐
 *                                     └──────────────────────────────────────────────────────────────┘
 */
import { networkInterfaces } from 'node:os';
import type { Log } from '../../log.js';
import type { UpdateOffer } from './updates.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface CheckSettings {
  readonly updateUrl: string;
  readonly updateCheck: boolean;
}

export interface DailyCheckDeps {
  readonly settings: {
    read(): CheckSettings;
    subscribe(listener: (now: CheckSettings, before: CheckSettings) => void): () => void;
  };
  readonly lookUp: () => Promise<UpdateOffer>;
  /** Whether this machine has an address in a network. */
  readonly isOnline?: () => boolean;
  readonly log: Log;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Calls something once, some milliseconds later; returns what calls that off. Keeps no process alive. */
  readonly later?: (act: () => void, milliseconds: number) => () => void;
}

export class DailyCheck {
  #callOff: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;
  /** Whether the last look failed. */
  #hasFailed = false;
  #logged: string | undefined;

  constructor(private readonly deps: DailyCheckDeps) {}

  start(): void {
    this.#begin();
    this.#unsubscribe = this.deps.settings.subscribe((now, before) => {
      if (now.updateUrl !== before.updateUrl || now.updateCheck !== before.updateCheck) this.#begin();
    });
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#drop();
  }

  get #isWanted(): boolean {
    const { updateCheck, updateUrl } = this.deps.settings.read();
    return updateCheck && updateUrl !== '';
  }

  #begin(): void {
    this.#drop();
    if (this.#isWanted) this.#plan(MINUTE, 60 * MINUTE);
  }

  #drop(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }

  #plan(earliest: number, latest: number): void {
    const { random = Math.random, later = laterUnheld } = this.deps;
    this.#callOff = later(() => void this.#look(), earliest + random() * (latest - earliest));
  }

  async #look(): Promise<void> {
    const isPlanned = this.#callOff;
    const { isOnline = hasAddress } = this.deps;
    const isAnswered = isOnline() && (await this.#lookUp());
    // Another plan was made meanwhile, or none is wanted any more.
    if (this.#callOff !== isPlanned) return;
    if (isAnswered) this.#plan(DAY - 30 * MINUTE, DAY + 30 * MINUTE);
    else this.#plan(30 * MINUTE, 60 * MINUTE);
  }

  /** Logs the first failure of several, and each new version once. @returns whether there was an answer; never rejects */
  async #lookUp(): Promise<boolean> {
    const { lookUp, log } = this.deps;
    try {
      const { version, order } = await lookUp();
      if (order === 'newer' && version !== this.#logged) {
        this.#logged = version;
        log.info('update: new version found (nothing is installed by itself)', { version });
      }
      this.#hasFailed = false;
      return true;
    } catch (error) {
      if (!this.#hasFailed) log.warn('update: not looked up (tried again within an hour)', { error });
      this.#hasFailed = true;
      return false;
    }
  }
}

function hasAddress(): boolean {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.some(({ internal, address }) => !internal && !/^(?:169\.254\.|fe80:)/i.test(address));
}

function laterUnheld(act: () => void, milliseconds: number): () => void {
  const timer = setTimeout(act, milliseconds).unref();
  return () => clearTimeout(timer);
}
