/**
 * Songs of a folder, written out, and the values of their tags folded for searches. Clients that read the whole library, or
 * search in it as somebody types, are answered from such texts without the database. Pure.
 */
import { folded as fold, type Filter } from './filter.js';
import { type Song, songLines } from './song.js';

/** The songs of a folder, or some of them in order. */
export interface FolderText {
  /** URI of the folder. */
  readonly uri: string;
  /** All lines of the songs. */
  readonly lines: string;
  /** Where the lines of each song end. */
  readonly ends: readonly number[];
  /** Folded values of all tags, each with a line break behind it. */
  readonly folded: string;
  /** Where the values of each song end. */
  readonly foldedEnds: readonly number[];
}

const BEYOND_LATIN_1 = /[^\0-\xff]/;

export function folderText(uri: string, songs: readonly Song[]): FolderText {
  const [ends, foldedEnds]: [number[], number[]] = [[], []];
  let [lines, folded] = ['', ''];
  for (const song of songs) {
    lines += songLines(song, undefined);
    ends.push(lines.length);
    for (const [, value] of song.tags) folded += `${fold(value)}\n`;
    foldedEnds.push(folded.length);
  }
  return { uri, lines, ends, folded, foldedEnds };
}

/** Bytes of memory, about. */
export function sizeOf({ lines, folded, ends }: FolderText): number {
  const bytes = (text: string): number => (BEYOND_LATIN_1.test(text) ? 2 : 1) * text.length;
  return bytes(lines) + bytes(folded) + 16 * ends.length + 200;
}

/** The folded text that a song must have in one of its tags, where the filter asks for that and for nothing else. */
export function wantedText(filter: Filter): string | undefined {
  if (filter.kind === 'and') {
    const [only] = filter.filters;
    return only !== undefined && filter.filters.length === 1 ? wantedText(only) : undefined;
  }
  if (filter.kind !== 'tag' || filter.tag !== 'any') return undefined;
  const { value, folds, position, isNegated } = filter.test;
  return folds && position === 'anywhere' && !isNegated && value !== '' ? fold(value) : undefined;
}

/**
 * Finds the songs that have a text in one of their tags.
 * @param wanted folded; not empty @param from, to range among the songs that are found, of which lines are given
 */
export function search(
  { lines, ends, folded, foldedEnds }: FolderText,
  wanted: string,
  from: number,
  to: number,
): { readonly count: number; readonly lines: string } {
  let [found, count, song] = ['', 0, 0];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, foldedEnds[song])) {
    while ((foldedEnds[song] ?? Infinity) <= at) song += 1;
    if (count >= from && count < to) found += lines.slice(ends[song - 1] ?? 0, ends[song]);
    count += 1;
  }
  return { count, lines: found };
}
