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
/** Formats of ALSA that hold every sample of 24 bits. */
const WIDE = /^[SU](?:24|32)_|^FLOAT/;

/** What the output was opened with. */
export interface Opened {
  /** Hz. */
  readonly rate: number;
  /** ALSA's name. */
  readonly format: string;
}

/** Such as `FLAC`; `''` where the name does not tell. */
export function kindOf(path: string): string {
  const ending = /\.(\w{2,5})(?:\?.*)?$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LOSSLESS[ending] ?? LOSSY[ending] ?? '';
}

/** `44.1 kHz`. */
export function rateText(hertz: number): string {
  return `${Number((hertz / 1000).toFixed(4))} kHz`;
}

/**
 * Only what is known to be so is called so: a lossless file at its own rate, in a format as wide as any file is, with
 * nothing between that touches samples.
 */
export function isBitPerfect(
  track: { readonly path: string; readonly frequency: number },
  opened: Opened,
  { settings, volume, devices }: Pick<Parts, 'settings' | 'volume' | 'devices'>,
): boolean {
  const ending = /\.(\w{2,5})$/.exec(track.path)?.[1]?.toLowerCase() ?? '';
  const output = devices.find(({ is_current_device: isCurrent }) => isCurrent);
  const isSoftware = output?.volume_mode === 'software' && volume !== null && volume.volume < volume.max;
  return (
    Object.hasOwn(LOSSLESS, ending) &&
    track.frequency === opened.rate &&
    WIDE.test(opened.format) &&
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
