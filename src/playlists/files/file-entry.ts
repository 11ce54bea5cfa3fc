/** What a playlist file names, in whatever form it was written. */
export interface FileEntry {
  /** Where it stands in the file, counted from 1. */
  readonly line: number;
  /** A path, a `file://` URI or a URL, as it stands there. */
  readonly location: string;
  /** Whether percent escapes are part of the form; else they are tried only when nothing is found without. */
  readonly isUri: boolean;
  /** 0 when the file does not say. */
  readonly seconds: number;
}

export interface PlaylistFile {
  /** `""` when the file does not say. */
  readonly name: string;
  readonly entries: readonly FileEntry[];
}

/** What a playlist is written from. */
export interface WrittenEntry {
  /** Relative to the library, or a URL. */
  readonly location: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Milliseconds; 0 when it has no end. */
  readonly length: number;
}

/** Stands for a track that is in a playlist but not in the library, by its id: only this box can read it back. */
export const TRACK_URN = 'urn:tonearm:track:';

/** Rows or tags in one turn of the event loop. */
export const TURN = 500;

/** C0 and C1 control characters would end a line, or a document. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+|\p{Cs}/gu, ' ');
}
