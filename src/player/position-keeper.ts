/**
 * Keeps the place that is being heard: in the kernel's hands a little more often than every second, on the card every
 * ten seconds of playing, because a sync a second would wear it. Once more when playing pauses, and nothing after that.
 * Thread: main.
 */
import type { Log } from '../log.js';
import type { PlayerStore } from './player-store.js';
import type { Player } from './types.js';

/** With what a busy machine adds to a timer still within a second. */
const EVERY_MILLISECONDS = 800;
const DURABLE_EVERY_MILLISECONDS = 10_000;

export interface PositionKeeperParts {
  readonly player: Pick<Player, 'status' | 'resumePoint' | 'subscribe'>;
  readonly store: Pick<PlayerStore, 'keepPosition' | 'syncPosition'>;
  readonly log: Log;
  /** Calls `action` again and again; returns what ends that. */
  readonly repeat?: (action: () => void, milliseconds: number) => () => void;
}

function repeatByTimer(action: () => void, milliseconds: number): () => void {
  const timer = setInterval(action, milliseconds).unref();
  return () => {
    clearInterval(timer);
  };
}

export class PositionKeeper {
  readonly #parts: PositionKeeperParts;
  /** Ends the ticking; undefined while nothing plays. */
  #endTicks: (() => void) | undefined;
  #sinceDurable = 0;
  #failing = false;
  #unsubscribe: (() => void) | undefined;

  constructor(parts: PositionKeeperParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#unsubscribe ??= this.#parts.player.subscribe(() => {
      this.#follow();
    });
    this.#follow();
  }

  /** Keeps the last place. May be called twice. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    if (this.#end()) await this.#keep(true);
  }

  #follow(): void {
    const plays = this.#parts.player.status().kind === 'playing';
    if (plays) {
      this.#endTicks ??= (this.#parts.repeat ?? repeatByTimer)(() => {
        this.#sinceDurable += EVERY_MILLISECONDS;
        void this.#keep(this.#sinceDurable >= DURABLE_EVERY_MILLISECONDS);
      }, EVERY_MILLISECONDS);
    } else if (this.#end() && this.#parts.player.status().kind === 'paused') {
      // Stopped, the state that is saved with that knows the place.
      void this.#keep(true);
    }
  }

  /** @returns whether it ticked until now */
  #end(): boolean {
    const ticked = this.#endTicks !== undefined;
    this.#endTicks?.();
    this.#endTicks = undefined;
    return ticked;
  }

  /** Never rejects; a disk that refuses is told of once. */
  async #keep(durable: boolean): Promise<void> {
    const point = this.#parts.player.resumePoint();
    if (point === undefined) return;
    if (durable) this.#sinceDurable = 0;
    try {
      this.#parts.store.keepPosition(point);
      if (durable) await this.#parts.store.syncPosition();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#parts.log.warn('position not kept', { error });
      this.#failing = true;
    }
  }
}
