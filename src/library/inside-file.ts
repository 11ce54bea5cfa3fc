/**
 * Opens a file of the library for somebody outside. What is checked is the file that was opened, not a name that may
 * mean another one a moment later: its own path, as Linux has it for the descriptor, has to be inside a root.
 */
import { constants } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { NotFound } from '../errors.js';
import { open, type OpenFile } from '../files/files.js';
import type { LibraryPaths } from './paths.js';

export interface InsideFile {
  readonly handle: OpenFile;
  /** Bytes. */
  readonly size: number;
  /** Another one for other content: of size and time of change. */
  readonly version: string;
  readonly modified: Date;
}

/**
 * The caller closes the handle.
 * @throws NotFound FILE_NOT_AVAILABLE for a file that is missing, cannot be read, is no file or lies outside
 */
export async function openInside(paths: LibraryPaths, path: string): Promise<InsideFile> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (handle === undefined) throw notAvailable();
  try {
    const isInside = await paths.inside();
    if (!isInside(await readlink(`/proc/self/fd/${handle.fd}`))) throw notAvailable();
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw notAvailable();
    const version = `${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}`;
    return { handle, size: Number(stats.size), version, modified: stats.mtime };
  } catch {
    await handle.close();
    throw notAvailable();
  }
}

function notAvailable(): NotFound {
  return new NotFound('FILE_NOT_AVAILABLE', 'The file is not there now, or cannot be read.');
}
