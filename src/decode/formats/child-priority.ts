/**
 * The priority of programs that are started for the sound. A child begins with the priority of the thread that starts it
 * (setpriority(2)), and those that do have one of their own: a program that reads a stranger's file must not go before
 * what answers and what plays.
 */
import type { ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_NORMAL } = constants.priority;

/** To be called when it was started: its threads, if it has any, come later. A lower priority that was given stays. */
export function lowerToNormal({ pid }: Pick<ChildProcess, 'pid'>): void {
  try {
    if (pid !== undefined && getPriority(pid) < PRIORITY_NORMAL) setPriority(pid, PRIORITY_NORMAL);
  } catch {
    // It has ended already.
  }
}
