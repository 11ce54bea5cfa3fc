/**
 * Asks that answers, and the keeping of state, go before what else the machine does, and behind the decoder. On Linux a
 * priority is a thread's, and a thread begins with that of the one that starts it (setpriority(2), "C library/kernel
 * differences"): libuv's, which make state durable, get this one too when it is asked for before they are needed.
 * Thread: main, first of all.
 */
import { getPriority, setPriority } from 'node:os';

/** The decoder has -10. */
export const MAIN_NICENESS = -5;

/** A process that somebody has given a priority keeps it. Without the right to another one nothing changes. */
export function askForPriority(): void {
  if (getPriority() !== 0) return;
  try {
    setPriority(0, MAIN_NICENESS);
  } catch {
    // Only a busy machine makes a difference.
  }
}
