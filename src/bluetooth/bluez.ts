/**
 * The state of BlueZ and bluez-alsa: the adapter in use, its devices, and their PCMs. Among several adapters a powered
 * one comes before one that is off, then one with a paired device, then the first by its name (`hci0` before `hci1`).
 * Thread: main.
 */
import { basename } from 'node:path';
import type { Log } from '../log.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { addressIn } from './address.js';
import {
  ADAPTER,
  AUDIO_SINK,
  BATTERY,
  BLUEALSA,
  BLUEALSA_ROOT,
  BLUEZ,
  BLUEZ_ROOT,
  DEVICE,
  MEDIA,
  MEDIA_PLAYER,
  MEDIA_TRANSPORT,
  PCM,
} from './bus-names.js';
import { BusObjects, type BusProperties, type ObjectEvent } from './bus-objects.js';
import {
  type Adapter,
  adapterIn,
  type Device,
  deviceIn,
  pcmIn,
  type Received,
  receivedIn,
  type SpeakerPcm,
} from './readings.js';
import { blocked, isBluezError, isHeldOff, noAdapter, notRunning, refusalOf, silent, switchedOff } from './refusals.js';
import { readSwitches } from './rfkill.js';

/** The kernel's class of rfkill switches. */
const SWITCHES = '/sys/class/rfkill';
/** In milliseconds. BlueZ switches a radio on within three seconds, or not at all. */
const READING_PATIENCE = 5000;
const POWER_PATIENCE = 10_000;

export interface BluezCall {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
  /** Milliseconds. */
  readonly patience?: number;
}

export interface BluezDeps {
  readonly bus: Pick<SystemBus, 'call' | 'setProperty' | 'subscribe' | 'watchName'>;
  readonly log: Log;
  /** Folder of the rfkill switches. */
  readonly switches?: string | undefined;
  /** Milliseconds for BlueZ to report its objects. */
  readonly patience?: number | undefined;
}

export class Bluez {
  readonly #bus: BluezDeps['bus'];
  readonly #switches: string;
  readonly #patience: number;
  readonly #objects: BusObjects;
  readonly #sound: BusObjects;
  /** Paths of the adapters that were on, in this life of BlueZ. */
  readonly #wereOn = new Set<string>();
  /** Adapters that the last attempt found blocked by an rfkill switch, where the kernel does not report it. */
  readonly #heldOff = new Set<string>();

  constructor({ bus, log, switches = SWITCHES, patience = READING_PATIENCE }: BluezDeps) {
    this.#bus = bus;
    this.#switches = switches;
    this.#patience = patience;
    const interfaces = [ADAPTER, DEVICE, BATTERY, MEDIA, MEDIA_TRANSPORT, MEDIA_PLAYER];
    this.#objects = new BusObjects({ bus, service: BLUEZ, root: '/', below: BLUEZ_ROOT, interfaces, log });
    const sound = { service: BLUEALSA, root: BLUEALSA_ROOT, below: BLUEALSA_ROOT, interfaces: [PCM] };
    this.#sound = new BusObjects({ bus, ...sound, log });
    this.#objects.subscribe((event) => this.#hear(event));
  }

  start(): void {
    this.#objects.start();
    this.#sound.start();
  }

  /** May be called twice. */
  stop(): void {
    this.#objects.stop();
    this.#sound.stop();
  }

  /** Whether BlueZ runs. */
  get isRunning(): boolean {
    return this.#objects.isRunning;
  }

  /** Whether BlueZ runs and its objects are known. */
  get isHere(): boolean {
    return this.#objects.isHere;
  }

  /** A number that differs after each start and end of BlueZ. */
  get life(): number {
    return this.#objects.life;
  }

  /** Whether bluez-alsa runs. */
  get hasSound(): boolean {
    return this.#sound.isRunning;
  }

