/**
 * What the metadata of shairport-sync says of the device that plays into the box. Pure but for the clock that it is given.
 *
 *              pbeg             prsm                 pfls
 *     none ──────────▶ silent ────────▶ sounding ──────────────▶ flushed ──▶ silent
 *       ▲                 ▲                 ▲                       │   hold is over
 *       └── pend ─────────┴─────────────────┴───── prsm, sound ─────┘
 *
 * A sender that skips a track flushes, and sends on a moment later: it sounds all the while. One that pauses flushes and sends
 * nothing. Where the next packet is there before shairport-sync has got to the flush, it says no `prsm` (`buffer_get_frame` of
 * player.c: only a buffer that was emptied buffers anew): then the sound itself shows that it was a skip, not a pause. Sound that
 * was on its way at the flush may be late where the machine is busy: only sound that still comes behind the hold decides.
 */
import { milliseconds, type Milliseconds } from '../units.js';
import type { MetadataItem } from './metadata-items.js';

/**
 * ms after a flush in which the sound of a sender that skips a track comes again: it sends 2.25 s ahead, and shairport-sync
 * passes that on 0.5 s ahead (`audio_backend_buffer_desired_length_in_seconds`).
 */
export const FLUSH_HOLD = 2500;
/** ms after a flush in which sound may still come from before it: 40 ms were measured until shairport-sync got to a flush. */
export const FLUSH_REST = 400;
/** ms: sound that still comes at the end of the hold is waited for so long. */
const SOUND_GAP = 1000;
/** Frames a second by which AirPlay counts, whatever it plays. */
export const SAMPLE_RATE = 44_100;
const NO_SOUND = { from: 0, last: 0 };
const MOST_CHARACTERS = 1000;
/** ms; longer durations are not believed. */
const LONGEST = 86_400_000;
const PROGRESS = /^(\d{1,10})\/(\d{1,10})\/(\d{1,10})$/;

type Phase = 'none' | 'silent' | 'sounding' | 'flushed';

interface Texts {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
}

const NO_TEXTS: Texts = { title: '', artist: '', album: '', genre: '' };
const TEXT_CODES: Readonly<Record<string, keyof Texts>> = {
  minm: 'title',
  asar: 'artist',
  asal: 'album',
  asgn: 'genre',
};

export class AirplaySession {
  #phase: Phase = 'none';
  #flushedAt = 0;
  /** First and last sound since the flush that may be of what follows it. */
  #soundSince: { readonly from: number; last: number } | undefined;
  #name = '';
  #texts = NO_TEXTS;
  /** Texts of a bundle that is not complete yet. */
  #coming: Record<keyof Texts, string> | undefined;
  #length = 0;
  #elapsed = 0;
  /** When `#elapsed` was so. */
  #elapsedAt = 0;
  #cover: Buffer | undefined;

  /** @param now ms of a clock that never goes back */
  constructor(private readonly now: () => number) {}

  get isHere(): boolean {
    return this.#phase !== 'none';
  }

  get isSounding(): boolean {
    return this.#phase === 'sounding' || (this.#phase === 'flushed' && this.holdLeft > 0);
  }

