/**
 * Bluetooth as the rest of the house sees it: the adapter, the devices, pairing and connecting, and the speakers as
 * outputs. It follows what BlueZ and bluez-alsa tell, and survives that either of them, or the bus, goes and comes back.
 * Thread: main.
 */
import type { Database } from '../database/database.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { Bluez } from './bluez.js';
import { DEVICE, MEDIA, MEDIA_PLAYER } from './bus-names.js';
import type { ObjectEvent } from './bus-objects.js';
import { type ConnectionPatience, Connections } from './connections.js';
import { PairingAgent, type PairingAnswer, type PairingPrompt } from './pairing-agent.js';
import type { Adapter, Device } from './readings.js';
import { Reception } from './reception.js';
import { Reconnection, type ReconnectionPace } from './reconnection.js';
import { busy } from './refusals.js';
import { Scan } from './scan.js';
import { type ShownPlayer, SpeakerButtons } from './speaker-buttons.js';
import { SpeakerVolume } from './speaker-volume.js';
import { BluetoothSpeakers } from './speakers.js';
import { AutoReconnectList } from './auto-reconnect-list.js';

/** Whether anything can be done: `off` becomes `on` with the next command that needs it. */
export type BluetoothPhase = 'on' | 'off' | 'blocked' | 'no_adapter' | 'not_running';

export interface KnownDevice extends Device {
  /** In use while it is connected, such as `SBC`. */
  readonly codec: string | undefined;
  /** True when the speaker can be played on now. */
  readonly isReady: boolean;
  /** Being paired with or connected. */
  readonly isConnecting: boolean;
  /** True when the speaker is reconnected automatically. */
  readonly isWanted: boolean;
}

export interface BluetoothState {
  readonly phase: BluetoothPhase;
  /** The one in use. */
  readonly adapter: Adapter | undefined;
  readonly isScanning: boolean;
  readonly devices: readonly KnownDevice[];
  /** What a person is asked for a pairing. */
  readonly prompt: PairingPrompt | undefined;
}

/** Waiting times, which tests shorten. */
export interface BluetoothPace {
  readonly connecting?: ConnectionPatience;
  readonly reconnecting?: ReconnectionPace;
  /** Milliseconds for a person to answer, and for a speaker to say that it takes a volume. */
  readonly answer?: number;
  readonly volume?: number;
  /** Milliseconds for BlueZ to tell what it knows. */
  readonly reading?: number;
  /** Milliseconds before BlueZ is asked again for the buttons of speakers. */
  readonly buttons?: number;
  /** Milliseconds between two times that changes are told: an inquiry brings many. */
  readonly eventPace?: number;
}

const EVENT_PACE = 500;

export interface BluetoothDeps {
  readonly bus: Pick<SystemBus, 'call' | 'setProperty' | 'subscribe' | 'watchName' | 'exportObject'>;
  readonly state: Pick<Database, 'read' | 'write'>;
  /** What the buttons of speakers move; shown on the same bus. */
  readonly player?: ShownPlayer;
  readonly log: Log;
  /** Folder of the system's switches of radios, where it is not the kernel's. */
  readonly switches?: string;
  readonly pace?: BluetoothPace;
}

export class Bluetooth {
  readonly speakers: BluetoothSpeakers;
  /** Phones that play here. */
  readonly reception: Reception;
  readonly #bluez: Bluez;
  readonly #agent: PairingAgent;
  readonly #scan: Scan;
  readonly #volume: SpeakerVolume;
  readonly #connections: Connections;
  readonly #reconnection: Reconnection;
  readonly #buttons: SpeakerButtons | undefined;
  readonly #listeners = new Listeners();
  readonly #eventPace: number;
  #canAsk = (): boolean => false;
  #timer: NodeJS.Timeout | undefined;
  #reportedAt = -Infinity;
  #life = 0;

