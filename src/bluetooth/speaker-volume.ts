/**
 * Who makes a speaker louder: the speaker itself where it takes its volume from us (AVRCP absolute volume), so that its
 * own buttons and ours move the same level; else bluez-alsa, by scaling samples. Either way it is one mixer control. A
 * speaker cannot be played on before that is settled, and while it plays it stays as it is. Thread: main.
 */
import type { Log } from '../log.js';
import type { Bluez } from './bluez.js';
import { MEDIA_TRANSPORT, PCM } from './bus-names.js';
import type { ObjectEvent } from './bus-objects.js';
import type { Device, SpeakerPcm } from './readings.js';

/** The control channel of a speaker (AVRCP) is there a moment after its sound, in milliseconds. */
const PATIENCE = 2000;

export class SpeakerVolume {
  readonly #bluez: Bluez;
  readonly #settled: () => void;
  readonly #log: Log;
  readonly #patience: number;
  /** PCMs of which it is decided, or being decided, by their paths. */
  readonly #decisions = new Map<string, { readonly done: Promise<void>; isDone: boolean }>();
  #end: (() => void) | undefined;

  /**
   * @param settled told when a speaker can be played on
   * @param patience in milliseconds, for the speaker to say whether it takes a volume
   */
  constructor(bluez: Bluez, settled: () => void, log: Log, patience = PATIENCE) {
    this.#bluez = bluez;
    this.#settled = settled;
    this.#log = log;
    this.#patience = patience;
  }

  /** Every speaker from now on, whoever has connected it. */
  start(): void {
    this.#end = this.#bluez.subscribe((event) => this.#hear(event));
  }

  /** May be called twice. */
  stop(): void {
    this.#end?.();
  }

  /** What a speaker is played into; undefined unless it can be played on. */
  settledPcm(device: Device): SpeakerPcm | undefined {
    const pcm = device.isConnected ? this.#bluez.pcm(device) : undefined;
    return pcm !== undefined && this.#decisions.get(pcm.path)?.isDone === true ? pcm : undefined;
  }

  /** Resolves when a speaker that has a PCM can be played on. Never rejects. */
  settle(device: Device): Promise<void> {
    const pcm = this.#bluez.pcm(device);
    if (pcm === undefined) return Promise.resolve();
    const known = this.#decisions.get(pcm.path);
    if (known !== undefined) return known.done;
    const decision = { done: this.#decide(device), isDone: false };
    this.#decisions.set(pcm.path, decision);
    void decision.done.then(() => {
      decision.isDone = true;
      if (this.#decisions.get(pcm.path) === decision) this.#settled();
    });
    return decision.done;
  }

  #hear(event: ObjectEvent): void {
    if (event.type === 'all') {
      const paths = new Set(this.#bluez.devices().map((device) => this.#bluez.pcm(device)?.path));
      for (const path of this.#decisions.keys()) if (!paths.has(path)) this.#decisions.delete(path);
    } else if (event.interface === PCM && event.type === 'removed') {
      this.#decisions.delete(event.path);
    } else if (event.interface !== PCM && event.interface !== MEDIA_TRANSPORT) {
      return;
    }
    for (const device of this.#bluez.devices()) if (device.isConnected) void this.#look(device);
  }

  /** Also one that says later that it takes a volume gets it. */
  async #look(device: Device): Promise<void> {
    await this.settle(device);
    if (this.#bluez.hasOwnVolume(device)) await this.#put(device, false);
  }

  /** Never rejects. */
  async #decide({ address }: Device): Promise<void> {
    const own = await this.#bluez.until(() => {
      const device = this.#bluez.device(address);
      return device?.isConnected !== true || this.#bluez.hasOwnVolume(device) ? { device } : undefined;
    }, this.#patience);
    const device = this.#bluez.device(address);
    if (device !== undefined) await this.#put(device, own === undefined);
  }

  /** Never rejects. */
  async #put(device: Device, isSoft: boolean): Promise<void> {
    const pcm = this.#bluez.pcm(device);
    if (pcm === undefined || pcm.isRunning || pcm.isSoftVolume === isSoft) return;
    try {
      await this.#bluez.setSoftVolume(pcm, isSoft);
      this.#log.debug('who makes a speaker louder', { address: device.address, isSoft });
    } catch (error) {
      this.#log.warn('who makes a speaker louder cannot be said', { address: device.address, error });
    }
  }
}
