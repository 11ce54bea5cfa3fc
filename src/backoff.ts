/** When something that did not come about is tried again by itself: at growing distances, a few times. Thread: main. */

/** In milliseconds. */
const PAUSES = [300, 1000, 3000, 10_000, 30_000];

export class Tries {
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Calls `again` once after the next pause, in the place of what was to be called before. It does not keep the process
   * alive.
   * @param isEndless the last pause is repeated; otherwise nothing comes after it
   */
  later(again: () => void, isEndless = false): void {
    clearTimeout(this.#timer);
    const pause = PAUSES[this.#count++] ?? (isEndless ? PAUSES.at(-1) : undefined);
    if (pause !== undefined) this.#timer = setTimeout(again, pause).unref();
  }

  /** It has come about, or is another matter: nothing is called, and the next pause is the shortest. */
  over(): void {
    clearTimeout(this.#timer);
    this.#count = 0;
  }
}