  /** @returns ends it */
  subscribe(listener: (event: ObjectEvent) => void): () => void {
    const ends = [this.#objects.subscribe(listener), this.#sound.subscribe(listener)];
    return () => {
      for (const end of ends) end();
    };
  }

  /** The adapter in use. */
  adapter(): Adapter | undefined {
    const adapters = this.adapters();
    if (adapters.length < 2) return adapters[0];
    const on = adapters.filter(({ isPowered }) => isPowered);
    const eligible = on.length > 0 ? on : adapters;
    return eligible.find(({ path }) => this.#hasPaired(path)) ?? eligible[0];
  }

  /** All adapters, in the order of their names. */
  adapters(): readonly Adapter[] {
    const adapters = this.#objects.having(ADAPTER).flatMap(([path, properties]) => adapterIn(path, properties) ?? []);
    const switches = adapters.every(({ isPowered }) => isPowered) ? undefined : readSwitches(this.#switches);
    const isHeldOff = ({ path }: Adapter): boolean => switches?.get(basename(path)) ?? this.#heldOff.has(path);
    return adapters
      .map((adapter) => ({ ...adapter, isBlocked: adapter.isBlocked || isHeldOff(adapter) }))
      .sort((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }));
  }

  /** True when somebody switched the adapter off; it is not powered on again without a request. */
  get isSwitchedOff(): boolean {
    const adapter = this.adapter();
    return adapter?.isPowered === false && this.#wereOn.has(adapter.path);
  }

  /** Path of the adapter in use, once a player can be registered there for the buttons of speakers. */
  playerHost(): string | undefined {
    const path = this.adapter()?.path;
    return path !== undefined && this.takesPlayers(path) ? path : undefined;
  }

  /** Whether a player can be registered at an adapter. */
  takesPlayers(path: string): boolean {
    return this.#objects.get(path, MEDIA) !== undefined;
  }

  /** The devices of the adapter in use, in the order of their addresses. */
  devices(): readonly Device[] {
    const adapter = this.adapter();
    if (adapter === undefined) return [];
    return this.#objects
      .having(DEVICE)
      .filter(([path]) => path.startsWith(`${adapter.path}/`))
      .flatMap(([path, properties]) => deviceIn(path, properties, this.#objects.get(path, BATTERY)) ?? [])
      .sort((one, other) => (one.address < other.address ? -1 : 1));
  }

  /** The device with an address, as it is now. */
  device(address: string): Device | undefined {
    return this.devices().find((device) => device.address === address);
  }

  /** Address of the device at a D-Bus path; undefined when the path is no device. */
  addressAt(path: string): string | undefined {
    return addressIn(this.#objects.get(path, DEVICE)?.['Address']);
  }

  /** The PCM that plays on a speaker; undefined while it has none. */
  pcm(device: Device): SpeakerPcm | undefined {
    const found = this.#sound.having(PCM).map(([path, properties]) => pcmIn(path, properties));
    return found.find((pcm) => pcm?.device === device.path);
  }

  /** Properties of an object of BlueZ, unchecked. */
  properties(path: string, name: string): BusProperties | undefined {
    return this.#objects.get(path, name);
  }

  /** The PCMs of devices that play into this machine, by the paths of the devices. */
  received(): ReadonlyMap<string, Received> {
    const sounding = new Set(
      this.#objects
        .having(MEDIA_TRANSPORT)
        .flatMap(([, transport]) =>
          transport['State'] === 'active' && transport['UUID'] === AUDIO_SINK ? [transport['Device']] : [],
        ),
    );
    const found = this.#sound.having(PCM).flatMap(([, properties]) => receivedIn(properties) ?? []);
    const streaming = found.map((each) => ({ ...each, isRunning: each.isRunning || sounding.has(each.device) }));
    return new Map(streaming.map((each) => [each.device, each]));
  }

  /** The AVRCP player of a device that plays into this machine; undefined where it has none. */
  playerOf(device: Device): readonly [path: string, properties: BusProperties] | undefined {
    return this.#objects.having(MEDIA_PLAYER).find(([path]) => path.startsWith(`${device.path}/`));
  }

  /** Whether a speaker can be told its volume (AVRCP absolute volume). */
  hasOwnVolume(device: Device): boolean {
    return this.#objects
      .having(MEDIA_TRANSPORT)
      .some(([, { Device: path, Volume: volume }]) => path === device.path && typeof volume === 'number');
  }

  /**
   * The adapter in use, as soon as the objects are read; shortly after the start of the daemon they are not yet.
   * @throws Unavailable BLUETOOTH_NOT_RUNNING, NO_BLUETOOTH_ADAPTER, TimedOut BLUETOOTH_SILENT
   */
  async present(): Promise<Adapter> {
    const known = await this.until(() => this.#objects.isHere || this.#objects.isAbsent || undefined, this.#patience);
    if (known === undefined) throw silent();
    if (!this.#objects.isHere) throw notRunning();
    const adapter = this.adapter();
    if (adapter === undefined) throw noAdapter();
    return adapter;
  }

  /** The adapter in use, switched on. @throws TonearmError of `refusals.ts` */
  async ready(): Promise<Adapter> {
    const adapter = await this.present();
    if (adapter.isPowered) return adapter;
    if (readSwitches(this.#switches).get(basename(adapter.path)) === true) throw blocked();
    try {
      await this.set(adapter.path, ADAPTER, 'Powered', 'b', true);
    } catch (error) {
      if (isHeldOff(error)) this.#heldOff.add(adapter.path);
      // The adapter is being powered on already.
      if (!isBluezError(error, 'InProgress')) throw error;
    }
    const powered = await this.until(() => {
      const now = this.adapter();
      return now === undefined || now.isPowered ? { now } : undefined;
    }, POWER_PATIENCE);
    if (powered === undefined) throw switchedOff();
    if (powered.now === undefined) throw this.#objects.isRunning ? noAdapter() : notRunning();
    return powered.now;
  }

  /** @throws TonearmError of `refusals.ts` */
  async call(call: BluezCall): Promise<readonly unknown[]> {
    return this.#asking(() => this.#bus.call({ destination: BLUEZ, mayFail: true, mayStart: false, ...call }));
  }

  /** @throws as `call` */
  async set(path: string, name: string, property: string, signature: string, value: unknown): Promise<void> {
    const object = { destination: BLUEZ, path, interface: name, mayStart: false };
    await this.#asking(() => this.#bus.setProperty(object, property, signature, value));
  }

  /** @param isSoft whether bluez-alsa scales the samples, not the speaker @throws as `SystemBus.setProperty` */
  async setSoftVolume({ path }: SpeakerPcm, isSoft: boolean): Promise<void> {
    const object = { destination: BLUEALSA, path, interface: PCM, mayStart: false };
    await this.#bus.setProperty(object, 'SoftVolume', 'b', isSoft);
  }

  /**
   * Calls `look` now and after every change until it returns something, which this resolves with.
   * @param patience in milliseconds
   * @returns undefined when it takes longer
   */
  until<Result>(look: () => Result | undefined, patience: number): Promise<Result | undefined> {
    const now = look();
    if (now !== undefined) return Promise.resolve(now);
    return new Promise((resolve) => {
      const settle = (found: Result | undefined): void => {
        clearTimeout(timer);
        end();
        resolve(found);
      };
      const timer = setTimeout(() => settle(undefined), patience).unref();
      const end = this.subscribe(() => {
        const found = look();
        if (found !== undefined) settle(found);
      });
    });
  }

  async #asking<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (!this.#objects.isRunning) throw notRunning();
    return ask().catch((error: unknown) => {
      throw refusalOf(error);
    });
  }

  #hasPaired(adapter: string): boolean {
    return this.#objects
      .having(DEVICE)
      .some(([path, { Paired: isPaired }]) => isPaired === true && path.startsWith(`${adapter}/`));
  }

  #hear(event: ObjectEvent): void {
    if (event.type !== 'all' && event.interface !== ADAPTER) return;
    const adapters = this.adapters();
    for (const paths of [this.#wereOn, this.#heldOff]) {
      for (const path of paths) if (!adapters.some((adapter) => adapter.path === path)) paths.delete(path);
    }
    for (const { path, isPowered } of adapters) {
      if (!isPowered) continue;
      this.#wereOn.add(path);
      this.#heldOff.delete(path);
    }
  }
}
