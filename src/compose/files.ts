/** Builds what reads and writes the files of the library: tags, pictures, uploads. */
import { availableParallelism, homedir, loadavg } from 'node:os';
import { join } from 'node:path';

import { confineNextTo } from '../confined.js';
import { isOnShare, keepSharesApart } from '../files/files.js';
import { Covers } from '../library/covers/covers.js';
import { CoversAhead } from '../library/covers/covers-ahead.js';
import { FolderRules } from '../library/folder-rules.js';
import { LibraryFolders } from '../library/library-folders.js';
import { LibraryPaths } from '../library/paths.js';
import { TagReader } from '../tags/tag-reader.js';
import { TrackTags } from '../library/tags.js';
import { spaceOf } from '../system/space.js';
import { Uploads } from '../uploads/uploads.js';
import type { Given } from './given.js';
import type { LibraryRooms } from './library.js';
import type { VolumeState } from '../library/scan/messages.js';

/** Load average of a busy box, as a share of its processors. */
const BUSY_SHARE = 0.75;
/** Bytes that making covers ahead leaves free. */
const LEAST_FREE = 512 * 1024 * 1024;

export const isBoxBusy = (): boolean => (loadavg()[0] ?? 0) > availableParallelism() * BUSY_SHARE;

export type FileRooms = ReturnType<typeof composeFiles>;

export function composeFiles(
  { config, files, roots, state, log }: Given,
  { settings, scanner, library }: LibraryRooms,
) {
  keepSharesApart({ workerFile: files.shareWorker, log: log.child('library') });
  const confine = confineNextTo(files.native);
  const reading = { workerFile: files.tagWorker, nativeFile: files.native };
  const paths = new LibraryPaths(roots);
  const folders = new LibraryFolders({
    roots,
    paths,
    rules: new FolderRules({
      bases: config.libraryBases,
      ownFolders: [config.stateDirectory, ...config.systemDirectories],
      home: homedir(),
    }),
    settings,
  });
  roots.subscribe(() => scanner.rootsChanged());
  const tags = new TrackTags({
    ...reading,
    paths,
    encoding: () => settings.read().tagEncoding,
    log: log.child('library'),
  });
  const pictures = new TagReader({
    ...reading,
    encoding: () => settings.read().tagEncoding,
    log: log.child('library'),
  });
  const covers = new Covers({
    paths,
    directory: join(state, 'covers'),
    readPicture: (path) => pictures.readPicture(path),
    confine,
    log: log.child('library'),
  });
  const coversAhead = new CoversAhead({
    covers,
    library,
    scanner,
    isBusy: async () => {
      if (isBoxBusy()) return true;
      return ((await spaceOf(state))?.free ?? Infinity) < LEAST_FREE;
    },
    log: log.child('library'),
  });
  const uploadedTags = new TagReader({ ...reading, log: log.child('uploads') });
  const uploads = new Uploads({
    roots: () => Promise.resolve(reachableRoots(paths.roots, scanner.read().volumes)),
    spaceOf,
    tags: uploadedTags,
    scanner,
    log: log.child('uploads'),
  });
  return { paths, folders, tags, pictures, covers, coversAhead, uploadedTags, uploads };
}

/**
 * The roots, and the volumes below them; without network shares, to which nothing is written, and those that were away when
 * the library was looked at last: of a mount that is gone the empty folder is still there, and may be on the system's own
 * disk.
 */
export function reachableRoots(
  roots: readonly string[],
  volumes: readonly Pick<VolumeState, 'path' | 'available' | 'remote'>[],
): readonly string[] {
  const left = new Set(volumes.flatMap(({ path, available, remote }) => (available && !remote ? [] : path)));
  const all = new Set([...roots, ...volumes.map(({ path }) => path)]);
  return [...all].filter((path) => !left.has(path) && !isOnShare(path));
}
