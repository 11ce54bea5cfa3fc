/** Gains in comments of Opus (RFC 7845 section 5.2.1). */

/** Where ReplayGain wants a sound to be, above EBU R 128: -18 against -23 LUFS. */
const ABOVE_R128 = 5;

export const R128_FIELDS = {
  R128_TRACK_GAIN: 'replaygain_track_gain',
  R128_ALBUM_GAIN: 'replaygain_album_gain',
} as const;

/**
 * A whole number of 1/256 dB to EBU R 128, as dB of ReplayGain; undefined for anything else. It counts from the sound as
 * the output gain in the header leaves it, which the decoder has applied.
 */
export function r128Gain(text: string): number | undefined {
  if (!/^\s*[+-]?\d{1,5}\s*$/.test(text)) return undefined;
  const steps = Number(text);
  return steps >= -32_768 && steps <= 32_767 ? steps / 256 + ABOVE_R128 : undefined;
}
