/**
 * Lists one directory of the library: its directories and playable files, as a person expects to see them. Works in
 * small turns, so that a directory of many thousand entries holds up nothing else. Thread: main.
 */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Forbidden, InvalidInput, Unreadable } from '../errors.js';
import { isPlayable } from './files.js';
import { forEachLimited } from './limited.js';
import type { LibraryPaths } from './paths.js';
import { sortKey } from './sort-key.js';
import { sortInTurns } from './sort-in-turns.js';

/** Entries looked at together: few enough that the thread pool stays open to others. */
const TOGETHER = 8;
/** Links that are followed together. */
const LINKS = 500;

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

/** What may be shown, by its name alone; a name that is not UTF-8 belongs to nothing that could be opened by it. */
async function namesIn(directory: string, showHidden: boolean): Promise<Names> {
  const names: Names = { plain: [], links: [] };
  try {
    for await (const entry of await opendir(directory, { bufferSize: 256 })) {
      if (entry.name.startsWith('.') && !showHidden) continue;
      if (entry.isDirectory() || (entry.isFile() && isPlayable(entry.name))) names.plain.push(entry.name);
      else if (!entry.isFile()) names.links.push(entry.name);
    }
  } catch (error) {
    throw new Unreadable('UNREADABLE_DIRECTORY', 'This is no directory that can be read.', { cause: error });
  }
  return names;
}

/** Links, and what the file system has no type for: those that lead to something inside the library. */
async function insideOf(paths: LibraryPaths, candidates: readonly string[]): Promise<string[]> {
  const inside: string[] = [];
  for (let at = 0; at < candidates.length; at += LINKS) {
    const resolved = await paths.resolveAll(candidates.slice(at, at + LINKS));
    for (const path of resolved) if (typeof path === 'string') inside.push(path);
  }
  return inside;
}

/** Undefined for what is gone, or is neither a directory nor a playable file. */
async function look(path: string): Promise<FolderEntry | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  const isDirectory = found.isDirectory();
  if (!isDirectory && !(found.isFile() && isPlayable(path))) return undefined;
  return { path, isDirectory, modified: Math.max(Math.floor(found.mtimeMs / 1000), 0) };
}

/**
 * @param directory absolute; undefined is the first root of the library
 * @throws InvalidInput for what is no path, Forbidden OUTSIDE_LIBRARY, Unreadable UNREADABLE_DIRECTORY
 */
export async function listFolder(
  paths: LibraryPaths,
  directory: string | undefined,
  showHidden: boolean,
): Promise<FolderEntry[]> {
  const resolved = await paths.resolve(directory ?? paths.roots[0] ?? '').catch((error: unknown) => {
    if (!(error instanceof InvalidInput) || error.code !== 'OUTSIDE_LIBRARY') throw error;
    throw new Forbidden(error.code, error.message);
  });
  const { plain, links } = await namesIn(resolved, showHidden);
  const within = (name: string): string => join(resolved, name);
  const followed = await insideOf(paths, links.map(within));
  const entries: Sortable[] = [];
  await forEachLimited([...plain.map(within), ...followed], TOGETHER, async (path) => {
    const entry = await look(path);
    if (entry !== undefined) entries.push({ ...entry, key: sortKey(path.slice(path.lastIndexOf('/') + 1)) });
  });
  await nextTurn();
  return sortInTurns(entries, compare);
}
