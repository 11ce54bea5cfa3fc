/**
 * A station as a directory tells of it: the member names are those of the interface of radio-browser.info, version 0.7
 * (docs.radio-browser.info, "Struct Station"). Anybody can write into that directory, so that each member is looked at.
 */
import { cleanText } from '../tags/track-tag.js';
import * as stations from './station.js';

export interface DirectoryStation extends Omit<stations.StationFacts, 'directoryId'> {
  /** A UUID in lower case. */
  readonly id: string;
  /** Texts are `""` and numbers 0 when unknown. */
  readonly country: string;
  /** ISO 3166-1, two letters. */
  readonly countryCode: string;
  readonly language: string;
  readonly votes: number;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** In lower case; undefined for what is no id of the directory. */
export function directoryId(text: unknown): string | undefined {
  return typeof text === 'string' && UUID.test(text) ? text.toLowerCase() : undefined;
}

/** Cleaned, and never longer than `limit`; `""` for what is no text. */
export function words(value: unknown, limit: number): string {
  if (typeof value !== 'string') return '';
  // Never half a character.
  return cleanText(value)
    .slice(0, limit)
    .replace(/[\ud800-\udbff]$/, '');
}

function webAddress(value: unknown): string | null {
  const address = typeof value === 'string' ? value.trim() : '';
  return stations.isWebAddress(address) ? address : null;
}

/** 0 for what is no count. */
export function whole(value: unknown, most: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? Math.min(value, most) : 0;
}

function tagsIn(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const tags = value.split(',', 10 * stations.MOST_TAGS).map((tag) => words(tag, stations.TAG_LIMIT));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, stations.MOST_TAGS);
}

/** Undefined for what cannot be played or has no name. @param mayPlay whether a stream may come from an address */
export function toDirectoryStation(raw: unknown, mayPlay: (url: string) => boolean): DirectoryStation | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const said = raw as Readonly<Record<string, unknown>>;
  const id = directoryId(said['stationuuid']);
  const name = words(said['name'], stations.NAME_LIMIT);
  const url = webAddress(said['url_resolved']) ?? webAddress(said['url']);
  if (id === undefined || name === '' || url === null || !mayPlay(url)) return undefined;
  return {
    ...{ id, name, url, logo: webAddress(said['favicon']), homepage: webAddress(said['homepage']) },
    tags: tagsIn(said['tags']),
    codec: words(said['codec'], stations.CODEC_LIMIT).replace(/^UNKNOWN$/i, ''),
    bitrate: whole(said['bitrate'], stations.HIGHEST_BITRATE),
    country: words(said['country'], stations.NAME_LIMIT),
    countryCode: /^[A-Z]{2}$/i.exec(words(said['countrycode'], 2))?.[0].toUpperCase() ?? '',
    language: words(said['language'], stations.NAME_LIMIT),
    votes: whole(said['votes'], Number.MAX_SAFE_INTEGER),
  };
}
