/** Puts what playlist files name in the place of the files, where a request asks the queue to take one. */
import { InvalidInput, Unprocessable } from '../errors.js';
import { isPlaylist } from '../library/files.js';
import { isStream } from '../tags/track-tag.js';
import type { FileEntry } from '../playlists/files/file-entry.js';
import { findEntries } from '../playlists/files/find-entries.js';
import { readFromLibrary } from '../playlists/files/library-file.js';
import type { HttpDeps } from './deps.js';
import { reasonOf } from './wire/playlist-files.js';

/** Playlist files in one request. */
const MOST_FILES = 100;

export interface Expanded {
  readonly locations: readonly string[];
  /** Entries of playlists that could not be found. */
  readonly leftOut: number;
}

const isFile = (location: string): boolean => !isStream(location) && isPlaylist(location);

/**
 * Locations for the queue. Entries that cannot be found are left out and logged. A track that the request names itself
 * is not added again by a playlist: a client that sends all files of a folder gets none of them twice.
 * @param locations as `admitTracks` returns them
 * @param requireRoom throws when the queue cannot hold so many
 * @throws InvalidInput TOO_MANY_PLAYLIST_FILES; Unprocessable NOTHING_TO_PLAY; and what `readFromLibrary` throws
 */
export async function withoutPlaylists(
  locations: readonly string[],
  { library, paths, streams, log }: Pick<HttpDeps, 'library' | 'paths' | 'streams' | 'log'>,
  requireRoom: (tracks: number) => void,
): Promise<Expanded> {
  const files = locations.filter(isFile);
  if (files.length === 0) return { locations, leftOut: 0 };
  if (files.length > MOST_FILES) {
    throw new InvalidInput('TOO_MANY_PLAYLIST_FILES', `A request names at most ${MOST_FILES} playlists.`);
  }
  const entries: FileEntry[] = [];
  /** Index of the first entry behind those of each file. */
  const ends: number[] = [];
  for (const file of files) {
    for (const entry of (await readFromLibrary(file, paths)).entries) entries.push(entry);
    requireRoom(entries.length);
    ends.push(entries.length);
  }
  const { tracks, missing } = await findEntries(entries, { library, paths, streams }, true);
  const [first] = missing;
  if (first !== undefined) {
    const facts = { files: files.join(', ').slice(0, 1000), missing: missing.length, first: first.location };
    log.info('playlists: entries of a playlist file are left out', { ...facts, reason: reasonOf(first.code) });
  }
  const asked = new Set(locations);
  const result: string[] = [];
  let next = 0;
  let file = 0;
  for (const location of locations) {
    if (!isFile(location)) {
      result.push(location);
      continue;
    }
    const end = ends[file++] ?? 0;
    for (; next < tracks.length && (tracks[next]?.entry ?? 0) < end; next++) {
      const found = tracks[next]?.location;
      if (found !== undefined && !asked.has(found) && !asked.has(found.replace(/#track=\d+$/, ''))) result.push(found);
    }
  }
  if (result.length === 0) {
    const why = first === undefined ? '' : ` Entry ${first.line}: ${reasonOf(first.code)}`;
    throw new Unprocessable('NOTHING_TO_PLAY', `The playlist names nothing that can be played.${why}`);
  }
  requireRoom(result.length);
  return { locations: result, leftOut: missing.length };
}
