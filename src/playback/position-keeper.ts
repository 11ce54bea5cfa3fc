/**
 * Keeps the played position on the card: every ten seconds of playing, because a sync a second would wear it,
 * once more when playing pauses, and nothing after that. In between the position is in the kernel's hands (position-file.ts,
 * `follow`). Thread: main.
 */
import type { Log } from '../log.js';
import { REAL_TIME, type PlaybackClock } from '../playback-clock.js';
import type { PlayerStore } from './player-store.js';
import type { LivePlayer } from './live-player.js';

const EVERY_MILLISECONDS = 10_000;

export interface PositionKeeperDeps {
  readonly player: Pick<LivePlayer, 'queueStatus' | 'resumePoint' | 'subscribe'>;
  readonly store: Pick<PlayerStore, 'keepPosition' | 'syncPosition'>;
  readonly log: Log;
  readonly clock?: PlaybackClock | undefined;
  /** Calls `action` again and again; returns what ends that. */
  readonly repeat?: (action: () => void, milliseconds: number) => () => void;
}

function repeatBy(clock: PlaybackClock): NonNullable<PositionKeeperDeps['repeat']> {
  return (action, milliseconds) => {
    const timer = clock.setInterval(action, milliseconds).unref();
    return () => clearInterval(timer);
  };
}

export class PositionKeeper {
  /** Ends the ticking; undefined while nothing plays. */
  #endTicks: (() => void) | undefined;
  #failing = false;
  #unsubscribe: (() => void) | undefined;

  constructor(private readonly deps: PositionKeeperDeps) {}

  start(): void {
    this.#unsubscribe ??= this.deps.player.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Keeps the last position. May be called twice. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    if (this.#end()) await this.#keep();
  }

  #follow(): void {
    const plays = this.deps.player.queueStatus().kind === 'playing';
    if (plays) {
      this.#endTicks ??= (this.deps.repeat ?? repeatBy(this.deps.clock ?? REAL_TIME))(
        () => void this.#keep(),
        EVERY_MILLISECONDS,
      );
    } else if (this.#end() && this.deps.player.queueStatus().kind === 'paused') {
      // Stopped, the state that is saved with that knows the position.
      void this.#keep();
    }
  }

  /** @returns whether it ticked until now */
  #end(): boolean {
    const ticked = this.#endTicks !== undefined;
    this.#endTicks?.();
    this.#endTicks = undefined;
    return ticked;
  }

  /** Never rejects; a disk that refuses is reported once. */
  async #keep(): Promise<void> {
    const point = this.deps.player.resumePoint();
    if (point === undefined) return;
    try {
      this.deps.store.keepPosition(point);
      await this.deps.store.syncPosition();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.deps.log.warn('position not kept', { error });
      this.#failing = true;
    }
  }
}
