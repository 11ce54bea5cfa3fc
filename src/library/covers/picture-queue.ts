/**
 * Lets a few pieces of work run at a time. Of what waits, the newest that somebody looks at goes first, since that is on
 * the screen now; then what is made ahead, in its order. What nobody waits for any more leaves the queue.
 */
import { Unavailable } from '../../errors.js';

export interface Asked {
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal | undefined;
  /** Made ahead: behind everything that somebody waits for. */
  readonly isAhead?: boolean;
}

interface Waiting {
  readonly begin: () => void;
  readonly isAhead: boolean;
}

export class PictureQueue {
  /** The oldest first. */
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  /** @param most running at a time @param mostWaiting beyond that it refuses */
  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws Unavailable TOO_BUSY, also for what is given up before it began; what `work` throws */
  async run<Result>(work: () => Promise<Result>, { signal, isAhead = false }: Asked = {}): Promise<Result> {
    if (signal?.aborted) throw givenUp();
    if (this.#running < this.most) this.#running += 1;
    else await this.#turn(signal, isAhead);
    try {
      return await work();
    } finally {
      // Whoever is next takes over the slot.
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

  #turn(signal: AbortSignal | undefined, isAhead: boolean): Promise<void> {
    if (this.#waiting.size >= this.mostWaiting) throw new Unavailable('TOO_BUSY', 'Too much is asked for at once.');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(givenUp());
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

function givenUp(): Unavailable {
  return new Unavailable('TOO_BUSY', 'Nobody waits for this picture any more.');
}
