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
}

/** Longer texts are cut: a tag is written by a stranger. */
const TEXT_LIMIT = 1000;
const NUMBER_LIMIT = 2 ** 31 - 1;

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
    genre: '',
    trackNumber: 0,
    discNumber: 0,
    year: 0,
    yearString: '',
    length: 0,
    fileSize,
    bitrate: 0,
    sampleRate: 0,
  };
}

/** Duration in ms by counted frames where there is a count, else by the parser's own duration in seconds. */
function lengthOf({ numberOfSamples, sampleRate, duration }: IAudioMetadata['format']): number {
  const counted = numberOfSamples !== undefined && sampleRate !== undefined && sampleRate > 0;
  return cleanNumber(counted ? (numberOfSamples * 1000) / sampleRate : (duration ?? 0) * 1000);
}

/** Our tag from what music-metadata found in a file of `fileSize` bytes. */
export function toTrackTag({ common, format }: IAudioMetadata, location: string, fileSize: number): TrackTag {
  const fallback = fallbackTag(location, fileSize);
  return {
    ...fallback,
    title: cleanText(common.title) || fallback.title,
    artist: cleanText(common.artist),
    album: cleanText(common.album),
    albumArtist: cleanText(common.albumartist),
    composer: cleanText(common.composer?.join(', ')),
    genre: cleanText(common.genre?.join(', ')),
    trackNumber: cleanNumber(common.track.no),
    discNumber: cleanNumber(common.disk.no),
    year: cleanNumber(common.year),
    yearString: cleanText(common.date ?? common.year?.toString()),
    length: lengthOf(format),
    bitrate: cleanNumber(Math.round((format.bitrate ?? 0) / 1000)),
    sampleRate: cleanNumber(format.sampleRate),
  };
}
