/** What a file says about itself, in a form that is safe to show: bounded, without control characters, never null. */
import { factsOfName } from './path-names.js';
import { FRONT_COVER, type Found, type FoundCommon } from './found.js';

/** Unknown texts are `""` and unknown numbers 0; only `title` is always known. */
export interface TrackTag {
  readonly title: string;
  /** Whether the file itself says the title; else it is made of the name of the file. */
  readonly hasTitle: boolean;
  /** All artists in one text. */
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
  /** Each artist by itself, where the tag keeps them apart. */
  readonly artists: readonly string[];
  readonly genres: readonly string[];
  readonly label: string;
  readonly copyright: string;
  readonly compilation: boolean;
  /** MusicBrainz' id of the release, in small letters; `""` without one. */
  readonly releaseId: string;
  /** MIME type of the front cover, else of the first picture; `""` without one. */
  readonly picture: string;
  /** A cue sheet in the tag, as it stands there; `""` without one. */
  readonly cueSheet: string;
  /** How the artists are sorted, in their order; none where the tag does not say it. */
  readonly artistSorts: readonly string[];
  readonly albumSort: string;
  readonly albumArtistSort: string;
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

/** UTF-16 units; the sheets of real albums have some thousands. */
const CUE_SHEET_LIMIT = 32_768;
/** Values of one kind that are kept. */
const LIST_LIMIT = 50;
const NONE: readonly string[] = Object.freeze([]);

/** C0 and C1 control characters, and halves of surrogate pairs, which no JSON reader agrees on. */
const UNPRINTABLE = /\p{Cc}+|\p{Cs}/gu;

/** Most texts are so, and need nothing but trimming. */
const PLAIN = /^[\x20-\x7e]*$/;

/** A text from outside: trimmed, printable, at most 1,000 UTF-16 units and never half a character. */
export function cleanText(raw: string | undefined): string {
  if (raw === undefined || raw === '') return '';
  if (raw.length <= TEXT_LIMIT && PLAIN.test(raw)) return raw.trim();
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
export function streamTitle(location: string): string {
  if (!URL.canParse(location)) return location;
  const { pathname, host } = new URL(location);
  const segment = pathname.split('/').findLast((each) => each !== '') ?? '';
  try {
    return cleanText(decodeURIComponent(segment)) || host;
  } catch {
    return cleanText(segment) || host;
  }
}

/** Without tags: by the name of the file, without its number and ending. */
export function fallbackTitle(location: string): string {
  return cleanText(isStream(location) ? streamTitle(location) : factsOfName(location).title);
}

/** What is known of a location without opening it: a title from its name. */
export function fallbackTag(location: string, fileSize = 0): TrackTag {
  return {
    title: fallbackTitle(location),
    hasTitle: false,
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
    artists: NONE,
    genres: NONE,
    label: '',
    copyright: '',
    compilation: false,
    releaseId: '',
    picture: '',
    cueSheet: '',
    artistSorts: NONE,
    albumSort: '',
    albumArtistSort: '',
  };
}

type FoundReplayGain = { readonly [Key in keyof FoundCommon & `replaygain_${string}`]?: FoundCommon[Key] | undefined };

export function replayGainOf(common: FoundReplayGain): ReplayGain {
  const within = (value: number | undefined, least: number, most: number) =>
    value !== undefined && value >= least && value <= most ? value : undefined;
  return {
    trackGain: within(common.replaygain_track_gain?.dB, -GAIN_LIMIT, GAIN_LIMIT),
    albumGain: within(common.replaygain_album_gain?.dB, -GAIN_LIMIT, GAIN_LIMIT),
    trackPeak: within(common.replaygain_track_peak?.ratio, Number.MIN_VALUE, PEAK_LIMIT),
    albumPeak: within(common.replaygain_album_peak?.ratio, Number.MIN_VALUE, PEAK_LIMIT),
  };
}

/** Duration in ms by counted frames where there is a count, else by the parser's own duration in seconds. */
function lengthOf({ numberOfSamples, sampleRate, duration }: Found['format']): number {
  const counted = numberOfSamples !== undefined && sampleRate !== undefined && sampleRate > 0;
  return cleanNumber(counted ? (numberOfSamples * 1000) / sampleRate : (duration ?? 0) * 1000);
}

/** At most fifty, without those that are empty when cleaned. */
export function cleanList(raw: readonly string[] | undefined): readonly string[] {
  const texts =
    raw
      ?.slice(0, LIST_LIMIT)
      .map(cleanText)
      .filter((text) => text !== '') ?? [];
  return texts.length === 0 ? NONE : texts;
}

function pictureOf({ picture }: FoundCommon): string {
  return cleanText((picture?.find(({ type }) => type === FRONT_COVER) ?? picture?.[0])?.format);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** MusicBrainz' id in small letters; what is none means nothing. */
export function releaseIdOf(raw: string | undefined): string {
  const id = raw?.trim().toLowerCase() ?? '';
  return UUID.test(id) ? id : '';
}

/** A year in figures; a tag may hold anything. */
function yearText(year: number | undefined): string | undefined {
  return Number.isFinite(year) ? year?.toString() : undefined;
}

/** Our tag from what was found in a file of `fileSize` bytes. @param length in ms, where something tells it better */
export function toTrackTag({ common, format }: Found, location: string, fileSize: number, length?: number): TrackTag {
  const title = cleanText(common.title);
  return {
    title: title || fallbackTitle(location),
    hasTitle: title !== '',
    artist: cleanText(common.artist),
    album: cleanText(common.album),
    albumArtist: cleanText(common.albumartist),
    composer: cleanText(common.composer?.join(', ')),
    work: cleanText(common.work) || cleanText(common.grouping),
    genre: cleanText(common.genre?.join(', ')),
    trackNumber: cleanNumber(common.track.no),
    discNumber: cleanNumber(common.disk.no),
    year: cleanNumber(common.year),
    yearString: cleanText(common.date ?? yearText(common.year)),
    length: length ?? lengthOf(format),
    fileSize,
    bitrate: cleanNumber(Math.round((format.bitrate ?? 0) / 1000)),
    sampleRate: cleanNumber(format.sampleRate),
    replayGain: replayGainOf(common),
    artists: cleanList(common.artists),
    genres: cleanList(common.genre),
    label: cleanText(common.label?.join(', ')),
    copyright: cleanText(common.copyright),
    compilation: common.compilation ?? false,
    releaseId: releaseIdOf(common.musicbrainz_albumid),
    picture: pictureOf(common),
    cueSheet: (common.cueSheet ?? '').slice(0, CUE_SHEET_LIMIT),
    artistSorts: cleanList(common.artistSorts),
    albumSort: cleanText(common.albumsort),
    albumArtistSort: cleanText(common.albumartistsort),
  };
}
