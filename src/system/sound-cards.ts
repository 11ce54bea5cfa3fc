/**
 * Tells when sound cards come or go, by the device nodes that the kernel makes and udev gives to the group `audio`
 * (inotify(7)). It costs nothing while nothing happens. Thread: main.
 */
import { watch, type FSWatcher } from 'node:fs';

/** A card has several nodes, and their group is set after they are made. */
const SETTLE_MILLISECONDS = 300;

/** @returns what ends the watch. Where there is no such folder (no sound in this kernel yet) nothing is told. */
export function watchSoundCards(changed: () => void, folder = '/dev/snd'): () => void {
  let settling: NodeJS.Timeout | undefined;
  let watcher: FSWatcher;
  try {
    watcher = watch(folder, { persistent: false });
  } catch {
    return () => undefined;
  }
  watcher.on('change', () => {
    clearTimeout(settling);
    settling = setTimeout(changed, SETTLE_MILLISECONDS).unref();
  });
  const end = (): void => {
    clearTimeout(settling);
    watcher.close();
  };
  watcher.on('error', end);
  return end;
}
