/**
 * When the worker decodes: in bursts that fill the ring, a little ahead while nothing runs, and not at the moment at which
 * others start the device. Thread: the decoder worker's.
 */
import type { RingWriter } from './ring-writer.js';

/** The ring is refilled when it holds less than this, in seconds of sound. */
const REFILL_SECONDS = 2.5;
/** While nothing runs, this much of the selected track is kept ready. */
const PREPARED_SECONDS = 1;
/** A track that begins with as much as this ready leaves the processor to those who start the device, for so long. */
const READY_SECONDS = 0.5;
const START_MILLISECONDS = 40;
/** The consumer tells its place once a period (sinks/sink.ts): an earlier look would find the ring as it was. */
const POSITION_MILLISECONDS = 130;

/** What of a ring decides on the pace. */
export type PacedRing = Pick<RingWriter, 'fill' | 'isRunning'> & { readonly ring: { readonly rate: number } };

export class DecodingPace {
  /** Milliseconds of a monotonic clock. */
  readonly #now: () => number;
  /** The ring was filled, and is left alone until it holds less than `REFILL_SECONDS`. */
  #isFull = false;
  /** When the ring was first seen running; undefined while it is not. */
  #runningSince: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the last block found no room. */
  note(isFull: boolean): void {
    this.#isFull = isFull;
  }

  /** Milliseconds to leave the ring alone now; undefined when it can be filled. */
  pause(ring: PacedRing): number | undefined {
    const starting = this.#startingFor(ring);
    if (starting > 0 && ring.fill >= READY_SECONDS * ring.ring.rate) return Math.ceil(starting);
    if (!this.#isFull && ring.isRunning) return undefined;
    return pauseAbove(ring, ring.isRunning ? REFILL_SECONDS : PREPARED_SECONDS);
  }

  /** To be called also while there is no pause to be made: notes when the ring began to run. */
  #startingFor({ isRunning }: PacedRing): number {
    if (!isRunning) {
      this.#runningSince = undefined;
      return 0;
    }
    const now = this.#now();
    this.#runningSince ??= now;
    return this.#runningSince + START_MILLISECONDS - now;
  }
}

/** Milliseconds until the ring holds less than this; undefined when it does. */
export function pauseAbove({ fill, isRunning, ring }: PacedRing, seconds: number): number | undefined {
  const spare = fill - seconds * ring.rate;
  if (spare < 0) return undefined;
  return isRunning ? Math.ceil((spare * 1000) / ring.rate) + POSITION_MILLISECONDS : Infinity;
}
