/**
 * Queue of work on pictures, with a limit of tasks that run at a time. The newest request of a client runs first, since its
 * picture is on the screen now; covers made ahead run last, in their order. A request that its client has given up leaves
 * the queue. Thread: main.
 */
import { Unavailable } from '../../errors.js';

export interface QueueOptions {
  /** Aborted when no client waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the work is done ahead, after all requests of clients. */
  readonly isAhead?: boolean;
}

interface Waiting {
  readonly begin: () => void;
  readonly isAhead: boolean;
}

export class PictureQueue {
  /** Oldest first. */
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  /** @param maxRunning tasks at a time @param maxWaiting number of waiting tasks beyond which `run` throws TOO_BUSY */
  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /**
   * Runs the work when a slot is free.
   * @throws Unavailable TOO_BUSY when too many wait or the signal is aborted before the work begins; the errors of `work`
   */
  async run<Result>(work: () => Promise<Result>, { signal, isAhead = false }: QueueOptions = {}): Promise<Result> {
    if (signal?.aborted) throw abandoned();
    if (this.#running < this.maxRunning) this.#running += 1;
    else await this.#slot(signal, isAhead);
    try {
      return await work();
    } finally {
      // The next task takes over the slot, so that no new caller gets in between.
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next.begin();
    }
  }

  #next(): Waiting | undefined {
    const all = [...this.#waiting];
    const next = all.findLast(({ isAhead }) => !isAhead) ?? all[0];
    if (next !== undefined) this.#waiting.delete(next);
    return next;
  }

  #slot(signal: AbortSignal | undefined, isAhead: boolean): Promise<void> {
    if (this.#waiting.size >= this.maxWaiting) throw new Unavailable('TOO_BUSY', 'Too much is asked for at once.');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(abandoned());
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { begin, isAhead };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

function abandoned(): Unavailable {
  return new Unavailable('TOO_BUSY', 'Nobody waits for this picture any more.');
}
