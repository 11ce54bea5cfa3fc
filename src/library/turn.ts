/** The turn of the event loop in which a long work runs: it says when the others should have theirs. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a turn should take: the step that is under way comes on top. */
const TURN_MILLISECONDS = 3;

/** One of these is handed through all parts of a work, however many: each by itself may be short. */
export class Turn {
  #began = performance.now();

  /** Whether it is time to `end` it; asked for between steps that take a fraction of a millisecond. */
  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MILLISECONDS;
  }

  /** Lets everything else happen that is due. */
  async end(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
