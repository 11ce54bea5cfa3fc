/**
 * Turns of the event loop for long work. One piece of long work has a step in each turn, so that whatever else is due waits
 * for one step, however much work there is.
 */

/**
 * How long new connections hold up all work at most, in ms. Node accepts one connection in each turn of the event loop:
 * behind a hundred new connections, each with a step of work, a client would wait for half a second.
 */
const HOLD_MILLISECONDS = 30;

const waiting: (() => void)[] = [];
/** Whether a connection came in since the turn before. */
let hasArrival = false;
/** When the last step began. */
let stepped = 0;

function begin(): void {
  const now = performance.now();
  const isHeld = hasArrival && now - stepped < HOLD_MILLISECONDS;
  hasArrival = false;
  if (!isHeld) {
    stepped = now;
    waiting.shift()?.();
  }
  if (waiting.length > 0) setImmediate(begin);
}

/** Lets the connections that come in be accepted before the next step of any work. */
export function letConnectionsIn(): void {
  hasArrival = true;
}

/** Resolves in a later turn of the event loop, in which no other work that waits here has a step. */
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
