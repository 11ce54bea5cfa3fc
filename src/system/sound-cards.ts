/**
 * Tells when sound cards come or go, by the device nodes that the kernel makes and udev gives to the group `audio`
 * (inotify(7)). It costs nothing while nothing happens. Thread: main.
 */
import { existsSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** A card has several nodes, and their group is set after they are made. */
const SETTLE_MILLISECONDS = 300;
/** Until a watch that has failed is begun anew. */
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
 * Watches the folder of the nodes. The kernel makes it with the first card and may take it away with the last: while it
 * is missing, the folder above is watched, which has more news than that (every write to /dev/null is one).
 * @returns what ends the watch
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
  /** Undefined where there is no such folder. */
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
    // The folder may have come in between.
    watcher = existsSync(folder) ? watchNodes() : undefined;
    if (watcher === undefined) {
      watcher = above;
    } else {
      above?.close();
      settle();
    }
  };
  /** What has happened meanwhile was not seen. */
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
