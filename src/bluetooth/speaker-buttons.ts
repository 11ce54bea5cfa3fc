/**
 * Buttons and display of a speaker (AVRCP): registers the player at BlueZ, which calls it by MPRIS and forwards its
 * changes. Registered at the adapter in use only, again when BlueZ restarts, and some time after a refusal. Thread:
 * main. Source: BlueZ's `doc/org.bluez.Media`.
 *
 * Not at other adapters, because BlueZ keeps one record for each event of a connection, for both of its ends
 * (`profiles/audio/avrcp.c`): where both ends have a player, as two adapters of one machine do, the notifications of
 * one end replace those of the other, whose display is not updated.
 */
import type { Log } from '../log.js';
import type { BusVariant } from '../dbus/values.js';
import type { Bluez } from './bluez.js';
import { ADAPTER, DEVICE, MEDIA } from './bus-names.js';
import type { ObjectEvent } from './bus-objects.js';
import { isBluezError } from './refusals.js';

/** An MPRIS player that is exported on the system bus. */
export interface ShownPlayer {
  /** Object path. */
  readonly path: string;
  /** All properties as they are now. */
  properties(): Readonly<Record<string, BusVariant>>;
}

/** Milliseconds before the player is registered again after a refusal. */
const PAUSE = 60_000;

export class SpeakerButtons {
  /** Path of the adapter where the player is registered, or is being registered. */
  #host: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #life = -1;
  #end: (() => void) | undefined;

  /** @param pause milliseconds before the player is registered again after a refusal */
  constructor(
    private readonly bluez: Bluez,
    private readonly player: ShownPlayer,
    private readonly log: Log,
    private readonly pause: number = PAUSE,
  ) {}

  start(): void {
    this.#end = this.bluez.subscribe((event) => {
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
    const { life } = this.bluez;
    const left = life === this.#life ? this.#host : undefined;
    const host = this.bluez.playerHost();
    if (life === this.#life && host === left) return;
    this.#life = life;
    this.#host = host;
    clearTimeout(this.#timer);
    if (left !== undefined && this.bluez.takesPlayers(left)) void this.#unregister(left);
    if (host !== undefined) void this.#register(host);
  }

  /** Never rejects. */
  async #register(path: string, isAgain = false): Promise<void> {
    const life = this.#life;
    const body = [this.player.path, this.player.properties()];
    try {
      await this.bluez.call({ path, interface: MEDIA, member: 'RegisterPlayer', signature: 'oa{sv}', body });
      this.log.debug('speaker buttons: player registered', { path });
    } catch (error) {
      const isOver = life !== this.#life || path !== this.#host || this.#end === undefined;
      // `AlreadyExists`: an earlier call that was not answered in time has succeeded.
      if (isOver || isBluezError(error, 'AlreadyExists')) return;
      this.log[isAgain ? 'debug' : 'warn'](
        'speaker buttons: player not registered, retrying later (buttons of speakers do nothing)',
        {
          path,
          error,
        },
      );
      this.#timer = setTimeout(() => void this.#register(path, true), this.pause).unref();
    }
  }

  /** Never rejects. */
  async #unregister(path: string): Promise<void> {
    const call = { path, interface: MEDIA, member: 'UnregisterPlayer', signature: 'o', body: [this.player.path] };
    await this.bluez.call(call).catch((error: unknown) => {
      // BlueZ had refused the player, or is just going away.
      this.log.debug('speaker buttons: player not unregistered', { path, error });
    });
  }
}

/** Whether the adapter in use, or what can be registered there, may differ after an event. */
function mayMove(event: ObjectEvent): boolean {
  if (event.type === 'all' || event.interface === MEDIA || event.interface === ADAPTER) return true;
  return event.interface === DEVICE && (event.type !== 'changed' || event.names.includes('Paired'));
}
