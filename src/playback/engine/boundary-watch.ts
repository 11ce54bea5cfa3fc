/** Says when the next track is played: a timer for the moment at which it is due, then a look at the ring. Thread: main. */
import type { PlayId } from '../../decode/decoder-messages.js';
import type { PlaybackClock } from '../../playback-clock.js';
import { milliseconds } from '../../units.js';
import type { Timeline } from './timeline.js';

/** A pause is silent after at most this long. */
const FADE = milliseconds(100);
/** A flush is looked at again after this long. */
const FLUSH = milliseconds(20);

export interface BoundaryWatchEvents {
  isRunning(): boolean;
  /** The track before is over, and this one is played now. */
  passed(playId: PlayId): void;
}

export class BoundaryWatch {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly timeline: Timeline,
    private readonly clock: PlaybackClock,
    private readonly events: BoundaryWatchEvents,
  ) {}

  look(): void {
    this.stop();
    let due = this.timeline.untilNext();
    for (; due === 0; due = this.timeline.untilNext()) {
      const next = this.timeline.pass();
      if (next !== undefined) this.events.passed(next.playId);
    }
    if (this.events.isRunning() && this.timeline.boundaries.length > 1) this.#lookIn((due ?? FLUSH) + 1);
  }

  /** The fade into a pause may carry it over a boundary. */
  lookAfterFade(): void {
    this.stop();
    this.#lookIn(FADE);
  }

  /** May be called twice. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #lookIn(delay: number): void {
    this.#timer = this.clock.setTimeout(() => this.look(), delay).unref();
  }
}
