import { Conflict, InvalidInput } from '../../errors.js';
import { decodeBytes } from '../../tags/encodings.js';
import { PLAYLIST_CAPACITY } from '../saved/saved-playlists.js';

/** What a playlist file names, in whatever form it was written. */
export interface FileEntry {
  /** Line in the file, counted from 1; in a CUE sheet the number of the track. */
  readonly line: number;
  /** A path, a `file://` URI or a URL, as it stands there. */
  readonly location: string;
  /** Whether percent escapes are part of the form; else they are tried only when nothing is found without. */
  readonly isUri: boolean;
  /** 0 when the file does not say. */
  readonly seconds: number;
  /** `""` when the file does not say. */
  readonly title: string;
  /** Absolute path of the folder that relative paths begin at; undefined when the file does not lie in the library. */
  readonly folder?: string;
  /** Number of a track inside the file at `location`, as a CUE sheet has it. */
  readonly part?: number;
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

/**
 * Text of a playlist file in UTF-8, in UTF-16 with a byte order mark, or in an older encoding.
 * @throws InvalidInput NO_PLAYLIST for bytes that are no text
 */
export function textOf(bytes: Buffer): string {
  const text = decodeBytes(bytes).replace(/^\ufeff/, '');
  if (text.includes('\0')) throw new InvalidInput('NO_PLAYLIST', 'This is no playlist: it is not text.');
  return text;
}

/** @throws Conflict PLAYLIST_FULL */
export function requireRoom(entries: number): void {
  if (entries > PLAYLIST_CAPACITY) {
    throw new Conflict('PLAYLIST_FULL', `A playlist holds at most ${PLAYLIST_CAPACITY} tracks.`);
  }
}

/** C0 and C1 control characters would end a line, or a document. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+|\p{Cs}/gu, ' ');
}
