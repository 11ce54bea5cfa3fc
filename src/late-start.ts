/**
 * Starts what can wait behind the start of the daemon, one piece after the other, each when the main thread has been idle
 * for a moment: sound and requests come first. On a machine that stays busy, a piece waits for a bounded time. Thread: main.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.js';

export interface LateStartBounds {
  /** ms for which the thread is observed at a time. */
  readonly window: number;
  /** Longest wait of a piece, in ms. */
  readonly longest: number;
}

const BOUNDS: LateStartBounds = { window: 50, longest: 2000 };
/** Share of a window in which a thread that is idle runs. */
const MOST_BUSY = 0.3;

export class LateStart {
  #isStopped = false;

  constructor(
    private readonly log: Log,
    private readonly bounds = BOUNDS,
  ) {}

  /**
   * Resolves when all have been started, or stop() was called. Never rejects.
   * @param pieces by their names for the log; the next one begins when what a piece returns has settled
   */
  async run(pieces: Readonly<Record<string, () => unknown>>): Promise<void> {
    for (const [name, start] of Object.entries(pieces)) {
      await this.#whenIdle();
      if (this.#isStopped) return;
      try {
        await start();
      } catch (error) {
        this.log.error(`${name}: not started (a fault of ours)`, { error });
      }
    }
  }

  /** No piece is started from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  async #whenIdle(): Promise<void> {
    const { window, longest } = this.bounds;
    for (const begin = performance.now(); performance.now() - begin < longest && !this.#isStopped;) {
      const before = performance.eventLoopUtilization();
      await delay(window);
      if (performance.eventLoopUtilization(before).utilization <= MOST_BUSY) return;
    }
  }
}
