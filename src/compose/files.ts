/** Builds what reads and writes the files of the library: tags, pictures, uploads. */
import { join } from 'node:path';

import { confineNextTo } from '../confined.js';
import { Covers } from '../library/covers/covers.js';
import { LibraryPaths } from '../library/paths.js';
import { TagReader } from '../tags/tag-reader.js';
import { TrackTags } from '../library/tags.js';
import { spaceOf } from '../system/space.js';
import { reachableRoots } from '../uploads/roots.js';
import { Uploads } from '../uploads/uploads.js';
import type { Given } from './given.js';
import type { LibraryRooms } from './library.js';

export type FileRooms = ReturnType<typeof composeFiles>;

export function composeFiles({ files, roots, state, log }: Given, { settings, scanner }: LibraryRooms) {
  const confine = confineNextTo(files.native);
  const reading = { workerFile: files.tagWorker, nativeFile: files.native };
  const paths = new LibraryPaths(roots);
  const tags = new TrackTags({
    ...reading,
    paths,
    encoding: () => settings.read().tagEncoding,
    log: log.child('library'),
  });
  const pictures = new TagReader({ ...reading, log: log.child('library') });
  const covers = new Covers({
    paths,
    directory: join(state, 'covers'),
    readPicture: (path) => pictures.readPicture(path),
    confine,
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
  return { paths, tags, pictures, covers, uploadedTags, uploads };
}