  /** ms for which it is not decided whether the sender pauses; 0 where it is. */
  get holdLeft(): number {
    if (this.#phase !== 'flushed') return 0;
    const sound = this.#soundSince === undefined ? 0 : this.#soundSince.last + SOUND_GAP;
    return Math.max(Math.max(this.#flushedAt + FLUSH_HOLD, sound) - this.now(), 0);
  }

  /** Name of the sender, such as `Anna's iPhone`; `""` while it is not known. */
  get name(): string {
    return this.#name;
  }

  get texts(): Texts {
    return this.#texts;
  }

  get length(): Milliseconds {
    return milliseconds(this.#length);
  }

  get elapsed(): Milliseconds {
    const { from, last } = this.#phase === 'sounding' ? { from: 0, last: this.now() } : (this.#soundSince ?? NO_SOUND);
    const moved = Math.max(last - Math.max(from, this.#elapsedAt), 0);
    const elapsed = Math.max(Math.round(this.#elapsed + moved), 0);
    return milliseconds(this.#length > 0 ? Math.min(elapsed, this.#length) : elapsed);
  }

  /** As it was sent; undefined for none. */
  get cover(): Buffer | undefined {
    return this.#cover;
  }

  /** Nothing is known any more: shairport-sync has ended. */
  end(): void {
    this.#phase = 'none';
    this.#soundSince = undefined;
    this.#name = '';
    this.#texts = NO_TEXTS;
    this.#coming = undefined;
    this.#cover = undefined;
    this.#length = 0;
    this.#elapsed = 0;
  }

  /** Sound has come. @returns whether that ends a flush: the sender has skipped a track */
  soundCame(): boolean {
    const now = this.now();
    if (this.#phase !== 'flushed' || now < this.#flushedAt + FLUSH_REST) return false;
    this.#soundSince ??= { from: now, last: now };
    this.#soundSince.last = now;
    if (now < this.#flushedAt + FLUSH_HOLD) return false;
    this.#sound();
    return true;
  }

  take({ type, code, data }: MetadataItem): void {
    if (type === 'core') this.#takeFact(code, data);
    else if (type === 'ssnc') this.#takeEvent(code, data);
  }

  #takeFact(code: string, data: Buffer): void {
    const name = TEXT_CODES[code];
    if (name !== undefined) {
      if (this.#coming === undefined) this.#texts = { ...this.#texts, [name]: textIn(data) };
      else this.#coming[name] = textIn(data);
    } else if (code === 'astm' && data.length === 4) {
      const length = data.readUInt32BE(0);
      this.#length = length <= LONGEST ? length : 0;
    }
  }

  #takeEvent(code: string, data: Buffer): void {
    switch (code) {
      case 'pbeg':
        // The name comes before the begin.
        if (this.#phase === 'none') this.#phase = 'silent';
        return;
      case 'prsm':
        this.#sound();
        return;
      case 'pfls':
        // One skip after another: the hold begins anew.
        if (!this.isSounding) return;
        this.#move(this.elapsed);
        this.#phase = 'flushed';
        this.#flushedAt = this.now();
        this.#soundSince = undefined;
        return;
      case 'pend':
        this.end();
        return;
      case 'snam':
        this.#name = textIn(data);
        return;
      case 'mdst':
        this.#coming = { ...NO_TEXTS };
        return;
      case 'mden':
        if (this.#coming !== undefined) this.#texts = this.#coming;
        this.#coming = undefined;
        return;
      case 'prgr':
        this.#takeProgress(data.toString('latin1'));
        return;
      case 'PICT':
        this.#cover = data.length === 0 ? undefined : data;
        return;
    }
  }

  #sound(): void {
    this.#move(this.elapsed);
    this.#phase = 'sounding';
    this.#soundSince = undefined;
  }

  /** @param progress first, current and last frame of the track, on a clock that wraps at 32 bits */
  #takeProgress(progress: string): void {
    const [, first, current, last] = PROGRESS.exec(progress)?.map(Number) ?? [];
    if (first === undefined || current === undefined || last === undefined) return;
    const length = (((last - first) >>> 0) * 1000) / SAMPLE_RATE;
    // A sender may be a moment before the first frame.
    const elapsed = (((current - first) | 0) * 1000) / SAMPLE_RATE;
    if (length > 0 && length <= LONGEST) this.#length = Math.round(length);
    this.#move(Math.abs(elapsed) <= LONGEST ? elapsed : 0);
  }

  #move(elapsed: number): void {
    this.#elapsed = elapsed;
    this.#elapsedAt = this.now();
  }
}

function textIn(data: Buffer): string {
  return data
    .toString('utf8')
    .replace(/[\p{Cc}\ufffd]/gu, '')
    .trim()
    .slice(0, MOST_CHARACTERS);
}
