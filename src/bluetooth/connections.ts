/**
 * Pairing with devices, connecting them, and letting them go. A speaker counts as connected when it can be played on: when
 * bluez-alsa has its PCM. Every step has an end of its own. Thread: main.
 *
 *     known ──Pair──▶ paired ──Trusted──▶ trusted ──Connect──▶ connected ──PCM1──▶ ready
 *       │ agent: codes                                │ again, when BlueZ is busy
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.js';
import type { Bluez } from './bluez.js';
import { ADAPTER, DEVICE } from './bus-names.js';
import type { PairingAgent } from './pairing-agent.js';
import type { Device } from './readings.js';
import * as refusal from './refusals.js';
import type { SpeakerVolume } from './speaker-volume.js';
import type { WantedSpeakers } from './wanted-speakers.js';

/** Milliseconds of a whole step, after which BlueZ is told to give up. */
export interface ConnectionPatience {
  /** With the time that a person needs for a code. */
  readonly pair: number;
  readonly connect: number;
  /** Until the services of a device are known after it was paired with. */
  readonly resolve: number;
  /** Until bluez-alsa has the PCM. */
  readonly sound: number;
  /** Before BlueZ is asked again. */
  readonly pause: number;
}

const PATIENCE: ConnectionPatience = { pair: 60_000, connect: 40_000, resolve: 5000, sound: 10_000, pause: 2000 };
/** Of BlueZ, to say that it has given up. */
const GIVE_UP_PATIENCE = 10_000;
const MOST_TRIES = 4;

export interface ConnectionsParts {
  readonly bluez: Bluez;
  readonly agent: Pick<PairingAgent, 'during'>;
  readonly volume: Pick<SpeakerVolume, 'settle'>;
  readonly wanted: Pick<WantedSpeakers, 'add' | 'remove'>;
  /** Told when a person has connected a speaker, or let one go. */
  readonly chosen: (address: string, isWanted: boolean) => void;
  readonly log: Log;
  readonly patience?: ConnectionPatience;
}

interface Attempt {
  readonly done: Promise<void>;
  readonly cancel: AbortController;
}

