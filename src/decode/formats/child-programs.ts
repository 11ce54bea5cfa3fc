/**
 * The programs that a thread has started, each held to the file that it reads (confined.ts), and their burial. A worker
 * that sleeps in `Atomics.wait` never hears that a child has ended: whoever lets it sleep calls `buried` first, so that
 * no killed child stays behind as a zombie. Thread: that of its creator. Nothing goes through a shell.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import { confined } from '../../confined.js';

const { PRIORITY_NORMAL } = constants.priority;

/** A killed program is gone within milliseconds, unless the kernel holds it in a disk that does not answer. */
const BURIAL_MILLISECONDS = 200;

/**
 * Takes the priority of the thread that started a child from it (setpriority(2)): a program that reads a stranger's file
 * must not go before what answers and what plays. To be called when it was started: its threads, if it has any, come
 * later. A lower priority that was given stays.
 */
export function lowerToNormal({ pid }: Pick<ChildProcess, 'pid'>): void {
  try {
    if (pid !== undefined && getPriority(pid) < PRIORITY_NORMAL) setPriority(pid, PRIORITY_NORMAL);
  } catch {
    // The child has ended already.
  }
}

export class ChildPrograms {
  /** Killed or ended, and not yet waited for. */
  readonly #dying = new Set<ChildProcess>();

  /** @param confine absolute path of the confining program */
  constructor(private readonly confine: string) {}

  /**
   * Starts a program that reads one file: output and complaints are pipes, and there is no input. A program that is not
   * installed exits with `NOT_INSTALLED`.
   */
  start(program: string, args: readonly string[], file: string): ChildProcess {
    const child = spawn(this.confine, confined(program, args, { file }), { stdio: ['ignore', 'pipe', 'pipe'] });
    lowerToNormal(child);
    child.once('exit', () => this.#dying.delete(child));
    child.once('error', () => this.#dying.delete(child));
    // Whatever breaks in a pipe, the program's end tells why.
    for (const pipe of [child.stdout, child.stderr]) pipe.on('error', () => undefined);
    return child;
  }

  /** Ends a program at once and closes its pipes. May be called twice. */
  kill(child: ChildProcess): void {
    for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    this.#dying.add(child);
    child.kill('SIGKILL');
  }

  /** Resolves when no killed program is left; at once when there is none, and after 200 ms in any case. */
  async buried(): Promise<void> {
    for (let waited = 0; this.#dying.size > 0 && waited < BURIAL_MILLISECONDS; waited++) await delay(1);
  }
}
