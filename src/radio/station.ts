/** What is known of a radio station. Lengths are in UTF-16 units at most; schemas are made from them. */

export interface StationFacts {
  readonly name: string;
  /** Address of the stream, or of a playlist file that names it. */
  readonly url: string;
  /** Address of a picture. */
  readonly logo: string | null;
  readonly homepage: string | null;
  readonly tags: readonly string[];
  /** `""` when unknown. */
  readonly codec: string;
  /** kbit/s; 0 when unknown. */
  readonly bitrate: number;
  /** Id of the station in the directory. */
  readonly directoryId: string | null;
}

/** One that a person keeps. */
export interface Station extends StationFacts {
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One that was heard lately. */
export interface RecentStation extends StationFacts {
  /** Id among the saved ones; null for one that is not saved. */
  readonly savedId: string | null;
  /** Unix seconds. */
  readonly playedAt: number;
}

export const MOST_STATIONS = 500;
/** Stations that are remembered as heard. */
export const MOST_RECENT = 30;
export const ADDRESS_LIMIT = 4096;
export const NAME_LIMIT = 250;
export const TAG_LIMIT = 100;
export const MOST_TAGS = 30;
export const CODEC_LIMIT = 50;
export const DIRECTORY_ID_LIMIT = 100;
export const HIGHEST_BITRATE = 1_000_000;

/** An address that a page may show as a link: of no other scheme. */
export function isWebAddress(text: string): boolean {
  if (text.length > ADDRESS_LIMIT || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