export class Connections {
  readonly #parts: ConnectionsParts;
  readonly #patience: ConnectionPatience;
  /** By address. */
  readonly #attempts = new Map<string, Attempt>();

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
    this.#patience = parts.patience ?? PATIENCE;
  }

  /** Whether something is being paired with or connected. */
  get isBusy(): boolean {
    return this.#attempts.size > 0;
  }

  isConnecting(address: string): boolean {
    return this.#attempts.has(address);
  }

  /**
   * Pairs and trusts first where that is still to be done. Resolves when it can be played on, or, for what is no speaker,
   * when it is connected. A speaker is wanted from then on.
   * @param canAsk whether somebody is there to answer for a code
   * @throws TonearmError of `refusals.ts`, StateNotSaved
   */
  async connect(address: string, canAsk: boolean): Promise<void> {
    const { bluez, wanted, chosen, log } = this.#parts;
    await this.#attempt(address, (attempt) => this.#connect(address, attempt, canAsk));
    const device = bluez.device(address);
    if (device?.isSpeaker !== true) return;
    log.info('a speaker is connected', { address, name: device.name, codec: bluez.pcm(device)?.codec });
    chosen(address, true);
    await wanted.add(address);
  }

  /** The same for a speaker that is paired with, when nobody asks for it. @throws TonearmError of `refusals.ts` */
  reconnect(address: string): Promise<void> {
    return this.#attempt(address, async (attempt) => {
      const device = await this.#known(address);
      if (!device.isPaired) throw refusal.unknownDevice(address);
      await this.#trust(device);
      await this.#link(address, attempt);
    });
  }

  /** Also calls off what connects it. It is not wanted from then on. @throws TonearmError of `refusals.ts`, StateNotSaved */
  async disconnect(address: string): Promise<void> {
    await this.#unwant(address);
    const { path } = await this.#known(address);
    await this.#drop(path);
  }

  /** Disconnects it, and takes back the pairing. @throws TonearmError of `refusals.ts`, StateNotSaved */
  async forget(address: string): Promise<void> {
    await this.#unwant(address);
    const { path } = await this.#known(address);
    const adapter = path.slice(0, path.lastIndexOf('/'));
    const remove = { interface: ADAPTER, member: 'RemoveDevice', signature: 'o' };
    await this.#parts.bluez.call({ path: adapter, ...remove, body: [path] }).catch((error: unknown) => {
      // It has gone by itself.
      if (!refusal.isBluezError(error, 'DoesNotExist')) throw error;
    });
  }

  async #unwant(address: string): Promise<void> {
    const { wanted, chosen } = this.#parts;
    chosen(address, false);
    await wanted.remove(address);
    const attempt = this.#attempts.get(address);
    if (attempt !== undefined) attempt.cancel.abort();
  }

  /** Joins what is under way for the same device. */
  #attempt(address: string, run: (attempt: Attempt) => Promise<void>): Promise<void> {
    const running = this.#attempts.get(address);
    if (running !== undefined && !running.cancel.signal.aborted) return running.done;
    let begin: (run: Promise<void>) => void = () => undefined;
    const before = running?.done.catch(() => undefined) ?? Promise.resolve();
    const attempt: Attempt = { done: new Promise((resolve) => (begin = resolve)), cancel: new AbortController() };
    this.#attempts.set(address, attempt);
    begin(
      before
        .then(() => run(attempt))
        .finally(() => {
          if (this.#attempts.get(address) === attempt) this.#attempts.delete(address);
        }),
    );
    return attempt.done;
  }

  async #connect(address: string, attempt: Attempt, canAsk: boolean): Promise<void> {
    const device = await this.#known(address);
    if (!device.isPaired) await this.#pair(device, canAsk);
    requireWanted(attempt);
    await this.#trust(await this.#known(address));
    await this.#link(address, attempt);
  }

  /** As it is now. @throws TonearmError */
  async #known(address: string): Promise<Device> {
    await this.#parts.bluez.ready();
    const device = this.#parts.bluez.device(address);
    if (device === undefined) throw refusal.unknownDevice(address);
    return device;
  }

  async #pair({ path, address }: Device, canAsk: boolean): Promise<void> {
    const { bluez, agent, log } = this.#parts;
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
      bluez.call({ path, interface: DEVICE, member: 'CancelPairing' }).catch((error: unknown) => {
        log.debug('a pairing could not be called off', { error });
      });
    }, this.#patience.pair).unref();
    try {
      const patience = this.#patience.pair + GIVE_UP_PATIENCE;
      const end = await agent.during(path, address, canAsk, async () => {
        await bluez.call({ path, interface: DEVICE, member: 'Pair', patience });
      });
      if (end === 'refused') throw refusal.pairingRefused();
      if (end === 'expired') throw refusal.pairingTimedOut();
    } catch (error) {
      if (late.signal.aborted) throw refusal.pairingTimedOut();
      // Somebody else was quicker.
      if (!refusal.isBluezError(error, 'AlreadyExists')) throw error;
    } finally {
      clearTimeout(timer);
    }
    log.info('paired', { address });
    // What it offers is known a moment later.
    await bluez.until(() => {
      const now = bluez.device(address);
      return now === undefined || now.isResolved ? { now } : undefined;
    }, this.#patience.resolve);
  }

  async #trust({ path, isTrusted }: Device): Promise<void> {
    if (!isTrusted) await this.#parts.bluez.set(path, DEVICE, 'Trusted', 'b', true);
  }

  /** @throws TonearmError */
  async #link(address: string, attempt: Attempt): Promise<void> {
    const { bluez, log } = this.#parts;
    const deadline = performance.now() + this.#patience.connect;
    for (let tries = 1; ; tries += 1) {
      const device = await this.#known(address);
      requireWanted(attempt);
      if (device.isConnected && (!device.isSpeaker || bluez.pcm(device) !== undefined)) break;
      try {
        await this.#dial(device, deadline);
        break;
      } catch (error) {
        const rest = deadline - performance.now() - this.#patience.pause;
        requireWanted(attempt);
        if (!bluez.hasSound && device.isSpeaker) throw refusal.noAudioService();
        if (!refusal.isPassing(error) || tries === MOST_TRIES || rest <= 0) throw error;
        log.debug('not connected, trying again', { address, tries, error });
        await delay(this.#patience.pause, undefined, { ref: false });
      }
    }
    await this.#sound(address, attempt);
  }

  /** Has BlueZ connect whatever the device offers, and give up in time. @throws TonearmError */
  async #dial({ path }: Device, deadline: number): Promise<void> {
    const { bluez } = this.#parts;
    const rest = Math.max(deadline - performance.now(), 0);
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
      // Also calls off what is being connected.
      void this.#drop(path).catch(() => undefined);
    }, rest).unref();
    try {
      await bluez.call({ path, interface: DEVICE, member: 'Connect', patience: rest + GIVE_UP_PATIENCE });
    } catch (error) {
      if (late.signal.aborted) throw refusal.outOfReach();
      if (!refusal.isBluezError(error, 'AlreadyConnected')) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until a speaker can be played on. @throws TonearmError */
  async #sound(address: string, attempt: Attempt): Promise<void> {
    const { bluez, volume } = this.#parts;
    const found = await bluez.until(() => {
      const device = bluez.device(address);
      if (attempt.cancel.signal.aborted || device?.isConnected !== true || (device.isResolved && !device.isSpeaker))
        return { device };
      const pcm = bluez.pcm(device);
      return pcm && { device, pcm };
    }, this.#patience.sound);
    requireWanted(attempt);
    const device = bluez.device(address);
    if (device === undefined) throw bluez.isRunning ? refusal.deviceGone() : refusal.notRunning();
    if (!device.isConnected) throw refusal.outOfReach();
    if (found !== undefined && 'pcm' in found) return volume.settle(device);
    if (!device.isSpeaker) return;
    throw bluez.hasSound ? refusal.noAudioInTime() : refusal.noAudioService();
  }

  /** @throws TonearmError */
  async #drop(path: string): Promise<void> {
    await this.#parts.bluez.call({ path, interface: DEVICE, member: 'Disconnect' }).catch((error: unknown) => {
      if (!refusal.isBluezError(error, 'NotConnected')) throw error;
    });
  }
}

/** @throws Unavailable BLUETOOTH_CANCELED */
function requireWanted({ cancel }: Attempt): void {
  if (cancel.signal.aborted) throw refusal.superseded();
}
