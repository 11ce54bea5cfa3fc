/** The turn of the event loop in which a long work runs: it says when the others should have theirs. */

const waiting: (() => void)[] = [];

function begin(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(begin);
}

/**
 * Resolves in a later turn of the event loop, in which no other work begins that waits here: however many long works
 * there are, whatever else is due waits for a step of one of them, and not of all.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(begin);
  });
}

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
