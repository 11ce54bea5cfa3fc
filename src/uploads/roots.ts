/** Where uploads may go. */
import type { VolumeState } from '../library/scan/messages.js';

/**
 * The roots, and the volumes below them; without those that were away when the library was looked at last: of a mount
 * that is gone the empty folder is still there, and may be on the system's own disk.
 */
export function reachableRoots(
  roots: readonly string[],
  volumes: readonly Pick<VolumeState, 'path' | 'available'>[],
): readonly string[] {
  const away = new Set(volumes.flatMap(({ path, available }) => (available ? [] : path)));
  const all = new Set([...roots, ...volumes.map(({ path }) => path)]);
  return [...all].filter((path) => !away.has(path));
}
