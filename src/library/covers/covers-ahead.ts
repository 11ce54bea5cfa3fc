/**
 * Makes the thumbnails of all album covers ahead, behind a scan: what lists show first, then what Now Playing shows. One
 * cover at a time, behind everything that somebody waits for, with a rest after each, and none while something is
 * scanned or the processor is wanted elsewhere. What is there already is passed over, so that a restart goes on where it
 * was. Thread: main, which it holds up for less than a millisecond a cover.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { TonearmError } from '../../errors.js';
import type { Log } from '../../log.js';
import type { CoverPath } from '../store/media.js';
import type { RecordKey } from '../store/records.js';
import type { Covers } from './covers.js';
import { AHEAD_SETS } from './thumbnail-sets.js';

export interface CoversAheadDeps {
  readonly covers: Pick<Covers, 'prepare'>;
  readonly library: {
    revision(): Promise<string>;
    coversAfter(after: RecordKey, most: number): Promise<readonly CoverPath[]>;
  };
  readonly scanner: { read(): { readonly progress: unknown }; subscribe(listener: () => void): () => void };
  /** Whether the processor, or the disk, is wanted elsewhere. */
  readonly isBusy: () => boolean | Promise<boolean>;
  readonly log: Log;
  /** Rest after a cover, as a multiple of what it took; and pause of a busy box, in milliseconds. */
  readonly rest?: number;
  readonly busyPause?: number;
}

const REST = 2;
const BUSY_PAUSE = 5000;
const BATCH = 100;

export class CoversAhead {
  readonly #stopped = new AbortController();
  #unsubscribe: (() => void) | undefined;
  /** Library of which everything has been made. */
  #done: string | undefined;
  #running: Promise<void> | undefined;
  /** Counts the ends of scans. */
  #asks = 0;

  constructor(private readonly deps: CoversAheadDeps) {}

  /** From now on every scan is followed. */
  start(): void {
    this.#unsubscribe = this.deps.scanner.subscribe(() => this.#look());
    this.#look();
  }

  /** Ends with the cover that is being made. May be called twice. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#stopped.abort();
    await this.#running;
  }

  /** Resolves when there is nothing left to do for now. */
  async whenDone(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #look(): void {
    if (this.deps.scanner.read().progress !== undefined || this.#stopped.signal.aborted) return;
    this.#asks += 1;
    this.#running ??= this.#run();
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const asks = this.#asks;
    const isWhole = await this.#follow().catch((error: unknown) => {
      this.deps.log.warn('covers are not made ahead', { error });
      return true;
    });
    this.#running = undefined;
    // The scan that came in between may be over by now.
    if (!isWhole || this.#asks !== asks) this.#look();
  }

  /** @returns false when a scan or the end came in between */
  async #follow(): Promise<boolean> {
    for (;;) {
      const revision = await this.deps.library.revision();
      if (revision === this.#done) return true;
      if (!(await this.#makeAll())) return false;
      this.#done = revision;
    }
  }

  /** @returns false when a scan or the end came in between */
  async #makeAll(): Promise<boolean> {
    let made = 0;
    for (const set of AHEAD_SETS) {
      for (let after = 0; ;) {
        const covers = await this.deps.library.coversAfter(after, BATCH);
        for (const { path } of covers) {
          if (!(await this.#mayGoOn())) return false;
          const began = performance.now();
          const result = await this.deps.covers.prepare(path, set).catch(passOver);
          if (result === 'full') return true;
          if (result === 'made') made += 1;
          await this.#pause((performance.now() - began) * (this.deps.rest ?? REST));
        }
        const last = covers.at(-1);
        if (last === undefined) break;
        after = last.key;
      }
    }
    if (made > 0) this.deps.log.info('covers made ahead', { made });
    return true;
  }

  /** Waits while the box is busy. @returns false when something is scanned, or at the end */
  async #mayGoOn(): Promise<boolean> {
    const ends = (): boolean => this.#stopped.signal.aborted || this.deps.scanner.read().progress !== undefined;
    while (!ends()) {
      if (!(await this.deps.isBusy())) return true;
      await this.#pause(this.deps.busyPause ?? BUSY_PAUSE);
    }
    return false;
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    await sleep(milliseconds, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => undefined);
  }
}

/** A cover that cannot be shown, or is not there now, is none of this room's troubles. */
function passOver(error: unknown): undefined {
  if (!(error instanceof TonearmError)) throw error;
  return undefined;
}
