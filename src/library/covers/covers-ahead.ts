/**
 * Makes the thumbnails of all album covers after a scan, before a client requests them: first the sizes of lists, then the
 * size of Now Playing. One cover is made at a time, after all covers that a client waits for, with a pause after each; none
 * is made during a scan or while the appliance is busy. Covers that are in the cache are skipped, so that the work goes on
 * after a restart; when a restart finds the library for which all were made, no file is opened. Thread: main, for less than a millisecond a cover.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { TonearmError } from '../../errors.js';
import type { Log } from '../../log.js';
import type { CoverPath } from '../store/media.js';
import type { RecordKey } from '../store/records.js';
import type { Covers } from './covers.js';
import { AHEAD_SETS } from './thumbnail-sets.js';

export interface CoversAheadDeps {
  readonly covers: Pick<Covers, 'prepare' | 'madeFor' | 'saveMadeFor'>;
  readonly library: {
    revision(): Promise<string>;
    coversAfter(after: RecordKey, most: number): Promise<readonly CoverPath[]>;
  };
  readonly scanner: { read(): { readonly progress: unknown }; subscribe(listener: () => void): () => void };
  /** Whether other work needs the processor or the disk. */
  readonly isBusy: () => boolean | Promise<boolean>;
  readonly log: Log;
  /** Pause after a cover, as a multiple of the time that the cover took; 2 by default. */
  readonly rest?: number;
  /** Time until `isBusy` is queried again, in milliseconds; 5000 by default. */
  readonly busyPause?: number;
}

const REST = 2;
const BUSY_PAUSE = 5000;
const BATCH = 100;
/** Names of the sets: a version of Tonearm with other sizes makes them all again. */
const SETS = AHEAD_SETS.map(({ name }) => name).join(' ');

export class CoversAhead {
  readonly #stopped = new AbortController();
  #unsubscribe: (() => void) | undefined;
  /** Revision of the library whose covers have all been made, and the sets. */
  #done: string | undefined;
  #running: Promise<void> | undefined;
  /** Number of scans that have ended. */
  #scans = 0;

  constructor(private readonly deps: CoversAheadDeps) {}

  /** Makes covers now and after every scan. */
  start(): void {
    this.#unsubscribe = this.deps.scanner.subscribe(() => this.#look());
    this.#look();
  }

  /** Stops; resolves when the cover that is being made is done. May be called twice. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#stopped.abort();
    await this.#running;
  }

  /** Resolves when all covers are made, or a scan or `stop` has interrupted the work. */
  async whenDone(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #look(): void {
    if (this.deps.scanner.read().progress !== undefined || this.#stopped.signal.aborted) return;
    this.#scans += 1;
    this.#running ??= this.#run();
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const scans = this.#scans;
    const isWhole = await this.#follow().catch((error: unknown) => {
      this.deps.log.warn('covers: not made ahead (the first look at an album shows its cover later)', { error });
      return true;
    });
    this.#running = undefined;
    // A scan that interrupted the work may have ended by now, and then reports nothing more.
    if (!isWhole || this.#scans !== scans) this.#look();
  }

  /** Makes covers until those of the newest revision are made. @returns false when a scan or `stop` interrupts */
  async #follow(): Promise<boolean> {
    const { covers, library } = this.deps;
    this.#done ??= await covers.madeFor();
    for (;;) {
      const wanted = `${await library.revision()} ${SETS}`;
      if (wanted === this.#done) return true;
      if (!(await this.#makeAll())) return false;
      this.#done = wanted;
      await covers.saveMadeFor(wanted);
    }
  }

  /** Makes the covers of all albums, one set of sizes after the other. @returns false when a scan or `stop` interrupts */
  async #makeAll(): Promise<boolean> {
    let made = 0;
    for (const set of AHEAD_SETS) {
      for (let after = 0; ;) {
        const covers = await this.deps.library.coversAfter(after, BATCH);
        for (const { path } of covers) {
          if (!(await this.#canContinue())) return false;
          const began = performance.now();
          const result = await this.deps.covers.prepare(path, set).catch(skipUnreadable);
          if (result === 'full') return true;
          if (result === 'made') made += 1;
          await this.#pause((performance.now() - began) * (this.deps.rest ?? REST));
        }
        const last = covers.at(-1);
        if (last === undefined) break;
        after = last.key;
      }
    }
    if (made > 0) this.deps.log.info('covers: made ahead', { made });
    return true;
  }

  /** Waits while the appliance is busy. @returns false when a scan has begun or `stop` was called */
  async #canContinue(): Promise<boolean> {
    const isOver = (): boolean => this.#stopped.signal.aborted || this.deps.scanner.read().progress !== undefined;
    while (!isOver()) {
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

/** Skips a cover that cannot be read: its own request reports the error. @throws an error that is not one of Tonearm's */
function skipUnreadable(error: unknown): undefined {
  if (!(error instanceof TonearmError)) throw error;
  return undefined;
}
