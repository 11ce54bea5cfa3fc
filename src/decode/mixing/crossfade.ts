/**
 * Two tracks at once: the old one fading out in its line, the new one fading in in its own. Thread: the decoder
 * worker's. The plan's clock may begin below zero: the old line still holds what was decoded before the fade.
 */
import type { Reading } from '../decoder.js';
import type { NativeSoundChain } from '../../native.js';
import type { RingWriter } from '../ring-writer.js';
import { gainIn, gainOut, untilBend, type FadePlan } from '../../dsp/fade-plan.js';
import type { Line } from './line.js';
import type { OpenTrack } from './open-track.js';

const MOST_FRAMES = 4096;

/** Hears of a track whose rest cannot be read: it ends there. */
export type FadeFailure = (openTrack: OpenTrack, error: unknown) => void;

export interface Side {
  readonly openTrack: OpenTrack;
  readonly line: Line;
}

export type Mixed = 'pushed' | 'full' | 'later' | 'over';

export class Crossfade {
  #at: number;
  #oldOver = false;
  #freshOver = false;

  constructor(
    readonly old: Side,
    readonly fresh: Side,
    private readonly plan: FadePlan,
    private readonly failed: FadeFailure,
  ) {
    this.#at = -old.line.pending;
  }

  /** Ring frames from the head to the first frame of the new track. */
  get untilFresh(): number {
    return this.plan.inBegins - this.#at;
  }

  /** Mixes some frames into the ring. `over`: only the new track is left, at its full level. */
  async mix(ring: RingWriter, chain: NativeSoundChain, dither: boolean): Promise<Mixed> {
    const plan = this.plan;
    if (this.#oldOver && !this.#freshOver && this.#at < plan.inBegins) this.#at = plan.inBegins;
    if ((this.#oldOver && this.#at >= plan.inEnds) || (this.#oldOver && this.#freshOver)) return 'over';
    let frames = Math.min(ring.room, MOST_FRAMES, untilBend(plan, this.#at));
    if (frames === 0) return 'full';
    const plays = { old: !this.#oldOver, fresh: !this.#freshOver && this.#at >= plan.inBegins };
    if (plays.old) {
      const filled = await this.#fill(this.old);
      if (filled === 'later') return 'later';
      // Faded out, what it still has is not heard.
      if (filled === 'ended' || (plan.fadesOut && this.#at >= plan.outEnds)) {
        this.#oldOver = true;
        return 'pushed';
      }
      frames = Math.min(frames, this.old.line.waiting);
    }
    if (plays.fresh) {
      const filled = await this.#fill(this.fresh);
      if (filled === 'later') return 'later';
      if (filled === 'ended') {
        this.#freshOver = true;
        return 'pushed';
      }
      frames = Math.min(frames, this.fresh.line.waiting);
    }
    const end = this.#at + frames;
    const sides = [
      ...(plays.old ? [{ ...this.old, from: gainOut(plan, this.#at), to: gainOut(plan, end) }] : []),
      ...(plays.fresh ? [{ ...this.fresh, from: gainIn(plan, this.#at), to: gainIn(plan, end) }] : []),
    ];
    ring.mix(frames, chain, dither, sides);
    this.#at = end;
    return 'pushed';
  }

  /** Makes sure that frames wait in the line. */
  async #fill({ openTrack, line }: Side): Promise<'filled' | 'later' | 'ended'> {
    while (line.waiting === 0) {
      const reading = await this.#read(openTrack);
      if (reading === 'later') return 'later';
      if (reading === undefined) {
        return line.finish() === 0 ? 'ended' : 'filled';
      }
      line.feed(reading, reading.frames, openTrack.gain);
      openTrack.use(reading.frames);
    }
    return 'filled';
  }

  async #read(openTrack: OpenTrack): Promise<Reading> {
    try {
      return await openTrack.peek();
    } catch (error) {
      this.failed(openTrack, error);
      return undefined;
    }
  }
}
