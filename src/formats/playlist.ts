/**
 * What a playlist file names, and how the readers of M3U, PLS and XSPF give it. A reader is a generator: it yields an
 * entry as soon as that is read, and `undefined` behind a step that gave none. So whoever reads decides how many entries
 * there may be, and when other work goes first.
 */

export interface PlaylistEntry {
  /** Line in the file, counted from 1. */
  readonly line: number;
  /** A path, a `file://` URI or a URL, as it stands there. */
  readonly location: string;
  /** Whether percent escapes are part of the form; else they are tried only when nothing is found without. */
  readonly isUri: boolean;
  /** 0 when the file does not say. */
  readonly seconds: number;
  /** `""` when the file does not say. */
  readonly title: string;
}

/** Returns the name of the playlist, `""` when the file does not say. Throws InvalidInput NO_PLAYLIST. */
export type PlaylistReading = Generator<PlaylistEntry | undefined, string, undefined>;

export function rowsOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}
