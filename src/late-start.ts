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
  /** Longest wait of a piece until it is started, in ms. */
  readonly longest: number;
  /** Longest wait for what a piece returns, in ms: a bus that hangs must not keep the others from starting. */
  readonly piece: number;
}

const BOUNDS: LateStartBounds = { window: 50, longest: 2000, piece: 10_000 };
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
   * @param pieces by their names for the log; the next one begins when what a piece returns has settled, or takes too long
   */
  async run(pieces: Readonly<Record<string, () => unknown>>): Promise<void> {
    for (const [name, start] of Object.entries(pieces)) {
      await this.#whenIdle();
      if (this.#isStopped) return;
      const waiting = new AbortController();
      try {
        await Promise.race([start(), delay(this.bounds.piece, undefined, { signal: waiting.signal })]);
      } catch (error) {
        this.log.error(`${name}: not started (a fault of ours)`, { error });
      } finally {
        waiting.abort();
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
