/**
 * Connects the wanted speakers again: when BlueZ begins, when a speaker is lost, and at once when it is seen again. For
 * ever, often while somebody may be waiting for it and then ever more rarely (BlueZ itself gives up after two minutes, and
 * does nothing at a start). One at a time, and never while a person connects something or looks for devices, unless it is
 * found by that: calling a device occupies the radio for seconds. A radio that somebody has switched off stays off.
 * Thread: main.
 */
import type { Log } from '../log.js';
import type { Bluez } from './bluez.js';
import { ADAPTER, DEVICE, PCM } from './bus-names.js';
import type { ObjectEvent } from './bus-objects.js';
import type { Connections } from './connections.js';
import { RETURNS_WITHIN } from './speakers.js';
import type { AutoReconnectList } from './auto-reconnect-list.js';

/** Milliseconds between two tries. */
export interface ReconnectionPace {
  /** When BlueZ begins, or the speaker is seen. */
  readonly soon: number;
  /** After a loss or the first try that failed; doubled from try to try. */
  readonly first: number;
  /** The longest, and for how long, while somebody may be switching it off and on: it plays on by itself if that is soon. */
  readonly awaited: { readonly pause: number; readonly duration: number };
  readonly longest: number;
}

const PACE: ReconnectionPace = {
  soon: 500,
  first: 2000,
  awaited: { pause: 10_000, duration: RETURNS_WITHIN },
  longest: 300_000,
};

interface Waiting {
  timer: NodeJS.Timeout | undefined;
  /** Before the next try, when this one fails. */
  pause: number;
  /** Time of the last attempt, on the monotonic clock. */
  triedAt: number;
  /** Time of the next attempt, while there is a timer. */
  dueAt: number;
  /** By an inquiry, since the last try. */
  isSeen: boolean;
  /** Since when it is missing, on the same clock; undefined while it is not. */
  missedAt: number | undefined;
}

export interface ReconnectionDeps {
  readonly bluez: Bluez;
  readonly connections: Pick<Connections, 'reconnect' | 'isBusy'>;
  readonly wanted: Pick<AutoReconnectList, 'read'>;
  /** Whether somebody looks for devices. */
  readonly isScanning: () => boolean;
  readonly log: Log;
  readonly pace?: ReconnectionPace | undefined;
}

export class Reconnection {
  readonly #deps: ReconnectionDeps;
  readonly #pace: ReconnectionPace;
  /** The wanted speakers. */
  readonly #speakers = new Map<string, Waiting>();
  #end: (() => void) | undefined;

  constructor(deps: ReconnectionDeps) {
    this.#deps = deps;
    this.#pace = deps.pace ?? PACE;
  }

  async start(): Promise<void> {
    this.#end = this.#deps.bluez.subscribe((event) => this.#hear(event));
    await this.reload();
  }

