/**
 * The buttons of a speaker, and what it shows of a track (AVRCP): the player is made known to BlueZ, which calls it as any
 * other program does (MPRIS), and hears its changes. On the adapter in use and no other; again when BlueZ begins anew, and
 * a while after it has refused. Thread: main. Source: BlueZ's `doc/org.bluez.Media`.
 *
 * No other, because BlueZ keeps one note for each event of a connection, whichever end asks for it (`profiles/audio/avrcp.c`):
 * where both ends show a player, as two adapters of one machine do, the answers to the one end spoil what the other is owed,
 * and its display stays as it is.
 */
import type { Log } from '../log.js';
import type { BusVariant } from '../dbus/values.js';
import type { Bluez } from './bluez.js';
import { ADAPTER, DEVICE, MEDIA } from './bus-names.js';
import type { ObjectEvent } from './bus-objects.js';
import { isBluezError } from './refusals.js';

/** A player of MPRIS that is shown on the system's bus. */
export interface ShownPlayer {
  /** Where it is shown. */
  readonly path: string;
  /** All of its properties, as they are now. */
  properties(): Readonly<Record<string, BusVariant>>;
}

/** Before an adapter that has refused is asked again, in milliseconds. */
const PAUSE = 60_000;

export class SpeakerButtons {
  readonly #bluez: Bluez;
  readonly #player: ShownPlayer;
  readonly #log: Log;
  readonly #pause: number;
  /** Path of the adapter that knows the player, or is asked to, in this life of BlueZ. */
  #host: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #life = -1;
  #end: (() => void) | undefined;

  /** @param pause in milliseconds, before an adapter that has refused is asked again */
  constructor(bluez: Bluez, player: ShownPlayer, log: Log, pause = PAUSE) {
    this.#bluez = bluez;
    this.#player = player;
    this.#log = log;
    this.#pause = pause;
  }

  start(): void {
    this.#end = this.#bluez.subscribe((event) => {
      if (mayMove(event)) this.#look();
    });
  }

  /** May be called twice. */
  stop(): void {
    this.#end?.();
    this.#end = undefined;
    clearTimeout(this.#timer);
  }

  #look(): void {
    const { life } = this.#bluez;
    const left = life === this.#life ? this.#host : undefined;
    const host = this.#bluez.playerHost();
    if (life === this.#life && host === left) return;
    this.#life = life;
    this.#host = host;
    clearTimeout(this.#timer);
    if (left !== undefined && this.#bluez.takesPlayers(left)) void this.#unregister(left);
    if (host !== undefined) void this.#register(host);
  }

  /** Never rejects. */
  async #register(path: string, isAgain = false): Promise<void> {
    const life = this.#life;
    const body = [this.#player.path, this.#player.properties()];
    try {
      await this.#bluez.call({ path, interface: MEDIA, member: 'RegisterPlayer', signature: 'oa{sv}', body });
      this.#log.debug('the buttons of speakers are heard', { path });
    } catch (error) {
      const isOver = life !== this.#life || path !== this.#host || this.#end === undefined;
      // What it did not answer in time it has done all the same.
      if (isOver || isBluezError(error, 'AlreadyExists')) return;
      this.#log[isAgain ? 'debug' : 'warn']('the buttons of speakers are not heard, asking again later', {
        path,
        error,
      });
      this.#timer = setTimeout(() => void this.#register(path, true), this.#pause).unref();
    }
  }

  /** Never rejects. */
  async #unregister(path: string): Promise<void> {
    const call = { path, interface: MEDIA, member: 'UnregisterPlayer', signature: 'o', body: [this.#player.path] };
    await this.#bluez.call(call).catch((error: unknown) => {
      // BlueZ had refused the player, or is just going away.
      this.#log.debug('the buttons of speakers are not taken back', { path, error });
    });
  }
}

/** Whether another adapter may be in use, or take a player: not for how well each device is heard. */
function mayMove(event: ObjectEvent): boolean {
  if (event.type === 'all' || event.interface === MEDIA || event.interface === ADAPTER) return true;
  return event.interface === DEVICE && (event.type !== 'changed' || event.names.includes('Paired'));
}
