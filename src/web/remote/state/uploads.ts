/** Uploads from this phone into the library; they go on while other screens are shown. */
import { signal } from '@preact/signals';
import type { DroppedFile } from '../uploads/dropped.js';
import { type Memory, type Progress, Sender } from '../uploads/sender.js';
import { fetchWithPin } from './pin.js';
import { connected } from './player.js';
import { store, stored, storedNames, unstore } from './browser/stored.js';

/** Milliseconds after which the daemon drops an upload without progress, and its address is worthless. */
const DAY = 86_400_000;
const PREFIX = 'upload ';

/** Addresses of uploads in the store of the browser, each with the time of its last use. */
function createMemory(): Memory {
  const fallback = new Map<string, string>();
  for (const name of storedNames().filter((each) => each.startsWith(PREFIX))) {
    if (Date.now() - Number(stored(name)?.split(' ', 1)[0]) > DAY) unstore(name);
  }
  return {
    get: (key) => fallback.get(key) ?? stored(PREFIX + key)?.split(' ', 2)[1],
    set(key, location) {
      fallback.set(key, location);
      store(PREFIX + key, `${Date.now()} ${location}`);
    },
    delete(key) {
      fallback.delete(key);
      unstore(PREFIX + key);
    },
  };
}

/** Milliseconds between two drawings of the progress, which cost something with thousands of files. */
const PACE = 200;
let drawing: ReturnType<typeof setTimeout> | undefined;

/** End the pauses before a retry. */
const waking = new Set<() => void>();

export const sender = new Sender({
  fetch: fetchWithPin,
  memory: createMemory(),
  now: () => performance.now(),
  pause: (milliseconds) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        waking.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      waking.add(end);
    }),
  changed() {
    drawing ??= setTimeout(() => {
      drawing = undefined;
      uploads.value = sender.read();
    }, PACE);
  },
});

export const uploads = signal<Progress>(sender.read());

/** Retries at once: the daemon or the network is back. */
function wake(): void {
  for (const end of [...waking]) end();
}
connected.subscribe((is) => {
  if (is) wake();
});
addEventListener('online', wake);
addEventListener('beforeunload', (event) => {
  if (uploads.value.busy && uploads.value.halt === undefined) event.preventDefault();
});

/** Adds files that were dropped on the page. @returns whether there is anything to send or to report */
export function addDropped(files: readonly DroppedFile[]): boolean {
  sender.add(
    files.map(({ file, path }) => ({ ...{ name: file.name, path, modified: file.lastModified, blob: file } })),
  );
  uploads.value = sender.read();
  return uploads.value.items.length > 0;
}

export function addFiles(files: readonly File[]): void {
  sender.add(
    files.map((file) => ({
      ...{ name: file.name, path: file.webkitRelativePath, modified: file.lastModified, blob: file },
    })),
  );
  uploads.value = sender.read();
}
