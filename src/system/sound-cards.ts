/**
 * Tells when sound cards come or go, by the device nodes that the kernel makes and udev gives to the group `audio`
 * (inotify(7)). It costs nothing while nothing happens. Thread: main.
 */
import { existsSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** A card has several nodes, and their group is set after they are made. */
const SETTLE_MILLISECONDS = 300;

/**
 * Watches the folder of the nodes. The kernel makes it with the first card and may take it away with the last: while it
 * is missing, the folder above is watched, which has more news than that (every write to /dev/null is one).
 * @returns what ends the watch
 */
export function watchSoundCards(changed: () => void, folder = '/dev/snd'): () => void {
  let settling: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const settle = (): void => {
    clearTimeout(settling);
    settling = setTimeout(changed, SETTLE_MILLISECONDS).unref();
  };
  const watchAgain = (): void => {
    watcher?.close();
    watcher = watching(folder, () => {
      settle();
      if (!existsSync(folder)) watchAgain();
    });
    watcher ??= watching(dirname(folder), (name) => {
      if (name !== basename(folder)) return;
      watchAgain();
      settle();
    });
  };
  watchAgain();
  return () => {
    clearTimeout(settling);
    watcher?.close();
  };
}

/** Undefined where there is no such folder. */
function watching(folder: string, seen: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      seen(name);
    });
    watcher.on('error', () => {
      watcher.close();
    });
    return watcher;
  } catch {
    return undefined;
  }
}
