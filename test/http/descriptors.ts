/** Which files this process has open: nothing that was sent may stay so. */
import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Descriptors of this process on the file. */
export async function openOn(path: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(path)).length;
}

/** Waits until no descriptor is open on the file. */
export async function closed(path: string): Promise<boolean> {
  for (let attempts = 0; attempts < 500; attempts++) {
    if ((await openOn(path)) === 0) return true;
    await delay(10);
  }
  return false;
}
