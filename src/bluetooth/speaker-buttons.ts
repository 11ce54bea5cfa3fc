/**
 * The buttons of a speaker, and what it shows of a track (AVRCP): the player is made known to BlueZ, which calls it as any
 * other program does (MPRIS), and hears its changes. On each adapter, and again when BlueZ begins anew. Thread: main.
 * Source: BlueZ's `doc/org.bluez.Media`.
 */
import type { Log } from '../log.js';
import type { BusVariant } from '../system/bus/values.js';
import type { Bluez } from './bluez.js';
import { MEDIA } from './bus-names.js';

/** A player of MPRIS that is shown on the system's bus. */
export interface ShownPlayer {
  /** Where it is shown. */
  readonly path: string;
  /** All of its properties, as they are now. */
  properties(): Readonly<Record<string, BusVariant>>;
}

export class SpeakerButtons {
  readonly #bluez: Bluez;
  readonly #player: ShownPlayer;
  readonly #log: Log;
  /** Paths of the adapters that know the player, in this life of BlueZ. */
  readonly #known = new Set<string>();
  #life = -1;
  #end: (() => void) | undefined;

  constructor(bluez: Bluez, player: ShownPlayer, log: Log) {
    this.#bluez = bluez;
    this.#player = player;
    this.#log = log;
  }

  start(): void {
    this.#end = this.#bluez.subscribe((news) => {
      if (news.type === 'all' || news.interface === MEDIA) this.#look();
    });
  }

  /** May be called twice. */
  stop(): void {
    this.#end?.();
  }

  #look(): void {
    if (this.#life !== this.#bluez.life) this.#known.clear();
    this.#life = this.#bluez.life;
    const hosts = this.#bluez.playerHosts();
    for (const path of this.#known) if (!hosts.includes(path)) this.#known.delete(path);
    for (const path of hosts) if (!this.#known.has(path)) void this.#register(path);
  }

  /** Never rejects. */
  async #register(path: string): Promise<void> {
    this.#known.add(path);
    const body = [this.#player.path, this.#player.properties()];
    try {
      await this.#bluez.call({ path, interface: MEDIA, member: 'RegisterPlayer', signature: 'oa{sv}', body });
      this.#log.debug('the buttons of speakers are heard', { path });
    } catch (error) {
      this.#log.warn('the buttons of speakers are not heard', { path, error });
    }
  }
}
