/**
 * What lies between decoders and ring: two lines, the chain, and the settings that decide whether a track takes that way
 * or goes straight into the ring. A track that nothing touches costs nothing here. Thread: the decoder worker's.
 */
import type { TrackToDecode } from '../decoder-messages.js';
import type { Native, NativeSoundChain, SampleFormat } from '../../native.js';
import { SampleFormat as Format } from '../../native.js';
import type { RingHandle } from '../../output/ring-layout.js';
import { SOUND_OFF, type SoundSettings } from '../../dsp/sound-settings.js';
import { chainValues } from '../../dsp/chain-values.js';
import { fadesAt, fadeSeconds, planFade, type FadePlan, type TrackChange } from '../../dsp/fade-plan.js';
import type { RingWriter } from '../ring-writer.js';
import { Crossfade, type FadeFailure } from './crossfade.js';
import { Line } from './line.js';
import { replayGain } from '../../dsp/replay-gain.js';
import type { OpenTrack } from './open-track.js';

const BITS: Readonly<Record<SampleFormat, number>> = {
  [Format.S16]: 16,
  [Format.S24]: 24,
  [Format.S24_3]: 24,
  [Format.S32]: 32,
};

export class SoundPath {
  readonly chain: NativeSoundChain;
  #line: Line;
  /** For a track that fades in. */
  #spare: Line;
  #settings: SoundSettings = SOUND_OFF;
  #isShuffling = false;
  #isChainOn = false;

  constructor(native: Native) {
    this.chain = new native.SoundChain();
    this.#line = new Line(native);
    this.#spare = new Line(native);
  }

  /** The line of the current track. */
  get line(): Line {
    return this.#line;
  }

  set(settings: SoundSettings, isShuffling: boolean): void {
    this.#settings = settings;
    this.#isShuffling = isShuffling;
  }

  /** Nothing of before is heard any more: the chain is built as it is wanted now. */
  begin({ rate }: RingHandle): void {
    this.forget();
    const values = chainValues(this.#settings);
    this.#isChainOn = values !== undefined;
    if (values === undefined) this.chain.clear();
    else this.chain.set(rate, values);
  }

  /** Every track goes through the chain, whose filters remember what went before. */
  get isProcessing(): boolean {
    return this.#isChainOn;
  }

  forget(): void {
    this.#line.close();
    this.#spare.close();
  }

  gainOf({ source }: TrackToDecode): number {
    const gain = 'gain' in source ? source.gain : undefined;
    return replayGain(this.#settings.replayGain, gain, this.#isShuffling);
  }

  /** Opens the line for a track, joins the one of the track before it, or closes it where nothing is to be done. */
  connect(openTrack: OpenTrack, ring: RingHandle): void {
    if (this.#line.joins(openTrack.rate, ring.rate)) return;
    if (this.#isNeeded(openTrack, ring)) this.#line.open(openTrack.rate, ring.rate);
    else this.#line.close();
  }

  /** Closes an empty line that only an earlier track or a fade had needed. */
  disconnect(openTrack: OpenTrack, ring: RingHandle): void {
    if (this.#line.isOpen && this.#line.pending === 0 && !this.#isNeeded(openTrack, ring)) this.#line.close();
  }

  #isNeeded({ rate, gain }: OpenTrack, ring: RingHandle): boolean {
    return rate !== ring.rate || this.#isChainOn || gain !== 1;
  }

  /** The track that faded in is the current one. */
  swap(): void {
    [this.#line, this.#spare] = [this.#spare, this.#line];
    this.#spare.close();
  }

  dithers(openTrack: OpenTrack, { format }: RingHandle): boolean {
    if (!this.#settings.dithering) return false;
    const { bitsPerSample = Infinity } = openTrack.decoder.facts;
    return this.#line.isOpen || bitsPerSample > BITS[format];
  }

  /** Frames before its end at which a track begins to fade into the next; 0 when it does not. */
  fadeFrames(openTrack: OpenTrack): number {
    if (!fadesAt(this.#settings.crossfade, 'trackEnd', this.#isShuffling)) return 0;
    return Math.round(fadeSeconds(this.#settings.crossfade) * openTrack.rate);
  }

  /** Mixes what waits in the line into the ring. `full`: there was no room. */
  drain(openTrack: OpenTrack, ring: RingWriter): 'pushed' | 'full' {
    const line = this.#line;
    const frames = Math.min(line.waiting, ring.room);
    if (frames === 0) return 'full';
    ring.mix(frames, this.chain, this.dithers(openTrack, ring.ring), [{ line, from: 1, to: 1 }]);
    return 'pushed';
  }

  /** Begins a fade from the track of the line into one on the spare line. */
  fade(old: OpenTrack, fresh: OpenTrack, plan: FadePlan, { rate }: RingHandle, failed: FadeFailure): Crossfade {
    if (!this.#line.isOpen) this.#line.open(old.rate, rate);
    this.#spare.open(fresh.rate, rate);
    return new Crossfade({ openTrack: old, line: this.#line }, { openTrack: fresh, line: this.#spare }, plan, failed);
  }

  planFade(old: OpenTrack, change: TrackChange, { rate }: RingHandle): FadePlan | undefined {
    if (!fadesAt(this.#settings.crossfade, change, this.#isShuffling)) return undefined;
    return planFade(this.#settings.crossfade, change, (old.left ?? Infinity) / old.rate, rate);
  }
}
