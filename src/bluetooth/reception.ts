/**
 * This machine as a speaker: while that is wanted it is seen by others, lets phones pair and connect, and tells which of
 * them play. The sound itself is read by others (`Phone.pcm`). A speaker that is wanted is no phone. Thread: main.
 *
 * A phone sounds while its stream runs. Some keep it running for a while when they pause: then what they say of
 * themselves (AVRCP) ends it, until they say otherwise or the stream begins anew.
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
/** For a phone to obey, in milliseconds. */
const COMMAND_PATIENCE = 5000;

export interface ReceptionRequest {
  readonly isOn: boolean;
  /** What others see. */
  readonly name: string;
}

export interface ReceptionDeps {
  readonly bluez: Bluez;
  readonly agent: Pick<PairingAgent, 'receive'>;
  /** Whether it is a speaker of ours. */
  readonly isWanted: (address: string) => boolean;
  readonly log: Log;
}

/** What is known of a phone beyond what BlueZ holds. */
interface PlaybackClock {
  /** True while the A2DP stream runs. */
  isRunning: boolean;
  /** True when the phone reported a pause while its stream ran on. */
  isResting: boolean;
  status: ReturnType<typeof statusIn>;
  /** When it told its place last, on the monotonic clock. */
  reportedAt: number;
}

export class Reception {
  readonly #deps: ReceptionDeps;
  readonly #listeners = new Listeners();
  /** By the path of the device. */
  readonly #clocks = new Map<string, PlaybackClock>();
  #requested: ReceptionRequest = { isOn: false, name: '' };
  /** True when this room made the adapter discoverable. */
  #isShown = false;
  /** Somebody has just asked for it: then an adapter that was switched off by hand is switched on, too. */
  #isAsked = false;
  #applying: Promise<void> | undefined;
  #isStale = false;
  /** What did not let itself be switched on is not asked again and again. */
  #gaveUp: { readonly life: number; readonly power: unknown } | undefined;
  #end: (() => void) | undefined;

  constructor(deps: ReceptionDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#end = this.#deps.bluez.subscribe((event) => this.#hear(event));
    this.#apply();
  }

  /** Nobody sees it any more. May be called twice. */
  async stop(): Promise<void> {
    this.#end?.();
    this.#listeners.clear();
    this.#requested = { ...this.#requested, isOn: false };
    if (this.#isShown) this.#apply();
    await this.#applying;
  }

  /** From now on. Where Bluetooth is away it is done when it is there. */
  want(requested: ReceptionRequest): void {
    const { isOn, name } = this.#requested;
    if (isOn === requested.isOn && name === requested.name) return;
    this.#requested = requested;
    this.#gaveUp = undefined;
    this.#isAsked = requested.isOn && !isOn;
    this.#apply();
    if (isOn !== requested.isOn) this.#listeners.call();
  }

  /** Those that are connected to play here, by their addresses. */
  sources(): readonly Phone[] {
    const { bluez } = this.#deps;
    const received = this.#requested.isOn ? bluez.received() : new Map<string, never>();
    return bluez.devices().flatMap((device) => {
      const sound = received.get(device.path);
      if (sound === undefined || this.#deps.isWanted(device.address)) return [];
      const clock = this.#clocks.get(device.path);
      const [, player] = bluez.playerOf(device) ?? [];
      const phone = phoneOf(device, sound, player, clock === undefined ? 0 : performance.now() - clock.reportedAt);
      return [{ ...phone, isSounding: sound.isRunning && clock?.isResting !== true }];
    });
  }

  /**
   * @param location of one of `sources`
   * @throws TonearmError of `refusals.ts`, such as Unavailable NO_REMOTE_CONTROL
   */
  async command(location: string, command: PhoneCommand): Promise<void> {
    const { bluez } = this.#deps;
    const address = addressOf(location);
    const device = address === undefined ? undefined : bluez.device(address);
    if (device === undefined) throw unknownDevice(location);
    const [path] = bluez.playerOf(device) ?? [];
    if (path === undefined) throw noRemoteControl();
    await bluez.call({ path, interface: MEDIA_PLAYER, member: METHODS[command], patience: COMMAND_PATIENCE });
  }

  /** `listener` is told that phones are others, or do something else. @returns ends it */
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

  /** @param reported path of a player that has told something */
  #follow(reported: string | undefined): void {
    const { bluez } = this.#deps;
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

  /** One after the other: what is wished for meanwhile is done afterwards. */
  #apply(): void {
    this.#isStale = true;
    this.#applying ??= this.#run().finally(() => {
      this.#applying = undefined;
      if (this.#isStale) this.#apply();
    });
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { bluez, log } = this.#deps;
    while (this.#isStale) {
      this.#isStale = false;
      if (this.#isHopeless()) continue;
      const tried = { life: bluez.life, power: this.#power() };
      try {
        if (this.#requested.isOn) await this.#show();
        else if (this.#isShown) await this.#hide();
      } catch (error) {
        this.#gaveUp = tried;
        log.warn('the box cannot be made a speaker for phones, or be hidden again', { error });
      }
    }
  }

  #isHopeless(): boolean {
    const { bluez } = this.#deps;
    if (this.#gaveUp === undefined || this.#gaveUp.life !== bluez.life) return false;
    return bluez.adapter()?.isPowered !== true && this.#power() === this.#gaveUp.power;
  }

  /** As BlueZ says, such as `off-blocked`. */
  #power(): unknown {
    const { bluez } = this.#deps;
    const adapter = bluez.adapter();
    return adapter === undefined ? undefined : bluez.properties(adapter.path, ADAPTER)?.['PowerState'];
  }

  async #show(): Promise<void> {
    const { bluez, agent } = this.#deps;
    if (!bluez.isHere || bluez.adapter() === undefined || (bluez.isSwitchedOff && !this.#isAsked)) return;
    const { path } = await bluez.ready();
    this.#isAsked = false;
    await agent.receive(true);
    const { name } = this.#requested;
    if (name !== '' && bluez.properties(path, ADAPTER)?.['Alias'] !== name) {
      await bluez.set(path, ADAPTER, 'Alias', 's', name);
    }
    this.#isShown = true;
    // BlueZ ends it by itself after some minutes: so that it does when nobody lives to do it.
    for (const property of ['Pairable', 'Discoverable']) {
      if (bluez.properties(path, ADAPTER)?.[property] !== true) await bluez.set(path, ADAPTER, property, 'b', true);
    }
  }

  async #hide(): Promise<void> {
    const { bluez, agent, isWanted, log } = this.#deps;
    this.#isShown = false;
    if (!bluez.isHere) return;
    const adapter = bluez.adapter();
    if (adapter !== undefined) await bluez.set(adapter.path, ADAPTER, 'Discoverable', 'b', false);
    await agent.receive(false);
    const received = bluez.received();
    for (const device of bluez.devices()) {
      if (!received.has(device.path) || isWanted(device.address)) continue;
      await bluez.call({ path: device.path, interface: DEVICE, member: 'Disconnect' }).catch((error: unknown) => {
        if (!isBluezError(error, 'NotConnected')) log.debug('a phone is not disconnected', { error });
      });
    }
  }
}

/** What says something of a phone. */
const OF_PHONES: ReadonlySet<string> = new Set([DEVICE, MEDIA_PLAYER, MEDIA_TRANSPORT, PCM]);
