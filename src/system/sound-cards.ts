/**
 * Reports sound cards that come or go, by watching their device nodes (inotify(7)). Thread: main.
 */
import { existsSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** A card has several nodes, and udev sets their group after the kernel has created them. */
const SETTLE_MILLISECONDS = 300;
/** Milliseconds until a failed watch is started again. */
const REPAIR_MILLISECONDS = 5000;

/** As fs.watch. */
export type WatchFolder = (
  folder: string,
  options: { readonly persistent: false },
  seen: (event: string, name: string | null) => void,
) => FSWatcher;

export interface WatchOptions {
  readonly watchFolder?: WatchFolder;
  readonly repairAfter?: number;
}

/**
 * Watches the folder of the nodes, which the kernel creates with the first card and may remove with the last. While it
 * is missing, its parent is watched, which reports much more (every write to /dev/null).
 * @returns ends the watch
 */
export function watchSoundCards(
  changed: () => void,
  folder = '/dev/snd',
  { watchFolder = watch, repairAfter = REPAIR_MILLISECONDS }: WatchOptions = {},
): () => void {
  let settling: NodeJS.Timeout | undefined;
  let repairing: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const settle = (): void => {
    clearTimeout(settling);
    settling = setTimeout(changed, SETTLE_MILLISECONDS).unref();
  };
  /** Watches a folder; undefined when it does not exist. */
  const watching = (path: string, seen: (name: string | null) => void): FSWatcher | undefined => {
    try {
      const begun = watchFolder(path, { persistent: false }, (_, name) => {
        seen(name);
      });
      begun.on('error', () => {
        begun.close();
        if (begun !== watcher) return;
        repairing = setTimeout(watchAnew, repairAfter).unref();
      });
      return begun;
    } catch {
      return undefined;
    }
  };
  const watchNodes = (): FSWatcher | undefined =>
    watching(folder, () => {
      settle();
      if (!existsSync(folder)) watchAgain();
    });
  const watchAgain = (): void => {
    clearTimeout(repairing);
    watcher?.close();
    watcher = watchNodes();
    if (watcher !== undefined) return;
    const above = watching(dirname(folder), (name) => {
      if (name === basename(folder)) watchAnew();
    });
    // The folder may have been created in between.
    watcher = existsSync(folder) ? watchNodes() : undefined;
    if (watcher === undefined) {
      watcher = above;
    } else {
      above?.close();
      settle();
    }
  };
  /** Watches again, and reports a change, as events may have been missed. */
  const watchAnew = (): void => {
    watchAgain();
    settle();
  };
  watchAgain();
  return () => {
    clearTimeout(settling);
    clearTimeout(repairing);
    watcher?.close();
    watcher = undefined;
  };
}
