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
import type { ObjectNews } from './bus-objects.js';
import type { PairingAgent } from './pairing-agent.js';
import { addressOf, type Phone, phoneOf, statusIn } from './phone.js';
import type { Device } from './readings.js';
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

export interface ReceptionWish {
  readonly isOn: boolean;
  /** What others see. */
  readonly name: string;
}

export interface ReceptionParts {
  readonly bluez: Bluez;
  readonly agent: Pick<PairingAgent, 'receive'>;
  /** Whether it is a speaker of ours. */
  readonly isWanted: (address: string) => boolean;
  readonly log: Log;
}

/** What is known of a phone beyond what BlueZ holds. */
interface Course {
  /** Its stream runs. */
  isRunning: boolean;
  /** It has said that it rests, while its stream ran on. */
  isResting: boolean;
  status: ReturnType<typeof statusIn>;
  /** When it told its place last, on the monotonic clock. */
  toldAt: number;
}

export class Reception {
  readonly #parts: ReceptionParts;
  readonly #listeners = new Listeners();
  /** By the path of the device. */
  readonly #courses = new Map<string, Course>();
  #wish: ReceptionWish = { isOn: false, name: '' };
  /** It was seen because of us. */
  #isShown = false;
  /** Somebody has just asked for it: then an adapter that was switched off by hand is switched on, too. */
  #isAsked = false;
  #applying: Promise<void> | undefined;
  #isStale = false;
  /** What did not let itself be switched on is not asked again and again. */
  #gaveUp: { readonly life: number; readonly power: unknown } | undefined;
  #end: (() => void) | undefined;

  constructor(parts: ReceptionParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#end = this.#parts.bluez.subscribe((news) => this.#hear(news));
    this.#apply();
  }

  /** Nobody sees it any more. May be called twice. */
  async stop(): Promise<void> {
    this.#end?.();
    this.#listeners.clear();
    this.#wish = { ...this.#wish, isOn: false };
    if (this.#isShown) this.#apply();
    await this.#applying;
  }

  /** From now on. Where Bluetooth is away it is done when it is there. */
  want(wish: ReceptionWish): void {
    const { isOn, name } = this.#wish;
    if (isOn === wish.isOn && name === wish.name) return;
    this.#wish = wish;
    this.#gaveUp = undefined;
    this.#isAsked = wish.isOn && !isOn;
    this.#apply();
    if (isOn !== wish.isOn) this.#tell();
  }

  /** Those that are connected to play here, by their addresses. */
  sources(): readonly Phone[] {
    const { bluez } = this.#parts;
    const received = this.#wish.isOn ? bluez.received() : new Map<string, never>();
    return bluez.devices().flatMap((device) => {
      const sound = received.get(device.path);
      if (sound === undefined || this.#parts.isWanted(device.address)) return [];
      const course = this.#courses.get(device.path);
      const [, player] = bluez.playerOf(device) ?? [];
      const phone = phoneOf(device, sound, player, course === undefined ? 0 : performance.now() - course.toldAt);
      return [{ ...phone, isSounding: sound.isRunning && course?.isResting !== true }];
    });
  }

  /**
   * @param location of one of `sources`
   * @throws TonearmError of `refusals.ts`, such as Unavailable NO_REMOTE_CONTROL
   */
  async command(location: string, command: PhoneCommand): Promise<void> {
    const { bluez } = this.#parts;
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

  #hear(news: ObjectNews): void {
    if (news.type === 'all' || news.interface === ADAPTER) this.#apply();
    if (news.type !== 'all' && !OF_PHONES.has(news.interface)) return;
    const isPlace = news.type === 'changed' && news.interface === MEDIA_PLAYER;
    this.#follow(isPlace ? news.path : undefined);
    this.#tell();
  }

  /** @param told path of a player that has told something */
  #follow(told: string | undefined): void {
    const { bluez } = this.#parts;
    const received = bluez.received();
    for (const path of this.#courses.keys()) if (!received.has(path)) this.#courses.delete(path);
    for (const device of bluez.devices()) {
      const isRunning = received.get(device.path)?.isRunning;
      if (isRunning === undefined) continue;
      const [path, player] = bluez.playerOf(device) ?? [];
      const now = performance.now();
      const course = this.#courses.get(device.path) ?? freshCourse(now);
      this.#courses.set(device.path, course);
      const status = statusIn(player);
      if (path !== undefined && path === told) course.toldAt = now;
      if (status === 'playing' || !isRunning || !course.isRunning) course.isResting = false;
      else if (course.status === 'playing' && status === 'resting') course.isResting = true;
      course.isRunning = isRunning;
      course.status = status;
    }
  }

  #tell(): void {
    this.#listeners.call();
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
    const { bluez, log } = this.#parts;
    while (this.#isStale) {
      this.#isStale = false;
      if (this.#isHopeless()) continue;
      const tried = { life: bluez.life, power: this.#power() };
      try {
        if (this.#wish.isOn) await this.#show();
        else if (this.#isShown) await this.#hide();
      } catch (error) {
        this.#gaveUp = tried;
        log.warn('the box cannot be made a speaker for phones, or be hidden again', { error });
      }
    }
  }

  #isHopeless(): boolean {
    const { bluez } = this.#parts;
    if (this.#gaveUp === undefined || this.#gaveUp.life !== bluez.life) return false;
    return bluez.adapter()?.isPowered !== true && this.#power() === this.#gaveUp.power;
  }

  /** As BlueZ says, such as `off-blocked`. */
  #power(): unknown {
    const { bluez } = this.#parts;
    const adapter = bluez.adapter();
    return adapter === undefined ? undefined : bluez.properties(adapter.path, ADAPTER)?.['PowerState'];
  }

  async #show(): Promise<void> {
    const { bluez, agent } = this.#parts;
    if (!bluez.isHere || bluez.adapter() === undefined || (bluez.isSwitchedOff && !this.#isAsked)) return;
    const { path } = await bluez.ready();
    this.#isAsked = false;
    await agent.receive(true);
    const { name } = this.#wish;
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
    const { bluez, agent, log } = this.#parts;
    this.#isShown = false;
    if (!bluez.isHere) return;
    const adapter = bluez.adapter();
    if (adapter !== undefined) await bluez.set(adapter.path, ADAPTER, 'Discoverable', 'b', false);
    await agent.receive(false);
    for (const device of this.#connected()) {
      await bluez.call({ path: device.path, interface: DEVICE, member: 'Disconnect' }).catch((error: unknown) => {
        if (!isBluezError(error, 'NotConnected')) log.debug('a phone is not disconnected', { error });
      });
    }
  }

  #connected(): readonly Device[] {
    const { bluez, isWanted } = this.#parts;
    const received = bluez.received();
    return bluez.devices().filter(({ path, address }) => received.has(path) && !isWanted(address));
  }
}

/** What says something of a phone. */
const OF_PHONES: ReadonlySet<string> = new Set([DEVICE, MEDIA_PLAYER, MEDIA_TRANSPORT, PCM]);

const freshCourse = (toldAt: number): Course => ({ isRunning: false, isResting: false, status: undefined, toldAt });
