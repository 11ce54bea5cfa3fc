/**
 * The volume of a renderer as a mixer of the volume room: steps from 0 to the renderer's own maximum. What is written is known
 * at once and sent in the background, one call at a time, the newest step alone; then the renderer is asked where it is.
 * Thread: main.
 */
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { NativeMixer } from '../native.js';
import type { Loudness, RenderingControl } from './control/rendering-control.js';

/** What the control is called in settings and for people. */
export const CONTROL = 'RenderingControl';

export class RendererVolume {
  readonly #moved = new Listeners();
  readonly #control: RenderingControl;
  readonly #maximum: number;
  readonly #log: Log;
  #now: Loudness;
  #wanted: { steps?: number; isMuted?: boolean } = {};
  #isSending = false;
  #sending: Promise<void> = Promise.resolve();
  #isLooking = false;
  #isAgain = false;
  #isClosed = false;

  private constructor(control: RenderingControl, maximum: number, now: Loudness, log: Log) {
    this.#control = control;
    this.#maximum = maximum;
    this.#now = now;
    this.#log = log;
  }

  /** @throws DeviceRefusal, BadAnswer, RemoteFailure */
  static async open(control: RenderingControl, maximum: number, log: Log): Promise<RendererVolume> {
    return new RendererVolume(control, maximum, await control.read(), log);
  }

  /** A mixer of it, which may be closed without the others. */
  mixer(): NativeMixer {
    const undo: (() => void)[] = [];
    return {
      control: CONTROL,
      minimum: 0,
      maximum: this.#maximum,
      read: () => {
        if (this.#isClosed) throw new Error('the renderer is not there');
        return { steps: Math.min(this.#now.steps, this.#maximum), muted: this.#now.isMuted };
      },
      write: (steps) => this.#want({ steps }),
      mute: (isMuted) => this.#want({ isMuted }),
      // Nobody knows what a step is in decibels.
      decibels: () => undefined,
      watch: (moved) => void undo.push(this.#moved.add(moved)),
      close: () => undo.splice(0).forEach((each) => each()),
    };
  }

  /** The renderer may be louder or quieter than before: it is asked, and once more where that is said meanwhile. Never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking) {
      this.#isAgain = true;
      return;
    }
    this.#isLooking = true;
    do await this.#ask();
    while (this.#takeAgain());
    this.#isLooking = false;
  }

  #takeAgain(): boolean {
    const isAgain = this.#isAgain;
    this.#isAgain = false;
    return isAgain;
  }

  async #ask(): Promise<void> {
    if (this.#isSending || this.#isClosed) return;
    const before = this.#now;
    const now = await this.#control.read().catch(() => before);
    // What was written meanwhile counts.
    if (!this.#isStill(before)) return;
    this.#now = now;
    if (now.steps !== before.steps || now.isMuted !== before.isMuted) this.#moved.call();
  }

  #isStill(before: Loudness): boolean {
    return !this.#isSending && this.#now === before;
  }

  /** Resolves when what was written has been sent, or has failed. Never rejects. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  /** Nothing is sent any more, and mixers refuse. May be called twice. */
  close(): void {
    this.#isClosed = true;
    this.#wanted = {};
    this.#moved.call();
  }

  #want(change: { readonly steps?: number; readonly isMuted?: boolean }): void {
    if (this.#isClosed) throw new Error('the renderer is not there');
    this.#now = { ...this.#now, ...change };
    this.#wanted = { ...this.#wanted, ...change };
    if (!this.#isSending) this.#sending = this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    try {
      while (Object.keys(this.#wanted).length > 0) {
        const { steps, isMuted } = this.#wanted;
        this.#wanted = {};
        if (steps !== undefined) await this.#control.setVolume(steps);
        if (isMuted !== undefined) await this.#control.setMute(isMuted);
      }
    } catch (error) {
      this.#log.warn('renderer: volume not set', { error });
    } finally {
      this.#isSending = false;
    }
    await this.look();
  }
}
