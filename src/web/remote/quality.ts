/**
 * Whether what is heard is what is in the file, bit by bit, and how both are said. No document, so that it can be tested
 * by itself.
 */
import type { Parts } from './model.js';

/** Kinds of files that keep every bit, by the ending of their names. */
const LOSSLESS: Readonly<Record<string, string>> = {
  flac: 'FLAC',
  wav: 'WAV',
  aif: 'AIFF',
  aiff: 'AIFF',
  wv: 'WavPack',
  ape: 'APE',
  alac: 'ALAC',
};
const LOSSY: Readonly<Record<string, string>> = {
  mp3: 'MP3',
  ogg: 'Ogg',
  oga: 'Ogg',
  opus: 'Opus',
  m4a: 'AAC',
  aac: 'AAC',
};
/** Formats that may be lossy: WavPack does not show whether bits were left out. */
const MAY_BE_LOSSY = ['wv'];
/** Formats of integer samples, which are named by their bits: `S16`, `S24_3`. */
const INTEGERS = /^S(\d+)(?:_|$)/;

/** What has samples of one bit is made into others before it is heard. */
const ONE_BIT = 1;

/** What the output was opened with. */
export interface Opened {
  /** Hz. */
  readonly rate: number;
  /** Format of the samples as the box names it: `S16`, `S24`, `S24_3` or `S32`. */
  readonly format: string;
}

/** Such as `FLAC`; `''` where the name does not tell. */
export function kindOf(path: string): string {
  const ending = /\.(\w{2,5})(?:\?.*)?$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LOSSLESS[ending] ?? LOSSY[ending] ?? '';
}

/** What a file holds, as the events tell it; null where nobody knows. */
export interface Source {
  readonly path: string;
  /** Hz. */
  readonly frequency: number;
  readonly bits_per_sample: number | null;
  readonly channels: number | null;
}

/**
 * Only what is known to be so is called so: a lossless file at its own rate, mono or stereo, in a format that holds all of
 * its bits, with nothing between that touches samples.
 */
export function isBitPerfect(
  track: Source,
  opened: Opened,
  { settings, volume, devices }: Pick<Parts, 'settings' | 'volume' | 'devices'>,
): boolean {
  const ending = /\.(\w{2,5})$/.exec(track.path)?.[1]?.toLowerCase() ?? '';
  const { bits_per_sample: bits, channels } = track;
  const output = devices.find(({ is_current_device: isCurrent }) => isCurrent);
  const isSoftware = output?.volume_mode === 'software' && volume !== null && volume.volume < volume.max;
  return (
    Object.hasOwn(LOSSLESS, ending) &&
    !MAY_BE_LOSSY.includes(ending) &&
    track.frequency === opened.rate &&
    bits !== null &&
    bits > ONE_BIT &&
    bits <= Number(INTEGERS.exec(opened.format)?.[1] ?? 0) &&
    channels !== null &&
    channels <= 2 &&
    output !== undefined &&
    output.service !== 'bluetooth' &&
    output.volume_mode !== null &&
    !isSoftware &&
    isUntouched(settings)
  );
}

/** Nothing that is set changes a sample. */
function isUntouched(settings: Parts['settings']): boolean {
  const { replaygain_settings: gain } = settings;
  return (
    !settings.eq_enabled &&
    settings.balance === 0 &&
    settings.bass === 0 &&
    settings.treble === 0 &&
    settings.channel_config === 0 &&
    settings.stereo_width === 100 &&
    settings.crossfeed === 0 &&
    settings.crossfade === 0 &&
    gain.type === 3
  );
}
