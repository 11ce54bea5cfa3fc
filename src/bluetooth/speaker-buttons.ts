/**
 * The buttons of a speaker, and what it shows of a track (AVRCP): the player is made known to BlueZ, which calls it as any
 * other program does (MPRIS), and hears its changes. On each adapter, again when BlueZ begins anew, and a while after it
 * has refused. Thread: main. Source: BlueZ's `doc/org.bluez.Media`.
 */
import type { Log } from '../log.js';
import type { BusVariant } from '../system/bus/values.js';
import type { Bluez } from './bluez.js';
import { MEDIA } from './bus-names.js';
import { isBluezError } from './refusals.js';

/** A player of MPRIS that is shown on the system's bus. */
export interface ShownPlayer {
  /** Where it is shown. */
  readonly path: string;
  /** All of its properties, as they are now. */
  properties(): Readonly<Record<string, BusVariant>>;
}

/** Before one that has refused is asked again, in milliseconds. */
const PAUSE = 60_000;

export class SpeakerButtons {
  readonly #bluez: Bluez;
  readonly #player: ShownPlayer;
  readonly #log: Log;
  readonly #pause: number;
  /** Paths of the adapters that know the player, in this life of BlueZ. */
  readonly #known = new Set<string>();
  /** Of those, the ones that have refused, and are asked again. */
  readonly #refused = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #life = -1;
  #end: (() => void) | undefined;

  /** @param pause in milliseconds, before one that has refused is asked again */
  constructor(bluez: Bluez, player: ShownPlayer, log: Log, pause = PAUSE) {
    this.#bluez = bluez;
    this.#player = player;
    this.#log = log;
    this.#pause = pause;
  }

  start(): void {
    this.#end = this.#bluez.subscribe((news) => {
      if (news.type === 'all' || news.interface === MEDIA) this.#look();
    });
  }

  /** May be called twice. */
  stop(): void {
    this.#end?.();
    this.#end = undefined;
    clearTimeout(this.#timer);
  }

  #look(): void {
    const paths = [this.#known, this.#refused];
    if (this.#life !== this.#bluez.life) for (const each of paths) each.clear();
    this.#life = this.#bluez.life;
    const hosts = this.#bluez.playerHosts();
    for (const each of paths) for (const path of each) if (!hosts.includes(path)) each.delete(path);
    for (const path of hosts) if (!this.#known.has(path)) void this.#register(path);
  }

  /** Never rejects. */
  async #register(path: string, isAgain = false): Promise<void> {
    this.#known.add(path);
    const life = this.#life;
    const body = [this.#player.path, this.#player.properties()];
    try {
      await this.#bluez.call({ path, interface: MEDIA, member: 'RegisterPlayer', signature: 'oa{sv}', body });
      this.#log.debug('the buttons of speakers are heard', { path });
    } catch (error) {
      // What it did not answer in time it has done all the same.
      if (life !== this.#life || this.#end === undefined || isBluezError(error, 'AlreadyExists')) return;
      this.#log[isAgain ? 'debug' : 'warn']('the buttons of speakers are not heard, asking again later', {
        path,
        error,
      });
      this.#refused.add(path);
      this.#timer ??= setTimeout(() => this.#askAgain(), this.#pause).unref();
    }
  }

  #askAgain(): void {
    this.#timer = undefined;
    const paths = [...this.#refused];
    this.#refused.clear();
    for (const path of paths) void this.#register(path, true);
  }
}
