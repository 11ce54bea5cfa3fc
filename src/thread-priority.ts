/**
 * Lowers the priority of a worker thread of the library, which begins with that of the main thread: reading files goes
 * behind playing and answering. On Linux a priority is a thread's, and 0 means the one that asks (setpriority(2), "C
 * library/kernel differences"); elsewhere it is the process's, which keeps its own. Thread: the worker, first of all.
 */
import { getPriority, setPriority } from 'node:os';

/** @param niceness 0 to 19; a thread that has a lower priority already keeps it */
export function lowerPriority(niceness: number): void {
  try {
    if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness);
  } catch {
    // A system that refuses it has to do without.
  }
}
