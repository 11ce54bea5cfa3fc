/**
 * Watches folders for changes (inotify(7)) and reports which folders have to be scanned again, once nothing has changed there for
 * a moment. It costs nothing while nothing happens. Thread: main.
 */
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { isOnShare } from '../../files/files.js';
import type { Log } from '../../log.js';
import { isPlayable } from '../../tags/media-types.js';
import { NO_MEDIA } from './listing.js';
import type { ScanTarget } from './messages.js';

export interface FolderWatchOptions {
  /** Called with each folder at most once a time. */
  readonly changed: (targets: readonly ScanTarget[]) => void;
  readonly log: Log;
  /** Folders that are watched at most; about 6 KiB each. */
  readonly limit?: number;
  /** How long it has to be quiet, and how long a change waits at most, in ms. */
  readonly quietMs?: number;
  readonly longestMs?: number;
}

const LIMIT = 4096;
const QUIET_MS = 1500;
const LONGEST_MS = 15_000;

export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Map<string, boolean>();
  #timer: NodeJS.Timeout | undefined;
  /** When the oldest change that was not reported yet was noticed. */
  #since = 0;
  #incomplete = false;
  #stopped = false;

  constructor(private readonly options: FolderWatchOptions) {}

  /** Some folders are not watched, for there are too many. */
  get incomplete(): boolean {
    return this.#incomplete;
  }

  /** Watches these folders, too; one that is gone already is reported as a change. @returns those that were not watched before */
  add(folders: readonly string[]): readonly string[] {
    return folders.filter((folder) => !this.#watchers.has(folder) && this.#watch(folder));
  }

  /** Ends the watch of all folders but these. */
  keepOnly(folders: ReadonlySet<string>): void {
    for (const folder of [...this.#watchers.keys()]) if (!folders.has(folder)) this.#forget(folder);
    if (this.#watchers.size < (this.options.limit ?? LIMIT)) this.#incomplete = false;
  }

  /** May be called twice. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.keepOnly(new Set());
  }

  #watch(folder: string): boolean {
    // Setting a watch would wait for the share's server, and see no change that others make.
    if (this.#stopped || isOnShare(folder)) return false;
    if (this.#watchers.size >= (this.options.limit ?? LIMIT)) {
      this.#giveUp('there are too many');
      return false;
    }
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        this.#notice(folder, event === 'rename', name);
      });
      watcher.on('error', () => {
        this.#forget(folder);
      });
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      // ENOENT: the folder went after it was scanned. Nothing else reports a library root, whose parent is not watched.
      if (existsSync(folder)) this.#giveUp(error instanceof Error ? error.message : String(error));
      else this.#note(folder, true);
      return false;
    }
  }

  #giveUp(reason: string): void {
    if (!this.#incomplete) {
      const watched = this.#watchers.size;
      this.options.log.warn('not all folders are watched: the library is looked through from time to time', {
        reason,
        watched,
      });
    }
    this.#incomplete = true;
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  /** @param appeared or vanished, or a name for what it is no more */
  #notice(folder: string, appeared: boolean, name: string | null): void {
    if (name === NO_MEDIA) this.#note(folder, true);
    if (name?.startsWith('.') === true) return;
    if (appeared && name === basename(folder)) this.#forgetBelow(folder);
    this.#note(folder, false);
    if (appeared && name !== null && !isPlayable(name)) this.#note(join(folder, name), true);
  }

  /** The folder itself went or was moved, or something in it has its name: what is below is met again where it is. */
  #forgetBelow(folder: string): void {
    for (const watched of [...this.#watchers.keys()]) {
      if (watched === folder || watched.startsWith(`${folder}/`)) this.#forget(watched);
    }
    this.#note(folder, true);
  }

  #note(path: string, deep: boolean): void {
    const now = performance.now();
    if (this.#changed.size === 0) this.#since = now;
    this.#changed.set(path, deep || this.#changed.get(path) === true);
    const { quietMs = QUIET_MS, longestMs = LONGEST_MS } = this.options;
    clearTimeout(this.#timer);
    const wait = Math.min(quietMs, Math.max(this.#since + longestMs - now, 0));
    this.#timer = setTimeout(() => {
      this.#report();
    }, wait).unref();
  }

  #report(): void {
    const targets = [...this.#changed].map(([path, deep]) => ({ path, deep }));
    this.#changed.clear();
    this.options.changed(targets);
  }
}
