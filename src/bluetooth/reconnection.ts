/**
 * Connects the wanted speakers again: when BlueZ begins, when a speaker is lost, and at once when it is seen again. For
 * ever, ever more rarely (BlueZ itself gives up after two minutes, and does nothing at a start). One at a time, and never
 * while a person connects something: calling a device occupies the radio for seconds. Thread: main.
 */
import type { Log } from '../log.js';
import type { Bluez } from './bluez.js';
import { ADAPTER, DEVICE, PCM } from './bus-names.js';
import type { ObjectNews } from './bus-objects.js';
import type { Connections } from './connections.js';
import type { WantedSpeakers } from './wanted-speakers.js';

/** Milliseconds between two tries. */
export interface ReconnectionPace {
  /** When BlueZ begins, or the speaker is seen. */
  readonly soon: number;
  /** After a loss or the first try that failed; doubled from try to try. */
  readonly first: number;
  readonly longest: number;
}

const PACE: ReconnectionPace = { soon: 500, first: 2000, longest: 300_000 };

interface Waiting {
  timer: NodeJS.Timeout | undefined;
  /** Before the next try, when this one fails. */
  pause: number;
  /** Of the last try, on the monotonic clock. */
  triedAt: number;
}

export interface ReconnectionParts {
  readonly bluez: Bluez;
  readonly connections: Pick<Connections, 'reconnect' | 'isBusy'>;
  readonly wanted: Pick<WantedSpeakers, 'read'>;
  readonly log: Log;
  readonly pace?: ReconnectionPace;
}

export class Reconnection {
  readonly #parts: ReconnectionParts;
  readonly #pace: ReconnectionPace;
  /** The wanted speakers. */
  readonly #speakers = new Map<string, Waiting>();
  #end: (() => void) | undefined;

  constructor(parts: ReconnectionParts) {
    this.#parts = parts;
    this.#pace = parts.pace ?? PACE;
  }

  async start(): Promise<void> {
    this.#end = this.#parts.bluez.subscribe((news) => this.#hear(news));
    await this.reload();
  }

  /** Which are wanted may be others. */
  async reload(): Promise<void> {
    const wanted = await this.#parts.wanted.read();
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
      this.#speakers.set(address, { timer: undefined, pause: this.#pace.first, triedAt: -Infinity });
    }
    this.#look(address, this.#pace.soon);
  }

  #hear(news: ObjectNews): void {
    if (this.#speakers.size === 0) return;
    if (news.type === 'all' || news.interface === ADAPTER) {
      // As after a start: whatever was tried before says nothing.
      for (const address of this.#speakers.keys()) this.#hurry(address);
      return;
    }
    const address = this.#parts.bluez.addressAt(news.path);
    if (news.interface === PCM && news.type !== 'changed') {
      for (const each of this.#speakers.keys()) this.#look(each, this.#pace.first);
    } else if (address !== undefined && this.#speakers.has(address)) {
      const isSeen =
        news.interface === DEVICE &&
        (news.type === 'added' || (news.type === 'changed' && news.names.includes('RSSI')));
      if (isSeen) this.#hurry(address);
      else this.#look(address, this.#pace.first);
    }
  }

  /** It is worth trying soon. */
  #hurry(address: string): void {
    const waiting = this.#speakers.get(address);
    if (waiting === undefined) return;
    const since = performance.now() - waiting.triedAt;
    waiting.pause = this.#pace.first;
    clearTimeout(waiting.timer);
    waiting.timer = undefined;
    this.#look(address, Math.max(this.#pace.soon, this.#pace.first - since));
  }

  /** Begins to wait for the next try where one is needed and none waits; ends it where none is needed. */
  #look(address: string, pause: number): void {
    const waiting = this.#speakers.get(address);
    if (waiting === undefined) return;
    if (!this.#isMissing(address)) {
      clearTimeout(waiting.timer);
      waiting.timer = undefined;
      waiting.pause = this.#pace.first;
    } else if (waiting.timer === undefined) {
      waiting.timer = setTimeout(() => void this.#try(address, waiting), pause).unref();
    }
  }

  /** Paired with, known, and not to be played on. */
  #isMissing(address: string): boolean {
    const { bluez } = this.#parts;
    const device = bluez.device(address);
    return device?.isPaired === true && !(device.isConnected && bluez.pcm(device) !== undefined);
  }

  /** Never rejects. */
  async #try(address: string, waiting: Waiting): Promise<void> {
    const { connections, log } = this.#parts;
    waiting.timer = undefined;
    if (!this.#isMissing(address)) return;
    if (connections.isBusy) {
      this.#look(address, this.#pace.first);
      return;
    }
    waiting.triedAt = performance.now();
    try {
      await connections.reconnect(address);
      log.info('a speaker is connected again', { address });
    } catch (error) {
      log.debug('a speaker is not connected yet', { address, error });
    }
    const { pause } = waiting;
    waiting.pause = Math.min(pause * 2, this.#pace.longest);
    if (this.#speakers.get(address) === waiting) this.#look(address, pause);
  }
}
