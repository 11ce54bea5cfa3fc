/** Whether the samples of a file reach the output bit by bit, and the names of formats. Needs no document. */
import type { Parts, Track } from './model.js';

/** Names of formats by the endings of files: formats that keep every bit, and others. */
const LOSSLESS: Readonly<Record<string, string>> = {
  ...{ flac: 'FLAC', wav: 'WAV', aif: 'AIFF', aiff: 'AIFF', wv: 'WavPack', ape: 'APE', alac: 'ALAC' },
};
const LOSSY: Readonly<Record<string, string>> = {
  ...{ mp3: 'MP3', ogg: 'Ogg', oga: 'Ogg', opus: 'Opus', m4a: 'AAC', aac: 'AAC' },
};
/** Formats that may be lossy: WavPack does not show whether bits were left out. */
const MAY_BE_LOSSY = ['wv'];
/** Formats of integer samples, which are named by their bits: `S16`, `S24_3`. */
const INTEGERS = /^S(\d+)(?:_|$)/;

/** Samples of one bit (DSD) are converted before the output. */
const ONE_BIT = 1;

/** What the output was opened with. */
type Opened = NonNullable<Parts['status']['opened']>;

/** Format by file extension, such as `FLAC`; `''` when unknown. */
export function kindOf(path: string): string {
  const ending = endingOf(path);
  return LOSSLESS[ending] ?? LOSSY[ending] ?? '';
}

/** Whether a file is of a format that keeps every bit, by its extension. */
export function isLossless(path: string): boolean {
  return Object.hasOwn(LOSSLESS, endingOf(path));
}

function endingOf(path: string): string {
  return /\.(\w{2,5})(?:\?.*)?$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** What a file holds; null where nobody knows. */
type Source = Pick<Track, 'path' | 'frequency' | 'bits_per_sample' | 'channels'>;

/**
 * True only for a lossless file at its own rate, mono or stereo, in an output format that holds all of its bits, with
 * no processing in between.
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

/** Whether no setting changes a sample. */
function isUntouched(settings: Parts['settings']): boolean {
  const { balance, bass, treble, channel_config: channels, crossfeed, crossfade } = settings;
  const isNeutral = [balance, bass, treble, channels, crossfeed, crossfade].every((value) => value === 0);
  return isNeutral && !settings.eq_enabled && settings.stereo_width === 100 && settings.replaygain_settings.type === 3;
}
