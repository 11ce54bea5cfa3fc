/**
 * Raises the priority of the main thread above other programs, but not above the decoder. On Linux the priority belongs
 * to a thread, and a new thread inherits it (setpriority(2), "C library/kernel differences"): the threads of libuv's
 * pool, which save state, inherit this one if it is set before they start. Thread: main, before anything else.
 */
import { getPriority, setPriority } from 'node:os';

/** The decoder has -10. */
export const MAIN_NICENESS = -5;

/** Keeps a priority that the process was started with. Does nothing without the right to change it. */
export function askForPriority(): void {
  if (getPriority() !== 0) return;
  try {
    setPriority(0, MAIN_NICENESS);
  } catch {
    // Matters on a busy machine only.
  }
}
