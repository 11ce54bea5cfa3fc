/**
 * The settings of the native sound chain as a row of numbers, in the order in which native/bindings/ring_binding.cpp reads
 * them. Cutoffs in Hz, gains in dB, balance and width as factors.
 */
import type { EqualiserBand, SoundSettings } from './sound-settings.js';

const CHANNELS = { stereo: 0, mono: 1, left: 2, right: 3, swapped: 4 } as const;
const CROSSFEED = { off: 0, meier: 1, custom: 2 } as const;

/** A band without a frequency is off. */
const gainOf = ({ cutoff, gain }: EqualiserBand): number => (cutoff > 0 ? gain : 0);

/** Undefined when no part of the chain is on: samples pass it by. */
export function chainValues(settings: SoundSettings): Float64Array | undefined {
  const { channels, balance, stereoWidth, tone, equaliser, crossfeed } = settings;
  const isOff =
    channels === 'stereo' &&
    balance === 0 &&
    stereoWidth === 100 &&
    tone.bass === 0 &&
    tone.treble === 0 &&
    !(equaliser.enabled && (equaliser.precut !== 0 || equaliser.bands.some((band) => gainOf(band) !== 0))) &&
    crossfeed.kind === 'off';
  if (isOff) return undefined;
  return Float64Array.from([
    CHANNELS[channels],
    balance / 100,
    stereoWidth / 100,
    tone.bass,
    tone.treble,
    tone.bassCutoff,
    tone.trebleCutoff,
    equaliser.enabled ? 1 : 0,
    equaliser.precut,
    ...equaliser.bands.flatMap((band) => [band.cutoff, band.q, gainOf(band)]),
    CROSSFEED[crossfeed.kind],
    crossfeed.directGain,
    crossfeed.crossGain,
    crossfeed.highAttenuation,
    crossfeed.highCutoff,
  ]);
}

/** Two settings of one key sound the same while no track changes: whatever fades between tracks is not in it. */
export function soundKey(settings: SoundSettings, isShuffling: boolean): string {
  const { replayGain, dithering } = settings;
  const source = replayGain.source === 'smart' ? (isShuffling ? 'track' : 'album') : replayGain.source;
  const gain =
    source === 'off' ? [replayGain.preventClipping] : [source, replayGain.preamp, replayGain.preventClipping];
  return JSON.stringify([gain, dithering, [...(chainValues(settings) ?? [])]]);
}
