/** A song as the protocol shows it: a URI, tags and some facts; and how it is written. Pure. */
import { FALLBACKS, type TagName } from './tag-names.js';

export type SongTag = readonly [name: TagName, value: string];

export interface Song {
  readonly uri: string;
  /** What the queue holds: an absolute path, or a URL. */
  readonly location: string;
  /** Id in the library; undefined where it is not there. */
  readonly id: string | undefined;
  /** In the order in which they are shown. None has an empty value. */
  readonly tags: readonly SongTag[];
  /** Unix seconds. */
  readonly modified: number | undefined;
  readonly added: number | undefined;
  /** Milliseconds. */
  readonly duration: number | undefined;
  /** The part of a file that it is, in milliseconds; an end of undefined is that of the file. */
  readonly range: { readonly start: number; readonly end: number | undefined } | undefined;
}

/** All values of a tag; none where the song does not have it. */
export function valuesOf({ tags }: Song, name: TagName): string[] {
  const values: string[] = [];
  for (const [each, value] of tags) if (each === name) values.push(value);
  return values;
}

/** All values of a tag, or else of the first tag that stands in for it. */
export function valuesWithFallback(song: Song, name: TagName): string[] {
  for (const each of [name, ...(FALLBACKS[name] ?? [])]) {
    const values = valuesOf(song, each);
    if (values.length > 0) return values;
  }
  return [];
}

/** Which tags a client wants to see; undefined for all. */
export type TagMask = ReadonlySet<TagName> | undefined;

/** ISO 8601 in UTC, to the second. @param seconds Unix time */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Seconds with three decimals. */
export function secondsOf(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Text in one line: a tag or a file name may hold a line break. */
export function oneLine(text: string): string {
  return /[\n\r]/.test(text) ? text.replace(/[\n\r]+/g, ' ') : text;
}

/** All lines of a song, without its place in a queue. */
export function songLines({ uri, tags, modified, added, duration, range }: Song, mask: TagMask): string {
  let text = `file: ${oneLine(uri)}\n`;
  if (range !== undefined) {
    text += `Range: ${secondsOf(range.start)}-${range.end === undefined ? '' : secondsOf(range.end)}\n`;
  }
  if (modified !== undefined) text += `Last-Modified: ${isoTime(modified)}\n`;
  if (added !== undefined) text += `Added: ${isoTime(added)}\n`;
  for (const [name, value] of tags) if (mask === undefined || mask.has(name)) text += `${name}: ${oneLine(value)}\n`;
  if (duration !== undefined) text += `Time: ${Math.round(duration / 1000)}\nduration: ${secondsOf(duration)}\n`;
  return text;
}
