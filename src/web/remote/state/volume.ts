/**
 * The volume as a person wants it: shown at once, sent at a bounded pace, and held until the box has told of it. A place
 * of a drag makes the one before it needless, steps add up while they wait. No document and no network, so that it can
 * be tested by itself.
 */
import { atPercent, atStep, type Place, placeOf, type Volume } from '../level.js';

/** A place on the slider, 0 to 100; or steps of the output's own, louder where they are positive. */
export type VolumeOrder = { readonly percent: number } | { readonly steps: number };

export interface VolumeParts {
  /** What the box told last; undefined of an output without a volume. */
  readonly told: () => Volume | undefined;
  /** Shows a place instead of what was told; undefined: what was told. */
  readonly show: (place: Place | undefined) => void;
  /** Never rejects. @returns undefined when it was not carried out; `volume`: what is in force then, where that is said */
  readonly send: (order: VolumeOrder) => Promise<{ readonly volume?: Volume } | undefined>;
  /** Resolves when the box has told of this place, or nothing of the kind for a while. */
  readonly untilTold: (place: Place) => Promise<void>;
  /** The least time from one order to the next. */
  readonly pause: () => Promise<unknown>;
}

/** First a place, where there is one, and then steps. */
interface Waiting {
  readonly percent?: number;
  readonly steps: number;
}

export class WantedVolume {
  readonly #parts: VolumeParts;
  #shown: Place | undefined;
  #waiting: Waiting | undefined;
  #isSending = false;
  /** Counts what was wanted: only the newest of it is waited for. */
  #wishes = 0;
  /** Of those the ones that were waited for last. */
  #settled = 0;

  constructor(parts: VolumeParts) {
    this.#parts = parts;
  }

  /** Of a drag. @param percent place on the slider, 0 to 100 */
  moveTo(percent: number): void {
    const told = this.#parts.told();
    if (told !== undefined) this.#want(atPercent(told, percent), { percent, steps: 0 });
  }

  /** Of a key or a button. */
  moveBy(steps: number): void {
    const told = this.#parts.told();
    if (told === undefined) return;
    const from = this.#shown ?? placeOf(told);
    const place = atStep(told, from.volume + steps);
    // What is beyond the cap is not waited for: the way back begins at the cap.
    const taken = place.volume - from.volume;
    this.#want(place, { ...this.#waiting, steps: (this.#waiting?.steps ?? 0) + taken });
  }

  #want(place: Place, waiting: Waiting): void {
    this.#wishes += 1;
    this.#waiting = waiting;
    this.#show(place);
    if (!this.#isSending) void this.#send();
  }

  #show(place: Place | undefined): void {
    this.#shown = place;
    this.#parts.show(place);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    let answer: { readonly volume?: Volume } | undefined;
    for (let order = this.#take(); order !== undefined; order = this.#take()) {
      const pause = this.#parts.pause();
      answer = await this.#parts.send(order);
      if (this.#waiting === undefined) void this.#settle(answer);
      await pause;
    }
    this.#isSending = false;
    // Steps that undid each other while they waited were never sent.
    if (this.#settled !== this.#wishes) void this.#settle(answer);
  }

  #take(): VolumeOrder | undefined {
    const { percent, steps } = this.#waiting ?? { steps: 0 };
    this.#waiting = percent !== undefined && steps !== 0 ? { steps } : undefined;
    if (percent !== undefined) return { percent };
    return steps === 0 ? undefined : { steps };
  }

  /** Nothing more is wanted: what is in force is shown, and from its word on what the box tells. */
  async #settle(answer: { readonly volume?: Volume } | undefined): Promise<void> {
    const wishes = (this.#settled = this.#wishes);
    const place = answer?.volume === undefined ? this.#shown : placeOf(answer.volume);
    if (answer !== undefined && place !== undefined) {
      this.#show(place);
      await this.#parts.untilTold(place);
    }
    if (wishes === this.#wishes) this.#show(undefined);
  }
}
