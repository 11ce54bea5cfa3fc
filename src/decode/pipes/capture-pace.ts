/**
 * How fast captured sound is to be taken, so that as much of it stays on the way as there was when it began: what comes
 * by another clock would run dry sooner or later, or gather. Pure; it is asked every quarter of a second.
 */
/** Milliseconds between two looks. */
export const LOOK_MILLISECONDS = 250;
/** Looks until it runs evenly, and those whose mean is what is kept from then on. */
const SETTLING_LOOKS = 8;
const MEASURING_LOOKS = 8;
/** Share of the newest look in the running mean. */
const SHARE = 0.1;
/** Parts in a million for each millisecond too much: half of it is gone after 35 s. */
const GAIN = 20;
/** Nobody hears a pitch that is off by less than two hundredths of a semitone. */
const FASTEST = 1000;
/** A difference that would take minutes to go away, in milliseconds. */
const MOST_APART = 150;

export class CapturePace {
  #looks = 0;
  #sum = 0;
  #wanted = 0;
  #mean = 0;

  /**
   * @param onTheWay milliseconds of sound that were decoded and not heard yet
   * @returns parts in a million; `begin anew` when so much is on the way that it is better dropped
   */
  look(onTheWay: number): number | 'begin anew' {
    this.#looks += 1;
    if (this.#looks <= SETTLING_LOOKS) return 0;
    const measured = this.#looks - SETTLING_LOOKS;
    if (measured <= MEASURING_LOOKS) {
      this.#sum += onTheWay;
      this.#wanted = this.#mean = this.#sum / measured;
      return 0;
    }
    this.#mean += SHARE * (onTheWay - this.#mean);
    const apart = this.#mean - this.#wanted;
    if (apart > MOST_APART) {
      this.reset();
      return 'begin anew';
    }
    if (apart < -MOST_APART) {
      // The pipe ran dry and began again with another reserve, or the way is a shorter one now.
      this.reset();
      return 0;
    }
    return Math.round(Math.min(Math.max(apart * GAIN, -FASTEST), FASTEST));
  }

  /** What is on the way is measured anew. */
  reset(): void {
    this.#looks = this.#sum = 0;
  }
}
