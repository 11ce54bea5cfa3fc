/**
 * This machine as an A2DP sink. While reception is on, the adapter is discoverable, phones may pair and connect, and
 * those that play are listed. The sound is read elsewhere, from `Phone.pcm`. A speaker of the auto-reconnect list is no
 * phone. Thread: main.
 *
 * A phone sounds while its stream runs. Some keep the stream running when they pause: then the status that they report
 * by AVRCP counts, until it changes or the stream starts again.
 */
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { Bluez } from './bluez.js';
import { ADAPTER, DEVICE, MEDIA_PLAYER, MEDIA_TRANSPORT, PCM } from './bus-names.js';
import type { ObjectEvent } from './bus-objects.js';
import type { PairingAgent } from './pairing-agent.js';
import { addressOf, type Phone, phoneOf, statusIn } from './phone.js';
import { isBluezError, noRemoteControl, unknownDevice } from './refusals.js';

export type PhoneCommand = 'play' | 'pause' | 'next' | 'previous';

const METHODS: Readonly<Record<PhoneCommand, string>> = {
  play: 'Play',
  pause: 'Pause',
  next: 'Next',
  previous: 'Previous',
};
/** Milliseconds for a phone to obey a command. */
const COMMAND_PATIENCE = 5000;

export interface ReceptionRequest {
  readonly isOn: boolean;
  /** Name that phones see. */
  readonly name: string;
}

export interface ReceptionDeps {
  readonly bluez: Bluez;
  readonly agent: Pick<PairingAgent, 'receive'>;
  /** Whether the device is on the auto-reconnect list. */
  readonly isWanted: (address: string) => boolean;
  readonly log: Log;
}

/** What is remembered of a phone between two signals. */
interface PlaybackClock {
  /** True while the A2DP stream runs. */
  isRunning: boolean;
  /** True when the phone reported a pause while its stream ran on. */
  isResting: boolean;
  status: ReturnType<typeof statusIn>;
  /** When the phone last reported its position, on the monotonic clock. */
  reportedAt: number;
}

export class Reception {
  readonly #listeners = new Listeners();
  /** By the path of the device. */
  readonly #clocks = new Map<string, PlaybackClock>();
  #requested: ReceptionRequest = { isOn: false, name: '' };
  /** True when this room made the adapter discoverable. */
  #isShown = false;
  /** Whether reception has just been switched on: then an adapter that was switched off by hand is powered on, too. */
  #isAsked = false;
  #applying: Promise<void> | undefined;
  #isStale = false;
  /** State of the radio at the last failure: an attempt under the same conditions is not repeated. */
  #gaveUp: { readonly life: number; readonly power: unknown } | undefined;
  #end: (() => void) | undefined;

  constructor(private readonly deps: ReceptionDeps) {}

  start(): void {
    this.#end = this.deps.bluez.subscribe((event) => this.#hear(event));
    this.#apply();
  }