  /** Which are wanted may be others. */
  async reload(): Promise<void> {
    const wanted = await this.#deps.wanted.read();
    for (const address of [...this.#speakers.keys()]) if (!wanted.includes(address)) this.chosen(address, false);
    for (const address of wanted) this.#want(address);
  }

  /** May be called twice. */
  stop(): void {
    this.#end?.();
    for (const waiting of this.#speakers.values()) clearTimeout(waiting.timer);
    this.#speakers.clear();
  }

  /** A person has connected it, or let it go. */
  chosen(address: string, isWanted: boolean): void {
    if (isWanted) {
      this.#want(address);
    } else {
      clearTimeout(this.#speakers.get(address)?.timer);
      this.#speakers.delete(address);
    }
  }

  isWanted(address: string): boolean {
    return this.#speakers.has(address);
  }

  #want(address: string): void {
    if (!this.#speakers.has(address)) {
      const untried = { triedAt: -Infinity, dueAt: Infinity, isSeen: false, missedAt: undefined };
      this.#speakers.set(address, { timer: undefined, pause: this.#pace.first, ...untried });
    }
    this.#look(address, this.#pace.soon);
  }

  #hear(event: ObjectEvent): void {
    if (this.#speakers.size === 0) return;
    if (isFresh(event)) {
      // As after a start: whatever was tried before says nothing.
      for (const address of this.#speakers.keys()) this.#hurry(address);
      return;
    }
    if (event.type === 'all' || event.interface === ADAPTER) return;
    const address = this.#deps.bluez.addressAt(event.path);
    if (event.interface === PCM && event.type !== 'changed') {
      for (const each of this.#speakers.keys()) this.#look(each, this.#pace.first);
    } else if (address !== undefined) {
      const waiting = this.#speakers.get(address);
      if (waiting === undefined) return;
      const isSeen = event.interface === DEVICE && this.#isSeen(event, address);
      waiting.isSeen ||= isSeen;
      if (isSeen || (event.interface === DEVICE && event.type === 'added')) this.#hurry(address);
      else this.#look(address, this.#pace.first);
    }
  }

  /** An inquiry hears it; at its end BlueZ tells that it knows no more how well. */
  #isSeen(event: ObjectEvent, address: string): boolean {
    const isInRange = this.#deps.bluez.device(address)?.rssi !== undefined;
    return isInRange && (event.type === 'added' || (event.type === 'changed' && event.names.includes('RSSI')));
  }

  /** Brings the next attempt forward: the speaker seems to be near. */
  #hurry(address: string): void {
    const waiting = this.#speakers.get(address);
    if (waiting === undefined) return;
    const now = performance.now();
    const pause = Math.max(this.#pace.soon, this.#pace.first - (now - waiting.triedAt));
    waiting.pause = this.#pace.first;
    if (waiting.dueAt > now + pause) {
      clearTimeout(waiting.timer);
      waiting.timer = undefined;
    }
    this.#look(address, pause);
  }

  /** Begins to wait for the next try where one is needed and none waits; ends it where none is needed. */
  #look(address: string, pause: number): void {
    const waiting = this.#speakers.get(address);
    if (waiting === undefined) return;
    if (!this.#isMissing(address)) {
      clearTimeout(waiting.timer);
      waiting.timer = waiting.missedAt = undefined;
      waiting.pause = this.#pace.first;
      waiting.isSeen = false;
      return;
    }
    waiting.missedAt ??= performance.now();
    if (waiting.timer === undefined) {
      waiting.dueAt = performance.now() + pause;
      waiting.timer = setTimeout(() => void this.#try(address, waiting), pause).unref();
    }
  }

  /** Paired with, known, and not to be played on, though it might be. */
  #isMissing(address: string): boolean {
    const { bluez } = this.#deps;
    if (bluez.isSwitchedOff) return false;
    const device = bluez.device(address);
    return device?.isPaired === true && !(device.isConnected && bluez.pcm(device) !== undefined);
  }

  /** Never rejects. */
  async #try(address: string, waiting: Waiting): Promise<void> {
    const { connections, isScanning, log } = this.#deps;
    waiting.timer = undefined;
    if (!this.#isMissing(address)) return;
    if (connections.isBusy || (isScanning() && !waiting.isSeen)) {
      this.#look(address, this.#pace.first);
      return;
    }
    waiting.triedAt = performance.now();
    waiting.isSeen = false;
    try {
      await connections.reconnect(address);
      log.info('a speaker is connected again', { address });
    } catch (error) {
      log.debug('a speaker is not connected yet', { address, error });
    }
    const { pause } = waiting;
    waiting.pause = Math.min(pause * 2, this.#longest(waiting));
    if (this.#speakers.get(address) === waiting) this.#look(address, pause);
  }

  /** Pause between two tries, in milliseconds. */
  #longest({ missedAt = performance.now() }: Waiting): number {
    const { awaited, longest } = this.#pace;
    return performance.now() - missedAt < awaited.duration ? awaited.pause : longest;
  }
}

/** What BlueZ knows is another, or its radio: no more than that it begins or ends an inquiry is nothing of the kind. */
function isFresh(event: ObjectEvent): boolean {
  if (event.type === 'all') return true;
  return event.interface === ADAPTER && (event.type !== 'changed' || event.names.includes('Powered'));
}
