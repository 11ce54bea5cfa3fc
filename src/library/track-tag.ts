/** What a file says about itself, in a form that is safe to show: bounded, without control characters, never null. */
import { basename } from 'node:path';
import type { IAudioMetadata } from 'music-metadata';

/** Unknown texts are `""` and unknown numbers 0; only `title` is always known. */
export interface TrackTag {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly albumArtist: string;
  readonly composer: string;
  /** The work that a movement belongs to; where there is none, the grouping, which is older and used for the same. */
  readonly work: string;
  /** All genres, separated by comma and space. */
  readonly genre: string;
  readonly trackNumber: number;
  readonly discNumber: number;
  readonly year: number;
  /** YYYY-MM-DD, or as much of it as the tag has. */
  readonly yearString: string;
  /** Whole milliseconds. */
  readonly length: number;
  /** Bytes. */
  readonly fileSize: number;
  /** kbit/s. */
  readonly bitrate: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly replayGain: ReplayGain;
}

/** Gains in dB, peaks relative to full scale; undefined where the file does not say, or says nonsense. */
export interface ReplayGain {
  readonly trackGain: number | undefined;
  readonly albumGain: number | undefined;
  readonly trackPeak: number | undefined;
  readonly albumPeak: number | undefined;
}

export const NO_REPLAY_GAIN: ReplayGain = {
  trackGain: undefined,
  albumGain: undefined,
  trackPeak: undefined,
  albumPeak: undefined,
};

/** Longer texts are cut: a tag is written by a stranger. */
const TEXT_LIMIT = 1000;
const NUMBER_LIMIT = 2 ** 31 - 1;
/** dB; what a stranger may do to the loudness. The ReplayGain specification's own range is ±51.1. */
const GAIN_LIMIT = 51.1;
/** A decoder can overshoot full scale, but not by much. */
const PEAK_LIMIT = 8;

/** C0 and C1 control characters, and halves of surrogate pairs, which no JSON reader agrees on. */
const UNPRINTABLE = /\p{Cc}+|\p{Cs}/gu;

/** A text from outside: trimmed, printable, at most 1,000 UTF-16 units and never half a character. */
export function cleanText(raw: string | undefined): string {
  if (raw === undefined) return '';
  return raw
    .slice(0, 2 * TEXT_LIMIT)
    .replace(UNPRINTABLE, ' ')
    .trim()
    .slice(0, TEXT_LIMIT)
    .replace(UNPRINTABLE, '');
}

/** A number from outside: whole, not negative, 32 bits; 0 for anything else. */
function cleanNumber(raw: number | null | undefined): number {
  if (raw === undefined || raw === null || !Number.isFinite(raw)) return 0;
  return Math.min(Math.max(Math.floor(raw), 0), NUMBER_LIMIT);
}

export function isStream(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** The last segment of a URL's path, else its host. No request is made. */
function streamTitle(location: string): string {
  if (!URL.canParse(location)) return location;
  const { pathname, host } = new URL(location);
  const segment = pathname.split('/').findLast((each) => each !== '') ?? '';
  try {
    return cleanText(decodeURIComponent(segment)) || host;
  } catch {
    return cleanText(segment) || host;
  }
}

/** What is known of a location without opening it: a title from its name. */
export function fallbackTag(location: string, fileSize = 0): TrackTag {
  const title = isStream(location) ? streamTitle(location) : basename(location);
  return {
    title: cleanText(title),
    artist: '',
    album: '',
    albumArtist: '',
    composer: '',
    work: '',
    genre: '',
    trackNumber: 0,
    discNumber: 0,
    year: 0,
    yearString: '',
    length: 0,
    fileSize,
    bitrate: 0,
    sampleRate: 0,
    replayGain: NO_REPLAY_GAIN,
  };
}

/** Where ReplayGain wants a sound to be, above EBU R 128: -18 against -23 LUFS. */
const ABOVE_R128 = 5;

/**
 * The gain in a comment of Opus (RFC 7845 section 5.2.1): a whole number of 1/256 dB to EBU R 128, as dB of ReplayGain.
 * It counts from the sound as the output gain in the header leaves it, which the decoder has applied.
 */
function r128Gain({ native, format }: Pick<IAudioMetadata, 'native' | 'format'>, name: string): number | undefined {
  if (format.codec !== 'Opus') return undefined;
  const value = native['vorbis']?.find(({ id }) => id.toUpperCase() === name)?.value;
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,5}\s*$/.test(value)) return undefined;
  const steps = Number(value);
  return steps >= -32_768 && steps <= 32_767 ? steps / 256 + ABOVE_R128 : undefined;
}

function replayGainOf(metadata: IAudioMetadata): ReplayGain {
  const { common } = metadata;
  const within = (value: number | undefined, least: number, most: number) =>
    value !== undefined && value >= least && value <= most ? value : undefined;
  return {
    trackGain: within(
      r128Gain(metadata, 'R128_TRACK_GAIN') ?? common.replaygain_track_gain?.dB,
      -GAIN_LIMIT,
      GAIN_LIMIT,
    ),
    albumGain: within(
      r128Gain(metadata, 'R128_ALBUM_GAIN') ?? common.replaygain_album_gain?.dB,
      -GAIN_LIMIT,
      GAIN_LIMIT,
    ),
    trackPeak: within(common.replaygain_track_peak?.ratio, Number.MIN_VALUE, PEAK_LIMIT),
    albumPeak: within(common.replaygain_album_peak?.ratio, Number.MIN_VALUE, PEAK_LIMIT),
  };
}

/** Duration in ms by counted frames where there is a count, else by the parser's own duration in seconds. */
function lengthOf({ numberOfSamples, sampleRate, duration }: IAudioMetadata['format']): number {
  const counted = numberOfSamples !== undefined && sampleRate !== undefined && sampleRate > 0;
  return cleanNumber(counted ? (numberOfSamples * 1000) / sampleRate : (duration ?? 0) * 1000);
}

/** ID3 has no frame for it (id3.org/id3v2.3.0, section 4.2.1): taggers use a text of their own, or the content group. */
function workOf({ common, native }: IAudioMetadata): string {
  const ownText = [...(native['ID3v2.3'] ?? []), ...(native['ID3v2.4'] ?? [])].find(({ id }) => id === 'TXXX:WORK');
  const named = common.work ?? (typeof ownText?.value === 'string' ? ownText.value : undefined);
  return cleanText(named) || cleanText(common.grouping);
}

/** Our tag from what music-metadata found in a file of `fileSize` bytes. */
export function toTrackTag(metadata: IAudioMetadata, location: string, fileSize: number): TrackTag {
  const { common, format } = metadata;
  const fallback = fallbackTag(location, fileSize);
  return {
    ...fallback,
    title: cleanText(common.title) || fallback.title,
    artist: cleanText(common.artist),
    album: cleanText(common.album),
    albumArtist: cleanText(common.albumartist),
    composer: cleanText(common.composer?.join(', ')),
    work: workOf(metadata),
    genre: cleanText(common.genre?.join(', ')),
    trackNumber: cleanNumber(common.track.no),
    discNumber: cleanNumber(common.disk.no),
    year: cleanNumber(common.year),
    yearString: cleanText(common.date ?? common.year?.toString()),
    length: lengthOf(format),
    bitrate: cleanNumber(Math.round((format.bitrate ?? 0) / 1000)),
    sampleRate: cleanNumber(format.sampleRate),
    replayGain: replayGainOf(metadata),
  };
}
