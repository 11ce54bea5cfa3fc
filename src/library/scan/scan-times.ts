/**
 * When to scan without being asked: soon after the start (at once where nothing is known yet), once a day, more often where
 * changes are not seen, and when something comes back that was away. Thread: main. A timer of its own for each, none of
 * them keeps the process alive.
 */
import { dirname } from 'node:path';
import { stat } from '../../files/files.js';
import type { ScanTarget, VolumeState } from './messages.js';

export interface ScanTimesOptions {
  readonly volumes: () => Iterable<VolumeState>;
  readonly isWatchIncomplete: () => boolean;
  readonly everything: () => void;
  readonly look: (targets: readonly ScanTarget[]) => void;
  /** In ms. */
  readonly times?:
    | {
        /** From the start: the first sound is not to wait. */
        readonly first?: number | undefined;
        readonly daily?: number | undefined;
        /** Between looks at volumes whose changes nobody tells. */
        readonly unwatched?: number | undefined;
        /** Between looks for roots that are away. */
        readonly away?: number | undefined;
      }
    | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TIMES = { first: 5000, daily: DAY, unwatched: 15 * MINUTE, away: 30_000 };
/** A stick is mounted some time after its folder is made; a file system in disorder is mended first. */
const SETTLING = [3000, 10_000, 30_000, 90_000];

export class ScanTimes {
  readonly #timers = new Set<NodeJS.Timeout>();
  /** The first scan, until it begins. */
  #first: NodeJS.Timeout | undefined;
  #away: NodeJS.Timeout | undefined;
  #looking = false;
  #started = false;

  constructor(private readonly options: ScanTimesOptions) {}

  start(): void {
    if (this.#started) return;
    this.#started = true;
    const { everything } = this.options;
    this.#awaitFirst();
    this.#timers.add(setInterval(everything, this.#time('daily')).unref());
    this.#timers.add(setInterval(() => this.#lookUnwatched(), this.#time('unwatched')).unref());
  }

  /** The first scan is not put off any longer. Does nothing once it has begun. @returns whether it begins */
  beginNow(): boolean {
    if (this.#first === undefined) return false;
    clearTimeout(this.#first);
    this.#first = undefined;
    this.options.everything();
    return true;
  }

  /** The first scan came too early: another one, as long from now as it would have been from the start. */
  beginAgain(): void {
    if (this.#started) this.#awaitFirst();
  }

  /** May be called twice. */
  stop(): void {
    this.#started = false;
    clearTimeout(this.#first);
    this.#first = undefined;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    clearInterval(this.#away);
    this.#away = undefined;
  }

  /** A scan is over: what is away is looked for until it is back. */
  scanned(): void {
    clearInterval(this.#away);
    this.#away = undefined;
    if (!this.#started || this.#absent().length === 0) return;
    this.#away = setInterval(() => void this.#lookIfBack(this.#absent()), this.#time('away')).unref();
  }

  /** Looks again some times: something was made in a root that may become a mount point. */
  settle(path: string): void {
    for (const wait of SETTLING) {
      const timer: NodeJS.Timeout = setTimeout(() => {
        this.#timers.delete(timer);
        void this.#lookIfBack([{ path, mounted: true }]);
      }, wait).unref();
      this.#timers.add(timer);
    }
  }

  #awaitFirst(): void {
    clearTimeout(this.#first);
    this.#first = setTimeout(() => this.beginNow(), this.#time('first')).unref();
  }

  #absent(): VolumeState[] {
    return [...this.options.volumes()].filter(({ available }) => !available);
  }

  /** One look at a time. A share that hangs counts as away. */
  async #lookIfBack(volumes: readonly Pick<VolumeState, 'path' | 'mounted'>[]): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    for (const { path, mounted } of volumes) {
      if ((await isBack(path, mounted)) && this.#started) this.options.look([{ path, deep: true }]);
    }
    this.#looking = false;
  }

  #lookUnwatched(): void {
    const { volumes, look, everything, isWatchIncomplete } = this.options;
    if (isWatchIncomplete()) everything();
    else {
      const targets = [...volumes()].filter(({ available, remote }) => available && remote);
      if (targets.length > 0) look(targets.map(({ path }) => ({ path, deep: true })));
    }
  }

  #time(name: keyof typeof TIMES): number {
    return this.options.times?.[name] ?? TIMES[name];
  }
}

/** Asynchronous, unlike all of the scan: this thread must not wait for a disk. */
async function isBack(path: string, mounted: boolean): Promise<boolean> {
  const folder = await stat(path).catch(() => undefined);
  const above = await stat(dirname(path)).catch(() => undefined);
  return folder?.isDirectory() === true && (!mounted || folder.dev !== above?.dev);
}
