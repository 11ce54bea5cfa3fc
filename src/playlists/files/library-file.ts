/**
 * Playlists and CUE sheets that lie in the library: opened inside its roots only, bounded in size, and read with the CUE
 * sheets that they name. A playlist that names another playlist is not followed.
 */
import { basename, dirname, extname, join } from 'node:path';

import { InvalidInput, NotFound, Unprocessable } from '../../errors.js';
import { readdir, stat } from '../../files/files.js';
import { isPlayable } from '../../tags/media-types.js';
import { openInside } from '../../library/inside-file.js';
import type { LibraryPaths } from '../../library/paths.js';
import { readCueSheet } from '../../tags/cue.js';
import { SheetFiles } from '../../tags/cue-tracks.js';
import { nextTurn } from '../../library/turn.js';
import { type FileEntry, type PlaylistFile, requireRoom, TRACK_URN } from './file-entry.js';
import { type PlaylistKind, readPlaylist } from './read-playlist.js';
import { pathsOf } from './path-variants.js';

/** Bytes of the largest playlist file that is read. */
export const PLAYLIST_BYTES = 2 * 1024 * 1024;
/** CUE sheets that one playlist may name. */
const MOST_SHEETS = 200;

/** Folders of sheets whose names are kept while one playlist is read. */
const MOST_FOLDERS = 10;

/** The files in the folders of sheets, by folder. */
type Neighbours = Map<string, SheetFiles>;

const KINDS: Readonly<Record<string, PlaylistKind>> = { m3u: 'm3u', m3u8: 'm3u', pls: 'pls', xspf: 'xspf' };

function endingOf(path: string): string {
  return extname(path).slice(1).toLowerCase();
}

/**
 * What the playlist or CUE sheet at `path` names, each with the folder that its relative paths begin at.
 * @param path absolute, with one of the endings of `isPlaylist`
 * @throws Unprocessable PLAYLIST_NOT_AVAILABLE, PLAYLIST_TOO_LARGE, NO_PLAYLIST; Conflict PLAYLIST_FULL; InvalidInput for
 * a path that is not inside a root
 */
export async function readFromLibrary(path: string, paths: LibraryPaths): Promise<PlaylistFile> {
  const bytes = await readInside(path, paths);
  const kind = KINDS[endingOf(path)];
  const neighbours: Neighbours = new Map();
  if (kind === undefined) return readSheet(path, bytes, neighbours);
  const { name, entries } = await readPlaylist(bytes, kind).catch((error: unknown) => {
    throw error instanceof InvalidInput ? new Unprocessable(error.code, `${basename(path)}: ${error.message}`) : error;
  });
  const folder = dirname(path);
  const all: FileEntry[] = [];
  let sheets = 0;
  for (const entry of entries.map((each) => ({ ...each, folder }))) {
    const isSheet = endingOf(entry.location.trim()) === 'cue' && ++sheets <= MOST_SHEETS;
    all.push(...((isSheet ? await entriesOfSheet(entry, paths, neighbours) : undefined) ?? [entry]));
    requireRoom(all.length);
  }
  return { name, entries: all };
}

/** The tracks of a CUE sheet that a playlist names; undefined when there is none that can be read. */
async function entriesOfSheet(
  entry: FileEntry,
  paths: LibraryPaths,
  neighbours: Neighbours,
): Promise<FileEntry[] | undefined> {
  for (const path of pathsOf(entry, TRACK_URN)) {
    // One look at most for what is not there: to resolve a deep path costs one for each of its folders.
    if (!paths.roots.some((root) => path.startsWith(join(root, '/'))) || !(await isFile(path))) continue;
    try {
      const { entries } = await readSheet(path, await readInside(path, paths), neighbours);
      return entries.map((each) => ({ ...each, line: entry.line }));
    } catch (error) {
      if (!(error instanceof InvalidInput || error instanceof Unprocessable)) throw error;
    }
  }
  return undefined;
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/** @throws Unprocessable NO_PLAYLIST */
async function readSheet(path: string, bytes: Buffer, neighbours: Neighbours): Promise<PlaylistFile> {
  await nextTurn();
  const sheet = readCueSheet(bytes);
  if (sheet === undefined) {
    throw new Unprocessable('NO_PLAYLIST', `${basename(path)}: This is no CUE sheet: it has no audio tracks.`);
  }
  const folder = dirname(path);
  let files = neighbours.get(folder);
  if (files === undefined) {
    const names = await readdir(folder).catch(() => []);
    files = new SheetFiles(names.map(({ name }) => name).filter(isPlayable));
    if (neighbours.size >= MOST_FOLDERS) neighbours.clear();
    neighbours.set(folder, files);
  }
  const entries = sheet.tracks.map(({ number, file, title }): FileEntry => {
    const location = files.find(file) ?? file;
    return { line: number, location, isUri: false, seconds: 0, title, folder, part: number };
  });
  return { name: sheet.title, entries };
}

/** @throws InvalidInput, Unprocessable PLAYLIST_NOT_AVAILABLE or PLAYLIST_TOO_LARGE */
async function readInside(path: string, paths: LibraryPaths): Promise<Buffer> {
  const { handle } = await openInside(paths, await paths.resolve(path)).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error;
    throw new Unprocessable('PLAYLIST_NOT_AVAILABLE', `${basename(path)} is not there now, or cannot be read.`);
  });
  try {
    const bytes = Buffer.alloc(PLAYLIST_BYTES + 1);
    let size = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, size, bytes.length - size, size);
      if (bytesRead === 0) return Buffer.from(bytes.subarray(0, size));
      size += bytesRead;
      if (size > PLAYLIST_BYTES) {
        const limit = `A playlist has at most ${PLAYLIST_BYTES / 1024 / 1024} MiB.`;
        throw new Unprocessable('PLAYLIST_TOO_LARGE', `${basename(path)} is too large. ${limit}`);
      }
    }
  } catch (error) {
    if (error instanceof Unprocessable) throw error;
    throw new Unprocessable('PLAYLIST_NOT_AVAILABLE', `${basename(path)} cannot be read.`, { cause: error });
  } finally {
    await handle.close();
  }
}
