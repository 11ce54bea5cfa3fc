/**
 * Chooses where the volume of a speaker is applied: in the speaker where it supports AVRCP absolute volume, so that its
 * buttons and the web remote move the same level, else in bluez-alsa, which scales the samples. Both are the same mixer
 * control. A speaker is not ready before the choice is made, and the choice does not change while it plays. Thread:
 * main.
 */
import type { Log } from '../log.js';
import type { Bluez } from './bluez.js';
import { MEDIA_TRANSPORT, PCM } from './bus-names.js';
import type { ObjectEvent } from './bus-objects.js';
import type { Device, SpeakerPcm } from './readings.js';

/** Milliseconds to wait for AVRCP, which a speaker connects a moment after its audio. */
const PATIENCE = 2000;

export class SpeakerVolume {
  /** Choices that are made or under way, by the path of the PCM. */
  readonly #decisions = new Map<string, { readonly done: Promise<void>; isDone: boolean }>();
  #end: (() => void) | undefined;

  /**
   * @param settled called when a speaker has become ready
   * @param patience milliseconds for a speaker to report a volume of its own
   */
  constructor(
    private readonly bluez: Bluez,
    private readonly settled: () => void,
    private readonly log: Log,
    private readonly patience: number = PATIENCE,
  ) {}

  /** Handles every speaker from now on, whichever program has connected it. */
  start(): void {
    this.#end = this.bluez.subscribe((event) => this.#hear(event));
  }

  /** May be called twice. */
  stop(): void {
    this.#end?.();
  }

  /** The PCM of a speaker that is ready; undefined for any other. */
  settledPcm(device: Device): SpeakerPcm | undefined {
    const pcm = device.isConnected ? this.bluez.pcm(device) : undefined;
    return pcm !== undefined && this.#decisions.get(pcm.path)?.isDone === true ? pcm : undefined;
  }

  /** Resolves when a speaker with a PCM is ready. Never rejects. */
  settle(device: Device): Promise<void> {
    const pcm = this.bluez.pcm(device);
    if (pcm === undefined) return Promise.resolve();
    const known = this.#decisions.get(pcm.path);
    if (known !== undefined) return known.done;
    const decision = { done: this.#decide(device), isDone: false };
    this.#decisions.set(pcm.path, decision);
    void decision.done.then(() => {
      decision.isDone = true;
      if (this.#decisions.get(pcm.path) === decision) this.settled();
    });
    return decision.done;
  }

  #hear(event: ObjectEvent): void {
    if (event.type === 'all') {
      const paths = new Set(this.bluez.devices().map((device) => this.bluez.pcm(device)?.path));
      for (const path of this.#decisions.keys()) if (!paths.has(path)) this.#decisions.delete(path);
    } else if (event.interface === PCM && event.type === 'removed') {
      this.#decisions.delete(event.path);
    } else if (event.interface !== PCM && event.interface !== MEDIA_TRANSPORT) {
      return;
    }
    for (const device of this.bluez.devices()) if (device.isConnected) void this.#look(device);
  }

  /** Switches to the volume of a speaker that reports one later. */
  async #look(device: Device): Promise<void> {
    await this.settle(device);
    if (this.bluez.hasOwnVolume(device)) await this.#put(device, false);
  }

  /** Never rejects. */
  async #decide({ address }: Device): Promise<void> {
    const own = await this.bluez.until(() => {
      const device = this.bluez.device(address);
      return device?.isConnected !== true || this.bluez.hasOwnVolume(device) ? { device } : undefined;
    }, this.patience);
    const device = this.bluez.device(address);
    if (device !== undefined) await this.#put(device, own === undefined);
  }

  /** Never rejects. */
  async #put(device: Device, isSoft: boolean): Promise<void> {
    const pcm = this.bluez.pcm(device);
    if (pcm === undefined || pcm.isRunning || pcm.isSoftVolume === isSoft) return;
    try {
      await this.bluez.setSoftVolume(pcm, isSoft);
      this.log.debug('speaker volume: choice made', { address: device.address, isSoft });
    } catch (error) {
      this.log.warn('speaker volume: choice not made (the volume of the speaker may not change)', {
        address: device.address,
        error,
      });
    }
  }
}
