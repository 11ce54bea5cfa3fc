/**
 * The volume as a person wants it: shown at once, sent at a bounded pace, and held until the box has told of it. A place
 * of a drag makes the one before it needless, steps add up while they wait. No document and no network, so that it can
 * be tested by itself.
 */
import { atPercent, atStep, type VolumePosition, positionOf, type Volume } from '../level.js';

/** A place on the slider, 0 to 100; or steps of the output's own, louder where they are positive. */
export type VolumeOrder = { readonly percent: number } | { readonly steps: number };

export interface VolumeDeps {
  /** What the box told last; undefined of an output without a volume. */
  readonly reported: () => Volume | undefined;
  /** Shows a place instead of what was told; undefined: what was told. */
  readonly show: (position: VolumePosition | undefined) => void;
  /** Never rejects. @returns undefined when it was not carried out; `volume`: what is in force then, where that is said */
  readonly send: (order: VolumeOrder) => Promise<{ readonly volume?: Volume } | undefined>;
  /** Resolves when the box has told of this place, or nothing of the kind for a while. */
  readonly untilReported: (position: VolumePosition) => Promise<void>;
  /** The least time from one order to the next. */
  readonly pause: () => Promise<unknown>;
}

/** First a place, where there is one, and then steps. */
interface Waiting {
  readonly percent?: number;
  readonly steps: number;
}

export class WantedVolume {
  readonly #deps: VolumeDeps;
  #shown: VolumePosition | undefined;
  #waiting: Waiting | undefined;
  #isSending = false;
  /** Counts what was wanted: only the newest of it is waited for. */
  #requests = 0;
  /** Count of requests that were waited for last. */
  #settled = 0;

  constructor(deps: VolumeDeps) {
    this.#deps = deps;
  }

  /** Moves the volume by a drag. @param percent position on the slider, 0 to 100 */
  moveTo(percent: number): void {
    const reported = this.#deps.reported();
    if (reported !== undefined) this.#want(atPercent(reported, percent), { percent, steps: 0 });
  }

  /** Moves the volume by a key or a button. */
  moveBy(steps: number): void {
    const reported = this.#deps.reported();
    if (reported === undefined) return;
    const from = this.#shown ?? positionOf(reported);
    const position = atStep(reported, from.volume + steps);
    // What is beyond the cap is not waited for: the way back begins at the cap.
    const taken = position.volume - from.volume;
    this.#want(position, { ...this.#waiting, steps: (this.#waiting?.steps ?? 0) + taken });
  }

  #want(position: VolumePosition, waiting: Waiting): void {
    this.#requests += 1;
    this.#waiting = waiting;
    this.#show(position);
    if (!this.#isSending) void this.#send();
  }

  #show(position: VolumePosition | undefined): void {
    this.#shown = position;
    this.#deps.show(position);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    let answer: { readonly volume?: Volume } | undefined;
    for (let order = this.#take(); order !== undefined; order = this.#take()) {
      const pause = this.#deps.pause();
      answer = await this.#deps.send(order);
      if (this.#waiting === undefined) void this.#settle(answer);
      await pause;
    }
    this.#isSending = false;
    // Steps that undid each other while they waited were never sent.
    if (this.#settled !== this.#requests) void this.#settle(answer);
  }

  #take(): VolumeOrder | undefined {
    const { percent, steps } = this.#waiting ?? { steps: 0 };
    this.#waiting = percent !== undefined && steps !== 0 ? { steps } : undefined;
    if (percent !== undefined) return { percent };
    return steps === 0 ? undefined : { steps };
  }

  /** Nothing more is wanted: what is in force is shown, and from its word on what the box tells. */
  async #settle(answer: { readonly volume?: Volume } | undefined): Promise<void> {
    const request = (this.#settled = this.#requests);
    const position = answer?.volume === undefined ? this.#shown : positionOf(answer.volume);
    if (answer !== undefined && position !== undefined) {
      this.#show(position);
      await this.#deps.untilReported(position);
    }
    if (request === this.#requests) this.#show(undefined);
  }
}
