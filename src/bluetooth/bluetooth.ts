/**
 * Bluetooth for the other rooms: adapter, devices, pairing, connecting, and the speakers as outputs. Follows the
 * signals of BlueZ and bluez-alsa; a restart of either, or of the bus, is survived. Thread: main.
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
  /** Codec of the connection, such as `SBC`; undefined while the device is not connected. */
  readonly codec: string | undefined;
  /** True when the speaker can be played on now. */
  readonly isReady: boolean;
  /** A pairing or a connection is under way. */
  readonly isConnecting: boolean;
  /** True when the speaker is reconnected automatically. */
  readonly isWanted: boolean;
}

export interface BluetoothState {
  readonly phase: BluetoothPhase;
  /** The adapter in use. */
  readonly adapter: Adapter | undefined;
  readonly isScanning: boolean;
  readonly devices: readonly KnownDevice[];
  /** The question of a pairing that waits for an answer. */
  readonly prompt: PairingPrompt | undefined;
}

/** Times in milliseconds, which tests shorten. */
export interface BluetoothPace {
  readonly connecting?: ConnectionPatience;
  readonly reconnecting?: ReconnectionPace;
  /** For a person to answer a pairing. */
  readonly answer?: number;
  /** For a speaker to report that it has a volume of its own. */
  readonly volume?: number;
  /** For BlueZ to report its objects. */
  readonly reading?: number;
  /** Before the player is registered again for the buttons of speakers. */
  readonly buttons?: number;
  /** Between two reports of changes: an inquiry brings many. */
  readonly eventPace?: number;
}

const EVENT_PACE = 500;

export interface BluetoothDeps {
  readonly bus: Pick<SystemBus, 'call' | 'setProperty' | 'subscribe' | 'watchName' | 'exportObject'>;
  readonly state: Pick<Database, 'read' | 'write'>;
  /** The player that the buttons of speakers control, exported on the same bus. */
  readonly player?: ShownPlayer;
  /** Resolves when what BlueZ has written is durable. Never rejects. */
  readonly makeDurable: () => Promise<void>;
  readonly log: Log;
  /** Folder of the rfkill switches, where it is not the kernel's. */
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
  readonly #makeDurable: () => Promise<void>;
  readonly #eventPace: number;
  #canAsk = (): boolean => false;
  #timer: NodeJS.Timeout | undefined;
  #reportedAt = -Infinity;
  #life = 0;

  /** Does not use the bus before `start`. */
  constructor({ bus, state, player, makeDurable, log, switches, pace = {} }: BluetoothDeps) {
    const changed = (): void => this.#changed();
    const bluez = new Bluez({ bus, log, switches, patience: pace.reading });
    const wanted = new AutoReconnectList(state, log);
    this.#bluez = bluez;
    this.#makeDurable = makeDurable;
    this.#eventPace = pace.eventPace ?? EVENT_PACE;
    const isPaired = (path: string): boolean => bluez.properties(path, DEVICE)?.['Paired'] === true;
    this.#agent = new PairingAgent({ bus, isPaired, changed, log, patience: pace.answer });
    this.#scan = new Scan(bluez, changed, log);
    this.#volume = new SpeakerVolume(bluez, () => this.#settled(), log, pace.volume);
    this.#connections = new Connections({
      ...{ bluez, agent: this.#agent, volume: this.#volume, wanted, makeDurable, changed, log },
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

  /** Resolves when the auto-reconnect list is read. The objects of BlueZ come later, by signals. */
  async start(): Promise<void> {
    this.#bluez.subscribe((event) => this.#hear(event));
    this.#bluez.start();
    this.#volume.start();
    this.#buttons?.start();
    this.reception.start();
    await this.#reconnection.start();
  }

  /** Leaves to BlueZ whatever is under way. May be called twice. */
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

  /** @param canAsk whether a client listens that can show the question of a pairing */
  askThrough(canAsk: () => boolean): void {
    this.#canAsk = canAsk;
  }

  /** The state as it is known now; asks nobody. */
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

  /** The devices that BlueZ knows, in the order of their addresses. @throws as `Bluez.present` */
  async devices(): Promise<readonly KnownDevice[]> {
    await this.#bluez.present();
    return this.read().devices;
  }

  /**
   * Looks for devices, or joins a scan that runs. Resolves with all devices that are known at its end.
   * @param duration in milliseconds
   * @throws TonearmError of `refusals.ts`
   */
  async scan(duration: number): Promise<readonly KnownDevice[]> {
    // As in `connect`: an attempt that a person waits for goes on, an automatic one is put off.
    if (this.#connections.isAsked) throw busy();
    if (!this.#scan.isRunning) this.#connections.makeRoom();
    return (await this.#scan.run(duration)).map((device) => this.#known(device));
  }

  /** Pairs first where needed; resolves when a speaker can be played on. @throws as `Connections.connect` */
  connect(address: string): Promise<void> {
    // A radio cannot page a device and look for others at the same time.
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

  /** Reads the auto-reconnect list again, which a restored backup has replaced. */
  async reloadWanted(): Promise<void> {
    await this.#reconnection.reload();
    this.#changed();
  }

  /** Answers the question of a pairing. @throws as `PairingAgent.answer` */
  answer(answer: PairingAnswer): void {
    this.#agent.answer(answer);
  }

  /** Calls `listener` after changes of `read()`, at most twice a second. @returns ends that */
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
    // No call waits for the pairing of a phone, which it has begun itself.
    if (event.type === 'changed' && event.interface === DEVICE && event.names.includes('Paired')) {
      void this.#makeDurable();
    }
    if (isOfSpeakers(event)) this.speakers.look();
    if (event.type === 'all' || !OF_PLAYERS.has(event.interface)) this.#changed();
  }

  /** A speaker has become ready to play. */
  #settled(): void {
    this.speakers.look();
    this.#changed();
  }

  /** Reports a change at once, and further ones not before `eventPace` is over. */
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

/** Whether the list of speakers may differ after an event. A changed signal strength does not count. */
function isOfSpeakers(event: ObjectEvent): boolean {
  return event.type !== 'changed' || event.interface !== DEVICE || event.names.some((name) => SPEAKER_NAMES.has(name));
}

/** Interfaces that `read()` does not depend on: which player is controlled, and what a phone plays. */
const OF_PLAYERS: ReadonlySet<string> = new Set([MEDIA, MEDIA_PLAYER]);

const SPEAKER_NAMES: ReadonlySet<string> = new Set(['Alias', 'Name', 'Paired', 'UUIDs']);
