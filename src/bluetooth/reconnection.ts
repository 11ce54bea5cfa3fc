/**
 * Reconnects the speakers of the auto-reconnect list: when BlueZ starts, after a loss, and at once when a scan finds
 * one. Attempts never end, but their pauses grow (BlueZ gives up after two minutes, and does not reconnect at its
 * start). One attempt at a time, and none while a person connects a device or scans, except for a speaker that the scan
 * has found: paging a device occupies the radio for seconds. A radio that somebody has switched off stays off. Thread:
 * main.
 */
import type { Log } from '../log.js';
import type { Bluez } from './bluez.js';
import { ADAPTER, DEVICE, PCM } from './bus-names.js';
import type { ObjectEvent } from './bus-objects.js';
import type { Connections } from './connections.js';
import { RETURNS_WITHIN } from './speakers.js';
import type { AutoReconnectList } from './auto-reconnect-list.js';

/** Milliseconds between two attempts. */
export interface ReconnectionPace {
  /** When BlueZ starts, or a scan has found the speaker. */
  readonly soon: number;
  /** After a loss or the first failure; doubled after each further one. */
  readonly first: number;
  /** Longest pause at first, and for how long: playback goes on by itself if the speaker returns in that time. */
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
  /** Pause before the next attempt, when this one fails. */
  pause: number;
  /** Time of the last attempt, on the monotonic clock. */
  triedAt: number;
  /** Time of the next attempt, while there is a timer. */
  dueAt: number;
  /** Whether a scan has found the speaker since the last attempt. */
  isSeen: boolean;
  /** Since when the speaker is missing, on the same clock; undefined while it is not. */
  missedAt: number | undefined;
}

export interface ReconnectionDeps {
  readonly bluez: Bluez;
  readonly connections: Pick<Connections, 'reconnect' | 'isBusy'>;
  readonly wanted: Pick<AutoReconnectList, 'read'>;
  /** Whether a scan runs. */
  readonly isScanning: () => boolean;
  readonly log: Log;
  readonly pace?: ReconnectionPace | undefined;
}

export class Reconnection {
  readonly #pace: ReconnectionPace;
  /** The auto-reconnect list, by address. */
  readonly #speakers = new Map<string, Waiting>();
  #end: (() => void) | undefined;

  constructor(private readonly deps: ReconnectionDeps) {
    this.#pace = deps.pace ?? PACE;
  }

  async start(): Promise<void> {
    this.#end = this.deps.bluez.subscribe((event) => this.#hear(event));
    await this.reload();
  }

  /** Reads the auto-reconnect list again. */
  async reload(): Promise<void> {
    const wanted = await this.deps.wanted.read();
    for (const address of [...this.#speakers.keys()]) if (!wanted.includes(address)) this.chosen(address, false);
    for (const address of wanted) this.#want(address);
  }

  /** May be called twice. */
  stop(): void {
    this.#end?.();
    for (const waiting of this.#speakers.values()) clearTimeout(waiting.timer);
    this.#speakers.clear();
  }

  /** A person has connected or disconnected a speaker. */
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
      // As after a start: earlier failures say nothing.
      for (const address of this.#speakers.keys()) this.#hurry(address);
      return;
    }
    if (event.type === 'all' || event.interface === ADAPTER) return;
    const address = this.deps.bluez.addressAt(event.path);
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

  /** Whether a scan has found the device. At the end of a scan BlueZ removes the RSSI, which does not count. */
  #isSeen(event: ObjectEvent, address: string): boolean {
    const isInRange = this.deps.bluez.device(address)?.rssi !== undefined;
    return isInRange && (event.type === 'added' || (event.type === 'changed' && event.names.includes('RSSI')));
  }

  /** Brings the next attempt forward. */
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

  /** Schedules an attempt where one is needed and none is scheduled; cancels it where none is needed. */
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

  /** Whether the speaker is paired but cannot be played on. */
  #isMissing(address: string): boolean {
    const { bluez } = this.deps;
    if (bluez.isSwitchedOff) return false;
    const device = bluez.device(address);
    return device?.isPaired === true && !(device.isConnected && bluez.pcm(device) !== undefined);
  }

  /** Never rejects. */
  async #try(address: string, waiting: Waiting): Promise<void> {
    const { connections, isScanning, log } = this.deps;
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
      log.info('speaker: reconnected', { address });
    } catch (error) {
      log.debug('speaker: not reconnected yet', { address, error });
    }
    const { pause } = waiting;
    waiting.pause = Math.min(pause * 2, this.#longest(waiting));
    if (this.#speakers.get(address) === waiting) this.#look(address, pause);
  }

  /** Longest pause between two attempts, in milliseconds. */
  #longest({ missedAt = performance.now() }: Waiting): number {
    const { awaited, longest } = this.#pace;
    return performance.now() - missedAt < awaited.duration ? awaited.pause : longest;
  }
}

/** Whether BlueZ has restarted or the radio was powered on or off. The begin and end of a scan do not count. */
function isFresh(event: ObjectEvent): boolean {
  if (event.type === 'all') return true;
  return event.interface === ADAPTER && (event.type !== 'changed' || event.names.includes('Powered'));
}
