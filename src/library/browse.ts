/**
 * Lists one directory of the library: its directories, playable files and playlists, as a person expects to see them. What is
 * checked is what was opened, not a name that may mean something else a moment later: links that are laid meanwhile lead
 * nowhere. Works in small time slices, so that a directory of many thousand entries holds up nothing else. Thread: main.
 */
import { constants } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Forbidden, InvalidInput, Unreadable } from '../errors.js';
import { entriesOf, type FileFacts, lstat, open, type OpenFile, stat } from '../files/files.js';
import { isPlaylist } from './files.js';
import { isPlayable } from '../tags/media-types.js';
import { forEachLimited } from './limited.js';
import type { LibraryPaths } from './paths.js';
import { sortKey } from './sort-key.js';
import { nextTurn } from './turn.js';

/** Entries looked at together: few enough that the thread pool stays open to others. */
const TOGETHER = 8;
/** Only names a file: no device is touched, no pipe waited for (open(2)). The same number wherever this runs. */
const O_PATH = 0o10000000;

export interface FolderEntry {
  /** Absolute. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** Unix seconds. */
  readonly modified: number;
}

interface Sortable extends FolderEntry {
  readonly key: string;
}

interface Names {
  readonly plain: string[];
  readonly links: string[];
}

/** Directories first, then by their names. */
function compare(a: Sortable, b: Sortable): number {
  if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

function isShown(name: string): boolean {
  return isPlayable(name) || isPlaylist(name);
}

/** What may be shown, by its name alone; a name that is not UTF-8 belongs to nothing that could be opened by it. */
async function namesIn(directory: string, showHidden: boolean): Promise<Names> {
  const names: Names = { plain: [], links: [] };
  for await (const entry of entriesOf(directory, 256)) {
    if (entry.name.startsWith('.') && !showHidden) continue;
    if (entry.isDirectory() || (entry.isFile() && isShown(entry.name))) names.plain.push(entry.name);
    else if (!entry.isFile()) names.links.push(entry.name);
  }
  return names;
}

/** Status of the file that a name leads to, when it lies inside; the file is named, and not opened. */
async function statInside(path: string, isInside: (real: string) => boolean): Promise<FileFacts | undefined> {
  const file = await open(path, O_PATH);
  try {
    return isInside(await readlink(descriptorPath(file))) ? await file.stat() : undefined;
  } finally {
    await file.close();
  }
}

function descriptorPath({ fd }: OpenFile): string {
  return `/proc/self/fd/${fd}`;
}

/** @throws Unreadable UNREADABLE_DIRECTORY */
function unreadable(error: unknown): never {
  throw new Unreadable('UNREADABLE_DIRECTORY', 'This is no directory that can be read.', { cause: error });
}

function outside(): Forbidden {
  return new Forbidden('OUTSIDE_LIBRARY', 'The path is not inside a library root.');
}

/** The roots that are there now, by their paths; one that is away (a stick) is left out, as it is from its library. */
async function listRoots({ roots }: Pick<LibraryPaths, 'roots'>): Promise<FolderEntry[]> {
  const found = await Promise.all(
    [...new Set(roots)].map(async (path) => {
      const stats = await stat(path).catch(() => undefined);
      return stats?.isDirectory() === true ? [entryOf(path, stats)] : [];
    }),
  );
  return found.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
}

function entryOf(path: string, stats: FileFacts): FolderEntry {
  return { path, isDirectory: stats.isDirectory(), modified: Math.max(Math.floor(stats.mtimeMs / 1000), 0) };
}

/**
 * @param directory absolute; undefined is the top of the library: its root, or the list of them where there are several
 * @throws InvalidInput for what is no path, Forbidden OUTSIDE_LIBRARY, Unreadable UNREADABLE_DIRECTORY
 */
export async function listFolder(
  paths: LibraryPaths,
  directory: string | undefined,
  showHidden: boolean,
): Promise<FolderEntry[]> {
  if (directory === undefined && paths.roots.length > 1) return listRoots(paths);
  const named = await paths.resolve(directory ?? paths.roots[0] ?? '').catch((error: unknown) => {
    throw error instanceof InvalidInput && error.code === 'OUTSIDE_LIBRARY' ? outside() : error;
  });
  const isInside = await paths.inside();
  const folder = await open(named, constants.O_RDONLY | constants.O_DIRECTORY).catch(unreadable);
  try {
    const opened = descriptorPath(folder);
    if (!isInside(await readlink(opened))) throw outside();
    const { plain, links } = await namesIn(opened, showHidden).catch(unreadable);
    const entries: Sortable[] = [];
    const add = (name: string, found: FileFacts | undefined): void => {
      const isDirectory = found?.isDirectory() === true;
      if (found === undefined || !(isDirectory || (found.isFile() && isShown(name)))) return;
      entries.push({ ...entryOf(join(named, name), found), key: sortKey(name) });
    };
    // What is gone by now, or cannot be looked at, is left out.
    await forEachLimited(plain, TOGETHER, async (name) => {
      add(name, await lstat(`${opened}/${name}`).catch(() => undefined));
    });
    await forEachLimited(links, TOGETHER, async (name) => {
      add(name, await statInside(`${opened}/${name}`, isInside).catch(() => undefined));
    });
    await nextTurn();
    return entries.sort(compare);
  } finally {
    await folder.close();
  }
}
