/** When something that did not come about is tried again by itself: at growing distances, a few times. Thread: main. */

/** In milliseconds. */
const PAUSES = [300, 1000, 3000, 10_000, 30_000];

export class Tries {
  #count = 0;

  /** Calls `again` once after the next pause; never after the last one. It does not keep the process alive. */
  later(again: () => void): void {
    const pause = PAUSES[this.#count++];
    if (pause !== undefined) setTimeout(again, pause).unref();
  }

  /** It has come about: the next pause is the shortest. */
  over(): void {
    this.#count = 0;
  }
}
