/** Lowers the priority of a child process that works on pictures, so that playback and requests come first. */
import { constants, setPriority } from 'node:os';

/** @param pid undefined for a process that did not start: then nothing happens */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already, or the system does not allow it.
  }
}
