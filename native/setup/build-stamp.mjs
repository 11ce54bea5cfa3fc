import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIST, NATIVE, SRC } from './paths.mjs';

/**
 * Records the state of the tree when everything was built, so that a start can tell with one `stat` a file and folder
 * that nothing has to be prepared. If anything differs, the stamps of the steps decide. Loading the whole bootstrap
 * instead costs 28 ms of CPU more at every `npm start`, a quarter of what the bench allows a start.
 */

export const RECORD = join(DIST, '.build-stamp');
/** The Node that native packages are built for. */
const MACHINE = `${process.version} ${process.arch}`;

/** Path of the daemon if nothing that it is built from has changed since the record was written; else undefined. */
export function builtDaemon(record = RECORD) {
  try {
    const { machine, files, folders } = JSON.parse(readFileSync(record, 'utf8'));
    return machine === MACHINE && files.every(isUnchanged) && folders.every(isUnchanged)
      ? join(DIST, 'start.cjs')
      : undefined;
  } catch {
    return undefined; // no record, or an unreadable one
  }
}

/** Runs the daemon in this process, so that `kill -9` leaves no orphan. */
export function runDaemon(daemon, args, require) {
  process.argv = [process.execPath, daemon, ...args];
  require(daemon);
}

function isUnchanged([path, modified, size]) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs === modified && (size === undefined || stat.size === size);
}

/** The text of a record. @param files of a complete build, all of which exist */
export function recordOf(files) {
  const folders = new Set(files.flatMap(foldersAbove));
  return JSON.stringify({
    machine: MACHINE,
    files: files.map((file) => [file, statSync(file).mtimeMs, statSync(file).size]),
    folders: [...folders].map((folder) => [folder, statSync(folder).mtimeMs]),
  });
}

/** Folders of sources, whose time changes when a file is added or removed. */
function foldersAbove(file) {
  const folders = [];
  for (
    let folder = dirname(file);
    `${folder}/`.startsWith(`${SRC}/`) || isNativeSource(folder);
    folder = dirname(folder)
  )
    folders.push(folder);
  return folders;
}

const isNativeSource = (folder) =>
  folder.startsWith(join(NATIVE, 'core')) || folder.startsWith(join(NATIVE, 'bindings'));
