/** Lyrics of what plays: whether they are shown, and which line is sung. The functions need no document. */
import { signal } from '@preact/signals';
import type { Schemas } from './box.js';

export type LyricLine = Schemas['Lyrics']['lines'][number];

/** Whether Now Playing has them in the place of the cover; until the page is closed. */
export const showsLyrics = signal(false);

/** Index of the line that is sung, -1 before the first. @param lines with times, in their order */
export function lineAt(lines: readonly LyricLine[], milliseconds: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.at_ms ?? 0) <= milliseconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Milliseconds until a later line is sung; undefined after the last. */
export function untilNextLine(lines: readonly LyricLine[], milliseconds: number): number | undefined {
  const next = lines[lineAt(lines, milliseconds) + 1]?.at_ms;
  return next === undefined || next === null ? undefined : next - milliseconds;
}
