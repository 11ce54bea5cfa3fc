/**
 * Pairs, connects, disconnects and forgets devices. A speaker counts as connected when bluez-alsa has its PCM. Every
 * step has a time limit; `disconnect` and `forget` cancel an attempt that is under way. Thread: main.
 *
 *     known ──Pair──▶ paired ──Trusted──▶ trusted ──Connect──▶ connected ──PCM1──▶ ready
 *       │ agent: codes                                │ again, when BlueZ is busy
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { TonearmError } from '../errors.js';
import type { Log } from '../log.js';
import type { Bluez } from './bluez.js';
import { ADAPTER, DEVICE } from './bus-names.js';
import type { PairingAgent } from './pairing-agent.js';
import type { Device } from './readings.js';
import * as refusal from './refusals.js';
import type { SpeakerVolume } from './speaker-volume.js';
import type { AutoReconnectList } from './auto-reconnect-list.js';

/** Milliseconds of each step, after which BlueZ is told to give up. */
export interface ConnectionPatience {
  /** Includes the time that a person needs for a code. */
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
/** Milliseconds to wait for BlueZ to report that it gave up. */
const GIVE_UP_PATIENCE = 10_000;
const MOST_ATTEMPTS = 4;

export interface ConnectionsDeps {
  readonly bluez: Bluez;
  readonly agent: Pick<PairingAgent, 'during'>;
  readonly volume: Pick<SpeakerVolume, 'settle'>;
  readonly wanted: Pick<AutoReconnectList, 'add' | 'remove'>;
  /** Called when a person has connected or disconnected a speaker. */
  readonly chosen: (address: string, isWanted: boolean) => void;
  /** Resolves when what BlueZ has written is durable. Never rejects. */
  readonly makeDurable: () => Promise<void>;
  /** Called when an attempt begins or ends. */
  readonly changed: () => void;
  readonly log: Log;
  readonly patience?: ConnectionPatience | undefined;
}

interface Attempt {
  done: Promise<void>;
  readonly cancel: AbortController;
  /** Whether a person waits for the attempt. */
  isAsked: boolean;
}

export class Connections {
  readonly #patience: ConnectionPatience;
  /** By address. */
  readonly #attempts = new Map<string, Attempt>();
  /** Resolves when all pairings so far have ended. */
  #pairings: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: ConnectionsDeps) {
    this.#patience = deps.patience ?? PATIENCE;
  }

  /** Whether an attempt is under way. */
  get isBusy(): boolean {
    return this.#attempts.size > 0;
  }

