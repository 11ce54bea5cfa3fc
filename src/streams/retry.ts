/** When to try a server again, and when no more. */
import { setTimeout as delay } from 'node:timers/promises';

import { Backoff, doublingDelays } from '../backoff.js';
import { RemoteFailure } from '../net/failure.js';

/** In milliseconds. */
const DELAYS = doublingDelays(250, 8000);

export class Retry {
  readonly #now: () => number;
  /** How long it may fail without having been good for a moment, in ms. */
  #patience: number;
  #goodAt: number;
  readonly #backoff = new Backoff(DELAYS);

  constructor(patience: number, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#patience = patience;
    this.#goodAt = now();
  }

  /** The connection works; from now on it may fail for so many milliseconds. */
  good(patience: number): void {
    this.#patience = patience;
    this.#goodAt = this.#now();
    this.#backoff.reset();
  }

  /** Resolves when it is time to try again. @throws RemoteFailure that one, or STREAM_GONE, when it is given up */
  async after(failure: RemoteFailure, signal: AbortSignal): Promise<void> {
    const pause = this.#backoff.next();
    const failingFor = this.#now() + pause - this.#goodAt;
    if (failingFor > this.#patience) {
      throw new RemoteFailure(
        'STREAM_GONE',
        `given up after ${Math.round(this.#patience / 1000)} s: ${failure.message}`,
        {
          cause: failure,
        },
      );
    }
    await delay(pause, undefined, { signal });
  }
}
