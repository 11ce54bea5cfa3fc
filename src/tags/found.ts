/** What a reader found in a file, before it is cleaned: the part of music-metadata's answer that a `TrackTag` is made of. */
import type { ICommonTagsResult, IFormat } from 'music-metadata';

type FormatFields = 'numberOfSamples' | 'sampleRate' | 'duration' | 'bitrate';

export interface Numbered {
  no: number | null;
}

export interface FoundPicture {
  /** MIME type. */
  readonly format: string;
  /** music-metadata's word for the picture's type. */
  readonly type?: string;
}

export interface FoundCommon extends Partial<Omit<ICommonTagsResult, 'track' | 'disk' | 'picture'>> {
  track: Numbered;
  disk: Numbered;
  picture?: FoundPicture[];
  /** The text of a tag named CUESHEET. */
  cueSheet?: string;
  /** How each artist is sorted, where the tag says it. */
  artistSorts?: string[];
}

export interface Found {
  readonly common: FoundCommon;
  /** A text beyond ASCII is of a field that does not say its encoding, or says ISO-8859-1: each byte is one character. */
  readonly isUnlabelled?: boolean;
  readonly format: { -readonly [Field in FormatFields]?: NonNullable<IFormat[Field]> };
}

export const FRONT_COVER = 'Cover (front)';

export function nothingFound(): FoundCommon {
  return { track: { no: null }, disk: { no: null } };
}

/** Between the artists of several fields, where all of them are shown as one text. */
export const BETWEEN_ARTISTS = ', ';

export const BEYOND_ASCII = /[\x80-\xff]/;

/** Adds what is not yet there. */
export function addUnique(list: readonly string[] | undefined, values: readonly string[]): string[] {
  return [...new Set([...(list ?? []), ...values])];
}

/** `3/12` as its first number; null where there is none. */
export function numbered(text: string): Numbered {
  return { no: Number.parseInt(text, 10) || null };
}

const FIELDS = {
  REPLAYGAIN_TRACK_GAIN: 'replaygain_track_gain',
  REPLAYGAIN_ALBUM_GAIN: 'replaygain_album_gain',
  REPLAYGAIN_TRACK_PEAK: 'replaygain_track_peak',
  REPLAYGAIN_ALBUM_PEAK: 'replaygain_album_peak',
} as const;

type ReplayGainKey = keyof typeof FIELDS;

/** Puts one value in the place of another. @returns false when it is not written as the ReplayGain specification has it */
export function setReplayGain(common: FoundCommon, key: ReplayGainKey, text: string): boolean {
  const pattern = key.endsWith('GAIN') ? /^([+-]?\d+(?:\.\d+)?) db$/i : /^(\d+(?:\.\d+)?)$/;
  const value = Number.parseFloat(pattern.exec(text)?.[1] ?? 'NaN');
  if (Number.isNaN(value)) return false;
  common[FIELDS[key]] = { dB: value, ratio: value };
  return true;
}
