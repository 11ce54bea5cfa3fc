/**
 * Everything that a person may change about the sound, as one frozen record in natural units. `SOUND_OFF` is how the box
 * leaves its box: every sample untouched. A part whose members stand at these values costs nothing. A change is a new
 * record, and parts that did not change are the very same objects, so that `===` tells what is to be built anew.
 */

export interface ReplayGainSettings {
  /** Which gain counts; `smart` is the track's while shuffling, else the album's. */
  readonly source: 'off' | 'track' | 'album' | 'smart';
  /** dB on top of the gain of the tag: -12 to 12. */
  readonly preamp: number;
  /** Turn a track down where its peak would clip. */
  readonly preventClipping: boolean;
}

export interface CrossfadeSettings {
  /** Which changes of track fade. */
  readonly when: 'never' | 'trackEnd' | 'skip' | 'shuffling' | 'shufflingOrSkip' | 'always';
  /** Seconds, 0 to 7. */
  readonly fadeInDelay: number;
  readonly fadeOutDelay: number;
  /** Seconds, 0 to 15. */
  readonly fadeInDuration: number;
  readonly fadeOutDuration: number;
  /** The track that ends fades out, or keeps its level while the next one is mixed in. */
  readonly fadeOut: 'fade' | 'mix';
}

export interface ToneSettings {
  /** dB, -24 to 24. */
  readonly bass: number;
  readonly treble: number;
  /** Hz; 0 leaves the frequency to the filter. */
  readonly bassCutoff: number;
  readonly trebleCutoff: number;
}

/** Values of effects that are off may lie outside their ranges. */
export interface EqualiserBand {
  /** Hz; 0 switches the band off. */
  readonly cutoff: number;
  readonly q: number;
  /** dB. */
  readonly gain: number;
}

export interface EqualiserSettings {
  readonly enabled: boolean;
  /** dB taken off before the bands, 0 to 24. */
  readonly precut: number;
  /** Always ten: a low shelf, eight peaks, a high shelf. */
  readonly bands: readonly EqualiserBand[];
}

export interface CrossfeedSettings {
  /** The gains below are those of `custom`; `meier` has its own. */
  readonly kind: 'off' | 'meier' | 'custom';
  /** dB: -6 to 0, -12 to -3, -24 to -6. */
  readonly directGain: number;
  readonly crossGain: number;
  readonly highAttenuation: number;
  /** Hz, 500 to 2000. */
  readonly highCutoff: number;
}

export interface SoundSettings {
  readonly replayGain: ReplayGainSettings;
  readonly crossfade: CrossfadeSettings;
  /** Fade on pause and stop, beyond the few milliseconds that keep it from clicking. */
  readonly fadeOnStop: boolean;
  readonly channels: 'stereo' | 'mono' | 'left' | 'right' | 'swapped';
  /** %, -100 (left only) to 100 (right only). */
  readonly balance: number;
  /** %, 0 (mono) to 250; 100 leaves it as it is. */
  readonly stereoWidth: number;
  readonly tone: ToneSettings;
  readonly equaliser: EqualiserSettings;
  readonly crossfeed: CrossfeedSettings;
  /** Dither where bits are dropped. */
  readonly dithering: boolean;
}

/** Centre frequencies of the bands as they come. */
const CUTOFFS = [32, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000] as const;
const SHELF_Q = 0.7;

export const SOUND_OFF: SoundSettings = Object.freeze({
  replayGain: Object.freeze({ source: 'off', preamp: 0, preventClipping: false }),
  crossfade: Object.freeze({
    when: 'never',
    fadeInDelay: 0,
    fadeOutDelay: 0,
    fadeInDuration: 2,
    fadeOutDuration: 2,
    fadeOut: 'fade',
  }),
  fadeOnStop: false,
  channels: 'stereo',
  balance: 0,
  stereoWidth: 100,
  tone: Object.freeze({ bass: 0, treble: 0, bassCutoff: 0, trebleCutoff: 0 }),
  equaliser: Object.freeze({
    enabled: false,
    precut: 0,
    bands: Object.freeze(
      CUTOFFS.map((cutoff, at) =>
        Object.freeze({ cutoff, q: at === 0 || at === CUTOFFS.length - 1 ? SHELF_Q : 1, gain: 0 }),
      ),
    ),
  }),
  crossfeed: Object.freeze({
    kind: 'off',
    directGain: -1.5,
    crossGain: -6,
    highAttenuation: -16,
    highCutoff: 700,
  }),
  dithering: false,
});