  /** Whether an attempt is under way that a person waits for. */
  get isAsked(): boolean {
    return [...this.#attempts.values()].some((attempt) => attempt.isAsked);
  }

  isConnecting(address: string): boolean {
    return this.#attempts.has(address);
  }

  /**
   * Connects a device, which is paired with and trusted first where needed. Resolves when a speaker can be played on,
   * any other device when it is connected, and when the pairing is durable. The speaker is put on the auto-reconnect list.
   * @param canAsk whether a client listens that can ask for a code
   * @throws TonearmError of `refusals.ts`, StateNotSaved
   */
  async connect(address: string, canAsk: boolean): Promise<void> {
    this.makeRoom(address);
    const attempt = this.#attempt(address, (attempt) => this.#connect(address, attempt, canAsk));
    attempt.isAsked = true;
    await attempt.done;
    await this.deps.makeDurable();
  }

  /** Connects a paired speaker without a person's request. @throws TonearmError of `refusals.ts` */
  reconnect(address: string): Promise<void> {
    return this.#attempt(address, async (attempt) => {
      const device = await this.#known(address, attempt);
      if (!device.isPaired) throw refusal.unknownDevice(address);
      await this.#trust(device);
      await this.#link(address, attempt);
    }).done;
  }

  /**
   * Disconnects a device, cancels an attempt to connect it, and takes it off the auto-reconnect list. A radio that is
   * off stays off: it holds no connection.
   * @throws TonearmError of `refusals.ts`, StateNotSaved
   */
  disconnect(address: string): Promise<void> {
    return this.#letGo(address, async () => {
      const { isPowered } = await this.deps.bluez.present();
      const { path } = this.#listed(address);
      if (isPowered) await this.#drop(path);
    });
  }

  /** Disconnects a device and removes its pairing; resolves when that is durable. @throws TonearmError of `refusals.ts`, StateNotSaved */
  forget(address: string): Promise<void> {
    return this.#letGo(address, async () => {
      const { path } = await this.#known(address);
      const adapter = path.slice(0, path.lastIndexOf('/'));
      const remove = { interface: ADAPTER, member: 'RemoveDevice', signature: 'o' };
      await this.deps.bluez.call({ path: adapter, ...remove, body: [path] }).catch((error: unknown) => {
        // BlueZ has removed the device already.
        if (!refusal.isBluezError(error, 'DoesNotExist')) throw error;
      });
      await this.deps.makeDurable();
    });
  }

  /** Cancels automatic attempts but one for `address`: a radio pages one device at a time, for seconds. */
  makeRoom(address?: string): void {
    for (const [other, attempt] of this.#attempts) {
      const device = this.deps.bluez.device(other);
      if (attempt.isAsked || other === address || device?.isConnected !== false) continue;
      attempt.cancel.abort();
      void this.#drop(device.path).catch(() => undefined);
    }
  }

  /** Cancels an attempt at once, and does `work` even if the list cannot be saved. @throws StateNotSaved */
  async #letGo(address: string, work: () => Promise<void>): Promise<void> {
    const { wanted, chosen } = this.deps;
    this.#attempts.get(address)?.cancel.abort();
    chosen(address, false);
    const saved = wanted.remove(address);
    // Thrown when the work is done.
    saved.catch(() => undefined);
    await work();
    await saved;
  }

  /** Begins an attempt, or joins one that is under way for the same device. */
  #attempt(address: string, run: (attempt: Attempt) => Promise<void>): Attempt {
    const running = this.#attempts.get(address);
    if (running !== undefined && !running.cancel.signal.aborted) return running;
    const before = running?.done.catch(() => undefined) ?? Promise.resolve();
    const attempt: Attempt = { done: before, cancel: new AbortController(), isAsked: false };
    this.#attempts.set(address, attempt);
    this.deps.changed();
    attempt.done = before
      .then(() => run(attempt))
      .then(() => this.#keep(address, attempt))
      .finally(() => {
        if (this.#attempts.get(address) === attempt) this.#attempts.delete(address);
        this.deps.changed();
      });
    return attempt;
  }

  /**
   * Puts a speaker that a person has connected on the auto-reconnect list.
   * @throws Unavailable BLUETOOTH_CANCELED, StateNotSaved
   */
  async #keep(address: string, attempt: Attempt): Promise<void> {
    const { bluez, wanted, chosen } = this.deps;
    requireWanted(attempt);
    if (!attempt.isAsked || bluez.device(address)?.isSpeaker !== true) return;
    chosen(address, true);
    await wanted.add(address);
  }

  async #connect(address: string, attempt: Attempt, canAsk: boolean): Promise<void> {
    const { bluez, log } = this.deps;
    const before = await this.#known(address);
    const wasConnected = bluez.pcm(before) !== undefined;
    if (!before.isPaired) await this.#pair(address, attempt, canAsk);
    requireWanted(attempt);
    await this.#trust(await this.#known(address));
    await this.#link(address, attempt);
    const device = bluez.device(address);
    if (wasConnected || device?.isSpeaker !== true) return;
    log.info('speaker: connected', { address, name: device.name, codec: bluez.pcm(device)?.codec });
  }

  /**
   * The device as it is now, with its radio powered on. A radio that somebody has switched off is not powered on for an
   * automatic attempt.
   * @throws TonearmError
   */
  async #known(address: string, attempt?: Attempt): Promise<Device> {
    const { bluez } = this.deps;
    if (attempt?.isAsked === false && bluez.isSwitchedOff) throw refusal.switchedOff();
    await bluez.ready();
    return this.#listed(address);
  }

  /** @throws NotFound UNKNOWN_BLUETOOTH_DEVICE */
  #listed(address: string): Device {
    const device = this.deps.bluez.device(address);
    if (device === undefined) throw refusal.unknownDevice(address);
    return device;
  }

  /** Pairs once earlier pairings have ended: a person is asked one question at a time. @throws TonearmError */
  async #pair(address: string, attempt: Attempt, canAsk: boolean): Promise<void> {
    const { bluez, log } = this.deps;
    requireWanted(attempt);
    const turn = Promise.race([this.#pairings, cancelled(attempt)]).then(() => this.#pairNow(address, attempt, canAsk));
    this.#pairings = Promise.allSettled([this.#pairings, turn]);
    await turn;
    log.info('pairing: done', { address });
    // The services of the device are known a moment later.
    await bluez.until(() => {
      const now = bluez.device(address);
      return now === undefined || now.isResolved ? { now } : undefined;
    }, this.#patience.resolve);
  }

  async #pairNow(address: string, attempt: Attempt, canAsk: boolean): Promise<void> {
    const { bluez, agent, log } = this.deps;
    requireWanted(attempt);
    const { path } = await this.#known(address);
    const giveUp = async (): Promise<void> => {
      await bluez.call({ path, interface: DEVICE, member: 'CancelPairing' }).catch((error: unknown) => {
        log.debug('pairing: not cancelled', { error });
      });
    };
    const pair = async (): Promise<void> => {
      const patience = this.#patience.pair + GIVE_UP_PATIENCE;
      const end = await agent.during(path, address, canAsk, async () => {
        await bluez.call({ path, interface: DEVICE, member: 'Pair', patience });
      });
      if (end === 'refused') throw refusal.pairingRefused();
      if (end === 'expired') throw refusal.pairingTimedOut();
    };
    // `AlreadyExists`: another program has paired meanwhile.
    const step = { giveUp, patience: this.#patience.pair, late: refusal.pairingTimedOut, done: 'AlreadyExists' };
    await bounded(pair, step).catch((error: unknown) => {
      requireWanted(attempt);
      throw error;
    });
  }

  async #trust({ path, isTrusted }: Device): Promise<void> {
    if (!isTrusted) await this.deps.bluez.set(path, DEVICE, 'Trusted', 'b', true);
  }

  /** @throws TonearmError */
  async #link(address: string, attempt: Attempt): Promise<void> {
    const { bluez, log } = this.deps;
    const deadline = performance.now() + this.#patience.connect;
    for (let count = 1; ; count += 1) {
      requireWanted(attempt);
      const device = await this.#known(address, attempt);
      requireWanted(attempt);
      if (device.isConnected && (!device.isSpeaker || bluez.pcm(device) !== undefined)) break;
      try {
        await this.#dial(device, deadline);
        break;
      } catch (error) {
        const rest = deadline - performance.now() - this.#patience.pause;
        requireWanted(attempt);
        if (!bluez.hasSound && device.isSpeaker) throw refusal.noAudioService();
        if (!refusal.isPassing(error) || count === MOST_ATTEMPTS || rest <= 0) throw error;
        log.debug('speaker: not connected, retrying', { address, tries: count, error });
        await delay(this.#patience.pause, undefined, { ref: false });
      }
    }
    await this.#sound(address, attempt);
  }

  /** Has BlueZ connect all services of the device, and give up in time. @throws TonearmError */
  async #dial({ path }: Device, deadline: number): Promise<void> {
    const { bluez } = this.deps;
    const rest = Math.max(deadline - performance.now(), 0);
    const dial = { path, interface: DEVICE, member: 'Connect', patience: rest + GIVE_UP_PATIENCE };
    // `Disconnect` also cancels a connection that is being made.
    const giveUp = (): Promise<void> => this.#drop(path).catch(() => undefined);
    const step = { giveUp, patience: rest, late: refusal.outOfReach, done: 'AlreadyConnected' };
    await bounded(() => bluez.call(dial), step);
  }

  /** Waits until a speaker can be played on. @throws TonearmError */
  async #sound(address: string, attempt: Attempt): Promise<void> {
    const { bluez, volume } = this.deps;
    const found = await bluez.until(() => {
      const device = bluez.device(address);
      if (attempt.cancel.signal.aborted || device?.isConnected !== true || (device.isResolved && !device.isSpeaker))
        return { device };
      const pcm = bluez.pcm(device);
      return pcm && { device, pcm };
    }, this.#patience.sound);
    const device = this.#linked(address, attempt);
    if (found !== undefined && 'pcm' in found) {
      await volume.settle(device);
      const isThere = bluez.pcm(this.#linked(address, attempt)) !== undefined;
      if (!isThere) throw bluez.hasSound ? refusal.outOfReach() : refusal.noAudioService();
    } else if (device.isSpeaker) {
      throw bluez.hasSound ? refusal.noAudioInTime() : refusal.noAudioService();
    }
  }

  /** The device as it is now, still connected. @throws TonearmError */
  #linked(address: string, attempt: Attempt): Device {
    const { bluez } = this.deps;
    requireWanted(attempt);
    const device = bluez.device(address);
    if (device === undefined) throw bluez.isRunning ? refusal.deviceGone() : refusal.notRunning();
    if (!device.isConnected) throw refusal.outOfReach();
    return device;
  }

  /** @throws TonearmError */
  async #drop(path: string): Promise<void> {
    await this.deps.bluez.call({ path, interface: DEVICE, member: 'Disconnect' }).catch((error: unknown) => {
      if (!refusal.isBluezError(error, 'NotConnected')) throw error;
    });
  }
}

interface BoundedStep {
  /** Has BlueZ give up. Never rejects. */
  readonly giveUp: () => Promise<void>;
  /** Milliseconds until it is to give up. */
  readonly patience: number;
  readonly late: () => TonearmError;
  /** BlueZ's error that means that nothing was left to do. */
  readonly done: string;
}

/** A call of BlueZ that ends in time. @throws what `call` throws, or `late()` */
async function bounded(call: () => Promise<unknown>, { giveUp, patience, late, done }: BoundedStep): Promise<void> {
  const isLate = new AbortController();
  const timer = setTimeout(() => {
    isLate.abort();
    void giveUp();
  }, patience).unref();
  try {
    await call();
  } catch (error) {
    if (isLate.signal.aborted) throw late();
    if (!refusal.isBluezError(error, done)) throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Unavailable BLUETOOTH_CANCELED */
function requireWanted({ cancel }: Attempt): void {
  if (cancel.signal.aborted) throw refusal.superseded();
}

/** Resolves when the attempt is cancelled. */
function cancelled({ cancel: { signal } }: Attempt): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