  /** Nothing is asked of the bus before `start`. */
  constructor({ bus, state, player, log, switches, pace = {} }: BluetoothDeps) {
    const changed = (): void => this.#changed();
    const bluez = new Bluez({ bus, log, switches, patience: pace.reading });
    const wanted = new AutoReconnectList(state, log);
    this.#bluez = bluez;
    this.#eventPace = pace.eventPace ?? EVENT_PACE;
    const isPaired = (path: string): boolean => bluez.properties(path, DEVICE)?.['Paired'] === true;
    this.#agent = new PairingAgent({ bus, isPaired, changed, log, patience: pace.answer });
    this.#scan = new Scan(bluez, changed, log);
    this.#volume = new SpeakerVolume(bluez, () => this.#settled(), log, pace.volume);
    this.#connections = new Connections({
      ...{ bluez, agent: this.#agent, volume: this.#volume, wanted, changed, log },
      chosen: (address, isWanted) => {
        this.#reconnection.chosen(address, isWanted);
        changed();
      },
      patience: pace.connecting,
    });
    this.#reconnection = new Reconnection({
      ...{ bluez, connections: this.#connections, wanted, log },
      isScanning: () => this.#scan.isRunning,
      pace: pace.reconnecting,
    });
    this.#buttons = player && new SpeakerButtons(bluez, player, log, pace.buttons);
    this.reception = new Reception({
      ...{ bluez, agent: this.#agent, log },
      isWanted: (address) => this.#reconnection.isWanted(address),
    });
    this.speakers = new BluetoothSpeakers({
      devices: () => bluez.devices(),
      isReady: (device) => this.#volume.settledPcm(device) !== undefined,
      connect: (address) => this.connect(address),
    });
  }

  /** Resolves when the wanted speakers are known; what BlueZ tells comes by itself. */
  async start(): Promise<void> {
    this.#bluez.subscribe((event) => this.#hear(event));
    this.#bluez.start();
    this.#volume.start();
    this.#buttons?.start();
    this.reception.start();
    await this.#reconnection.start();
  }

  /** What is under way is left to BlueZ. May be called twice. */
  stop(): void {
    this.#scan.end();
    this.#reconnection.stop();
    this.#volume.stop();
    this.#buttons?.stop();
    void this.reception.stop();
    this.#agent.stop();
    this.#bluez.stop();
    clearTimeout(this.#timer);
  }

  /** @param canAsk whether somebody hears what is asked for a pairing */
  askThrough(canAsk: () => boolean): void {
    this.#canAsk = canAsk;
  }

  /** As far as it is known now. */
  read(): BluetoothState {
    const adapter = this.#bluez.adapter();
    return {
      phase: this.#phase(adapter),
      adapter,
      isScanning: this.#scan.isRunning,
      devices: this.#bluez.devices().map((device) => this.#known(device)),
      prompt: this.#agent.prompt,
    };
  }

  /** The devices that BlueZ knows, by their addresses. @throws as `Bluez.present` */
  async devices(): Promise<readonly KnownDevice[]> {
    await this.#bluez.present();
    return this.read().devices;
  }

  /**
   * Looks for devices, or joins who does already; all that are known then.
   * @param duration in milliseconds
   * @throws TonearmError of `refusals.ts`
   */
  async scan(duration: number): Promise<readonly KnownDevice[]> {
    // As in `connect`: what a person waits for goes on, what nobody waits for is put off.
    if (this.#connections.isAsked) throw busy();
    if (!this.#scan.isRunning) this.#connections.makeRoom();
    return (await this.#scan.run(duration)).map((device) => this.#known(device));
  }

  /** Pairs first where needed; resolves when a speaker can be played on. @throws as `Connections.connect` */
  connect(address: string): Promise<void> {
    // Calling a device and looking for others is more than a radio can do at once.
    this.#scan.end();
    return this.#connections.connect(address, this.#canAsk());
  }

  /** @throws as `Connections.disconnect` */
  disconnect(address: string): Promise<void> {
    return this.#connections.disconnect(address);
  }

  /** @throws as `Connections.forget` */
  forget(address: string): Promise<void> {
    return this.#connections.forget(address).finally(() => this.#changed());
  }

  /** Which speakers are wanted may have been changed in the database. */
  async reloadWanted(): Promise<void> {
    await this.#reconnection.reload();
    this.#changed();
  }

  /** To what a pairing asks. @throws as `PairingAgent.answer` */
  answer(answer: PairingAnswer): void {
    this.#agent.answer(answer);
  }

  /** `listener` is told that something is another, at most twice a second. @returns ends it */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #phase(adapter: Adapter | undefined): BluetoothPhase {
    if (!this.#bluez.isHere) return 'not_running';
    if (adapter === undefined) return 'no_adapter';
    if (adapter.isPowered) return 'on';
    return adapter.isBlocked ? 'blocked' : 'off';
  }

  #known(device: Device): KnownDevice {
    const pcm = this.#volume.settledPcm(device);
    return {
      ...device,
      codec: pcm?.codec,
      isReady: pcm !== undefined,
      isConnecting: this.#connections.isConnecting(device.address),
      isWanted: this.#reconnection.isWanted(device.address),
    };
  }

  #hear(event: ObjectEvent): void {
    if (this.#life !== this.#bluez.life) {
      // A restarted BlueZ knows none of the earlier settings.
      this.#life = this.#bluez.life;
      this.#agent.forget();
    }
    if (isOfSpeakers(event)) this.speakers.look();
    if (event.type === 'all' || !OF_PLAYERS.has(event.interface)) this.#changed();
  }

  /** A speaker can be played on now. */
  #settled(): void {
    this.speakers.look();
    this.#changed();
  }

  /** At once, and then not again for a while. */
  #changed(): void {
    if (this.#timer !== undefined) return;
    const rest = this.#reportedAt + this.#eventPace - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#reportedAt = performance.now();
        this.#listeners.call();
      },
      Math.max(rest, 0),
    ).unref();
  }
}

/** Whether another speaker may be there, or one may have another name: not for how well each is heard. */
function isOfSpeakers(event: ObjectEvent): boolean {
  return event.type !== 'changed' || event.interface !== DEVICE || event.names.some((name) => SPEAKER_NAMES.has(name));
}

/** What no state of ours is made of: who controls whom, and what a phone plays. */
const OF_PLAYERS: ReadonlySet<string> = new Set([MEDIA, MEDIA_PLAYER]);

const SPEAKER_NAMES: ReadonlySet<string> = new Set(['Alias', 'Name', 'Paired', 'UUIDs']);
