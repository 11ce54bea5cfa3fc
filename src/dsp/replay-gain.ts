/**
 * The gain of a track by its ReplayGain tags. Source: the ReplayGain 2.0 specification
 * (https://wiki.hydrogenaud.io/index.php?title=ReplayGain_2.0_specification) and Rockbox, whose rules these are: album
 * gain falls back to the track's, the preamplifier counts only where there is a gain, and clipping is prevented also
 * where no gain is known or wanted.
 */
import type { ReplayGainSettings } from './sound-settings.js';

/** What the tags of a track say: gains in dB, peaks relative to full scale. */
export interface ReplayGainTags {
  readonly trackGain?: number | undefined;
  readonly albumGain?: number | undefined;
  readonly trackPeak?: number | undefined;
  readonly albumPeak?: number | undefined;
}

/** A factor; 1 leaves samples untouched. */
export function replayGain(
  settings: ReplayGainSettings,
  tags: ReplayGainTags | undefined,
  isShuffling: boolean,
): number {
  if (tags === undefined) return 1;
  const { source, preamp, preventClipping } = settings;
  const byTrack = source === 'track' || (source === 'smart' && isShuffling) || source === 'off';
  const [gain, peak] = byTrack
    ? [tags.trackGain ?? tags.albumGain, tags.trackPeak ?? tags.albumPeak]
    : [tags.albumGain ?? tags.trackGain, tags.albumPeak ?? tags.trackPeak];
  const factor = source === 'off' || gain === undefined ? 1 : 10 ** ((gain + preamp) / 20);
  return preventClipping && peak !== undefined && peak > 0 ? Math.min(factor, 1 / peak) : factor;
}
