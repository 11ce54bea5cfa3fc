/** What playlist files name, and how much of it. */
import { Conflict } from '../../errors.js';
import type { PlaylistEntry } from '../../formats/playlist.js';
import { PLAYLIST_CAPACITY } from '../saved/saved-playlists.js';

/** What a playlist file or a CUE sheet names; `line` is the number of the track in a CUE sheet. */
export interface FileEntry extends PlaylistEntry {
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

/** Stands for a track that is in a playlist but not in the library, by its id: only this box can read it back. */
export const TRACK_URN = 'urn:tonearm:track:';

/** Rows or tags in one turn of the event loop. */
export const TURN = 500;

/** @throws Conflict PLAYLIST_FULL */
export function requireRoom(entries: number): void {
  if (entries > PLAYLIST_CAPACITY) {
    throw new Conflict('PLAYLIST_FULL', `A playlist holds at most ${PLAYLIST_CAPACITY} tracks.`);
  }
}
