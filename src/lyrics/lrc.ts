/**
 * Lyrics as text, with or without times: LRC, also "enhanced" with times of words, or plain lines. Everything comes from
 * strangers: what is no lyrics is left out, and lines and their lengths are bounded. Pure.
 *
 *     [ti:Title]  [offset:+250]                 of the whole text; only the offset matters here
 *     [00:12.50][01:40.00]A line sung twice
 *     [00:17.20]<00:17.20>Each <00:17.60>word
 */
import { cleanText } from '../tags/track-tag.js';

export interface LyricLine {
  /** Milliseconds into the track; undefined in lyrics without times. */
  readonly at: number | undefined;
  /** `""` for a pause. */
  readonly text: string;
}

export interface LyricText {
  /** Every line has its time, and no line comes before an earlier one. */
  readonly isSynced: boolean;
  /** At least one of them has text. */
  readonly lines: readonly LyricLine[];
}

export const MOST_LINES = 5000;
/** Characters of a line. */
export const LONGEST_LINE = 1000;
/** Milliseconds: no time is later. */
export const LATEST = 24 * 3_600_000;

const NEW_LINE = /\r\n|\r|\n/;
/** Minutes, seconds and hundredths (thousandths, tenths) of a time tag, with what is before it. */
const TIME = /\s*\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]/y;
/** Times of words: between angle brackets, or, as karaoke players write them, in the middle of a line. */
const WORD_TIME = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>|\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\]/g;
const METADATA = /^\s*\[([a-z#][a-z_ ]{0,20}):([^\]]*)\]\s*$/i;

/** The lyrics in a text; undefined where there are none. */
export function parseLyrics(text: string): LyricText | undefined {
  const raw = text.split(NEW_LINE, 2 * MOST_LINES);
  return timed(raw) ?? plain(raw);
}

/** Lines that have their times already, in any order; undefined without a text. */
export function syncedLines(lines: readonly LyricLine[]): LyricText | undefined {
  const sorted = lines
    .slice(0, MOST_LINES)
    .map(({ at = 0, text }) => ({ at: Math.min(Math.max(Math.round(at), 0), LATEST), text: cleanLine(text) }))
    .sort((one, other) => one.at - other.at);
  return sorted.some(({ text }) => text !== '') ? { isSynced: true, lines: sorted } : undefined;
}

/** Undefined when no line has a time. A line without one goes with the line before it, as a translation does. */
function timed(raw: readonly string[]): LyricText | undefined {
  const lines: LyricLine[] = [];
  let offset = 0;
  let isTimed = false;
  for (const line of raw) {
    const { times, rest } = timesOf(line);
    if (times.length > 0) isTimed = true;
    else if (METADATA.test(line) || rest.trim() === '') {
      offset = offsetOf(line) ?? offset;
      continue;
    }
    const before = lines.at(-1)?.at ?? 0;
    for (const at of times.length > 0 ? times : [before]) {
      if (lines.length < MOST_LINES) lines.push({ at, text: rest });
    }
  }
  if (!isTimed) return undefined;
  // A positive offset has the lines come sooner.
  return syncedLines(lines.map(({ at = 0, text }) => ({ at: at - offset, text })));
}

/** Times at the beginning of a line in milliseconds, and what follows them. */
function timesOf(line: string): { readonly times: readonly number[]; readonly rest: string } {
  const times: number[] = [];
  TIME.lastIndex = 0;
  let end = 0;
  for (let match = TIME.exec(line); match !== null && times.length < MOST_LINES; match = TIME.exec(line)) {
    const [, minutes = '', seconds = '', fraction = ''] = match;
    times.push((Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0')));
    end = TIME.lastIndex;
  }
  return { times, rest: line.slice(end) };
}

/** Milliseconds by which all lines come sooner; undefined for another line. */
function offsetOf(line: string): number | undefined {
  const [, name = '', value = ''] = METADATA.exec(line) ?? [];
  return name.trim().toLowerCase() === 'offset' && /^\s*[+-]?\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}

/** Never two empty lines together, and none at either end. */
function plain(raw: readonly string[]): LyricText | undefined {
  const lines: LyricLine[] = [];
  for (const line of raw) {
    if (METADATA.test(line) || lines.length >= MOST_LINES) continue;
    const text = cleanLine(line);
    if (text !== '' || (lines.at(-1)?.text ?? '') !== '') lines.push({ at: undefined, text });
  }
  if (lines.at(-1)?.text === '') lines.pop();
  return lines.length > 0 ? { isSynced: false, lines } : undefined;
}

function cleanLine(line: string): string {
  const text = line
    .slice(0, 4 * LONGEST_LINE)
    .replace(WORD_TIME, ' ')
    .replace(/\s+/g, ' ');
  // Never half a character.
  return cleanText(text)
    .slice(0, LONGEST_LINE)
    .replace(/[\ud800-\udbff]$/, '');
}
