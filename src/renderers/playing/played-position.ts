/**
 * Where a track is that a renderer plays: an own clock, which runs while the renderer reports that it plays, and which its
 * reports set right. A report is a whole second, rounded down. A report that is near the clock moves it into that second.
 * Another one moves it only when the next report goes on from it at the pace of time: reports that contradict each other move
 * nothing. Pure, but for the clock that is handed in.
 */
import { milliseconds, type Milliseconds } from '../../units.js';

/** A report that is so far behind the clock, or before it, is near, in ms. */
const NEAR = { behind: 1500, before: 500 };
/** What is rounded down, in ms. */
const SECOND = 1000;
/** So much is another position, in ms. */
const WORTH_SAYING = 150;
/** Two reports go on at the pace of time when they are no farther from it than this, in ms. */
const PACE = 700;

export class PlayedPosition {
  #at = 0;
  /** When it was there, on the clock; undefined while it rests. */
  #since: number | undefined;
  #suspect: { readonly elapsed: number; readonly when: number } | undefined;

  /** @param now milliseconds that go on evenly */
  constructor(private readonly now: () => number) {}

  /** Rests at a position from now on. */
  set(at: Milliseconds): void {
    this.#at = at;
    this.#since = this.#suspect = undefined;
  }

  /** The renderer plays. */
  run(): void {
    this.#since ??= this.now();
  }

  rest(): void {
    this.#at = this.elapsed();
    this.#since = undefined;
  }

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  elapsed(): Milliseconds {
    const passed = this.#since === undefined ? 0 : this.now() - this.#since;
    return milliseconds(Math.round(this.#at + passed));
  }

  /** The renderer says where it is. @returns whether the clock was set to another position by that */
  report(elapsed: Milliseconds): boolean {
    const when = this.now();
    const own = this.elapsed();
    const before = this.#suspect;
    this.#suspect = undefined;
    if (this.isNear(elapsed)) {
      const right = Math.min(Math.max(own, elapsed), elapsed + SECOND);
      this.#move(right, when);
      return Math.abs(right - own) >= WORTH_SAYING;
    }
    const goesOn = before !== undefined && Math.abs(elapsed - before.elapsed - (when - before.when)) <= PACE;
    if (!goesOn) {
      this.#suspect = { elapsed, when };
      return false;
    }
    this.#move(elapsed, when);
    return true;
  }

  /** Whether a report may be of this second. */
  isNear(elapsed: number): boolean {
    const own = this.elapsed();
    return elapsed >= own - NEAR.behind && elapsed <= own + NEAR.before;
  }

  #move(to: number, when: number): void {
    this.#at = to;
    if (this.#since !== undefined) this.#since = when;
  }
}
