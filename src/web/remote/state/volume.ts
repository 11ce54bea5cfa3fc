/**
 * The requested volume: shown at once, sent at a bounded pace, and held until the daemon has reported it. A position of a
 * drag replaces the one before it; steps add up while they wait. Needs neither document nor network.
 */
import { atPercent, atStep, type VolumePosition, positionOf, type Volume } from '../level.js';

/** A position on the slider, 0 to 100; or steps of the output, positive ones louder. */
export type VolumeCommand = { readonly percent: number } | { readonly steps: number };

export interface VolumeDeps {
  /** The last report; undefined for an output without a volume. */
  readonly reported: () => Volume | undefined;
  /** Shows a position instead of the report; undefined: the report. */
  readonly show: (position: VolumePosition | undefined) => void;
  /** Never rejects. @returns undefined when it failed; `volume`: the volume in force, where the answer says it */
  readonly send: (command: VolumeCommand) => Promise<{ readonly volume?: Volume } | undefined>;
  /** Resolves when this position is reported, or after a while. */
  readonly untilReported: (position: VolumePosition) => Promise<void>;
  /** The least time from one command to the next. */
  readonly pause: () => Promise<unknown>;
}

/** First a position, where there is one, and then steps. */
type Waiting = Readonly<{ percent?: number; steps: number }>;

export class WantedVolume {
  #shown: VolumePosition | undefined;
  #waiting: Waiting | undefined;
  #isSending = false;
  /** Counts requests: only the newest is waited for. */
  #requests = 0;
  #settled = 0;

  constructor(private readonly deps: VolumeDeps) {}

  /** Moves the volume by a drag. @param percent position on the slider, 0 to 100 */
  moveTo(percent: number): void {
    const reported = this.deps.reported();
    if (reported !== undefined) this.#want(atPercent(reported, percent), { percent, steps: 0 });
  }

  /** Moves the volume by a key or a button. */
  moveBy(steps: number): void {
    const reported = this.deps.reported();
    if (reported === undefined) return;
    const from = this.#shown ?? positionOf(reported);
    const position = atStep(reported, from.volume + steps);
    // Steps beyond the limit are dropped: the way back begins at the limit.
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
    this.deps.show(position);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    let answer: { readonly volume?: Volume } | undefined;
    for (let command = this.#take(); command !== undefined; command = this.#take()) {
      const pause = this.deps.pause();
      answer = await this.deps.send(command);
      if (this.#waiting === undefined) void this.#settle(answer);
      await pause;
    }
    this.#isSending = false;
    // Steps that cancelled each other were never sent.
    if (this.#settled !== this.#requests) void this.#settle(answer);
  }

  #take(): VolumeCommand | undefined {
    const { percent, steps } = this.#waiting ?? { steps: 0 };
    this.#waiting = percent !== undefined && steps !== 0 ? { steps } : undefined;
    if (percent !== undefined) return { percent };
    return steps === 0 ? undefined : { steps };
  }

  /** After the last request: shows the volume in force until it is reported. */
  async #settle(answer: { readonly volume?: Volume } | undefined): Promise<void> {
    const request = (this.#settled = this.#requests);
    const position = answer?.volume === undefined ? this.#shown : positionOf(answer.volume);
    if (answer !== undefined && position !== undefined) {
      this.#show(position);
      await this.deps.untilReported(position);
    }
    if (request === this.#requests) this.#show(undefined);
  }
}
