/**
 * The fade into a rest that `fadeOnStop` asks for. A stop keeps the calls that come meanwhile for afterwards; a pause's fade
 * ends at once when anything else is wanted. Thread: main.
 */
import { REAL_TIME, type PlaybackClock } from '../../playback-clock.js';
import { milliseconds, type Milliseconds } from '../../units.js';
import { Command } from '../../output/ring-layout.js';

/** The fade takes this long either way, as it does in Rockbox; the device holds back some more of it. */
export const STOP_FADE: Milliseconds = milliseconds(333);
const MARGIN_MILLISECONDS = 30;

type Rest = typeof Command.hold | typeof Command.stop;

export class RestFade {
  readonly #rest: (command: Rest) => void;
  readonly #clock: PlaybackClock;
  #fading: { readonly command: Rest; readonly timer: NodeJS.Timeout; readonly later: (() => void)[] } | undefined;
  #wasFaded = false;

  /** `rest` is called at the end of the fade. */
  constructor(rest: (command: Rest) => void, clock = REAL_TIME) {
    this.#rest = rest;
    this.#clock = clock;
  }

  /** Rests at the end of a fade that has begun; without one at once. */
  rest(command: Rest, fades: boolean): void {
    if (!fades) {
      this.finish();
      this.#rest(command);
      return;
    }
    this.#wasFaded = true;
    const timer = this.#clock.setTimeout(() => this.finish(), STOP_FADE + MARGIN_MILLISECONDS);
    this.#fading = { command, timer, later: [] };
  }

  /** The rest was faded into: it is faded out of, once. */
  takeFaded(): boolean {
    const wasFaded = this.#wasFaded;
    this.#wasFaded = false;
    return wasFaded;
  }

  /** Ends a fade at once, and does what waited for it. */
  finish(): void {
    const fading = this.#drop();
    if (fading === undefined) return;
    this.#rest(fading.command);
    for (const call of fading.later) call();
  }

  /** A pause is withdrawn in the middle of its fade, which never comes to its end; any other fade ends now. */
  withdraw(): void {
    if (this.#fading?.command === Command.hold) this.#drop();
    else this.finish();
  }

  /** Keeps a call for the end of a stop's fade; false when it is to be made now. */
  defer(call: () => void): boolean {
    if (this.#fading?.command !== Command.stop) {
      this.finish();
      return false;
    }
    this.#fading.later.push(call);
    return true;
  }

  /** Nothing follows any more. May be called twice. */
  cancel(): void {
    this.#drop();
  }

  #drop() {
    const fading = this.#fading;
    this.#fading = undefined;
    clearTimeout(fading?.timer);
    return fading;
  }
}