  /** Makes the adapter undiscoverable. May be called twice. */
  async stop(): Promise<void> {
    this.#end?.();
    this.#listeners.clear();
    this.#requested = { ...this.#requested, isOn: false };
    if (this.#isShown) this.#apply();
    await this.#applying;
  }

  /** Switches reception on or off, or its name; once Bluetooth is there, when it is away now. */
  want(requested: ReceptionRequest): void {
    const { isOn, name } = this.#requested;
    if (isOn === requested.isOn && name === requested.name) return;
    this.#requested = requested;
    this.#gaveUp = undefined;
    this.#isAsked = requested.isOn && !isOn;
    this.#apply();
    if (isOn !== requested.isOn) this.#listeners.call();
  }

  /** The phones that are connected to play here, in the order of their addresses. */
  sources(): readonly Phone[] {
    const { bluez } = this.deps;
    const received = this.#requested.isOn ? bluez.received() : new Map<string, never>();
    return bluez.devices().flatMap((device) => {
      const sound = received.get(device.path);
      if (sound === undefined || this.deps.isWanted(device.address)) return [];
      const clock = this.#clocks.get(device.path);
      const [, player] = bluez.playerOf(device) ?? [];
      const phone = phoneOf(device, sound, player, clock === undefined ? 0 : performance.now() - clock.reportedAt);
      return [{ ...phone, isSounding: sound.isRunning && clock?.isResting !== true }];
    });
  }

  /**
   * Sends a command to a phone (AVRCP).
   * @param location of one of `sources`
   * @throws TonearmError of `refusals.ts`, such as Unavailable NO_REMOTE_CONTROL
   */
  async command(location: string, command: PhoneCommand): Promise<void> {
    const { bluez } = this.deps;
    const address = addressOf(location);
    const device = address === undefined ? undefined : bluez.device(address);
    if (device === undefined) throw unknownDevice(location);
    const [path] = bluez.playerOf(device) ?? [];
    if (path === undefined) throw noRemoteControl();
    await bluez.call({ path, interface: MEDIA_PLAYER, member: METHODS[command], patience: COMMAND_PATIENCE });
  }

  /** Calls `listener` after changes of `sources()`. @returns ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #hear(event: ObjectEvent): void {
    if (event.type === 'all' || event.interface === ADAPTER) this.#apply();
    if (event.type !== 'all' && !OF_PHONES.has(event.interface)) return;
    const isPosition = event.type === 'changed' && event.interface === MEDIA_PLAYER;
    this.#follow(isPosition ? event.path : undefined);
    this.#listeners.call();
  }

  /** @param reported path of the AVRCP player that has sent a change */
  #follow(reported: string | undefined): void {
    const { bluez } = this.deps;
    const received = bluez.received();
    for (const path of this.#clocks.keys()) if (!received.has(path)) this.#clocks.delete(path);
    for (const device of bluez.devices()) {
      const isRunning = received.get(device.path)?.isRunning;
      if (isRunning === undefined) continue;
      const [path, player] = bluez.playerOf(device) ?? [];
      const now = performance.now();
      const fresh = { isRunning: false, isResting: false, status: undefined, reportedAt: now };
      const clock: PlaybackClock = this.#clocks.get(device.path) ?? fresh;
      this.#clocks.set(device.path, clock);
      const status = statusIn(player);
      if (path !== undefined && path === reported) clock.reportedAt = now;
      if (status === 'playing' || !isRunning || !clock.isRunning) clock.isResting = false;
      else if (clock.status === 'playing' && status === 'resting') clock.isResting = true;
      clock.isRunning = isRunning;
      clock.status = status;
    }
  }

  /** Brings the adapter into the requested state; requests that come meanwhile are applied afterwards. */
  #apply(): void {
    this.#isStale = true;
    this.#applying ??= this.#run().finally(() => {
      this.#applying = undefined;
      if (this.#isStale) this.#apply();
    });
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { bluez, log } = this.deps;
    while (this.#isStale) {
      this.#isStale = false;
      if (this.#isHopeless()) continue;
      const tried = { life: bluez.life, power: this.#power() };
      try {
        if (this.#requested.isOn) await this.#show();
        else if (this.#isShown) await this.#hide();
      } catch (error) {
        this.#gaveUp = tried;
        log.warn('reception: visibility of the box not changed (phones may not find it, or still find it)', { error });
      }
    }
  }

  #isHopeless(): boolean {
    const { bluez } = this.deps;
    if (this.#gaveUp === undefined || this.#gaveUp.life !== bluez.life) return false;
    return bluez.adapter()?.isPowered !== true && this.#power() === this.#gaveUp.power;
  }

  /** PowerState of the adapter, such as `off-blocked`. */
  #power(): unknown {
    const { bluez } = this.deps;
    const adapter = bluez.adapter();
    return adapter === undefined ? undefined : bluez.properties(adapter.path, ADAPTER)?.['PowerState'];
  }

  async #show(): Promise<void> {
    const { bluez, agent } = this.deps;
    if (!bluez.isHere || bluez.adapter() === undefined || (bluez.isSwitchedOff && !this.#isAsked)) return;
    const { path } = await bluez.ready();
    this.#isAsked = false;
    await agent.receive(true);
    const { name } = this.#requested;
    if (name !== '' && bluez.properties(path, ADAPTER)?.['Alias'] !== name) {
      await bluez.set(path, ADAPTER, 'Alias', 's', name);
    }
    this.#isShown = true;
    // BlueZ's own time limit stays: it ends both if this daemon cannot.
    for (const property of ['Pairable', 'Discoverable']) {
      if (bluez.properties(path, ADAPTER)?.[property] !== true) await bluez.set(path, ADAPTER, property, 'b', true);
    }
  }

  async #hide(): Promise<void> {
    const { bluez, agent, isWanted, log } = this.deps;
    this.#isShown = false;
    if (!bluez.isHere) return;
    const adapter = bluez.adapter();
    if (adapter !== undefined) await bluez.set(adapter.path, ADAPTER, 'Discoverable', 'b', false);
    await agent.receive(false);
    const received = bluez.received();
    for (const device of bluez.devices()) {
      if (!received.has(device.path) || isWanted(device.address)) continue;
      await bluez.call({ path: device.path, interface: DEVICE, member: 'Disconnect' }).catch((error: unknown) => {
        if (!isBluezError(error, 'NotConnected')) log.debug('reception: phone not disconnected', { error });
      });
    }
  }
}

/** Interfaces whose changes may concern a phone. */
const OF_PHONES: ReadonlySet<string> = new Set([DEVICE, MEDIA_PLAYER, MEDIA_TRANSPORT, PCM]);
