import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIST, NATIVE, SRC } from './paths.mjs';

/**
 * How the tree was left when everything was built: the quick answer to whether a start has anything to prepare, by one
 * `stat` a file and folder and without any other part of the bootstrap. Where it says no, the stamps decide. Loading the
 * bootstrap to look closely costs 28 ms of CPU more at every `npm start`, a quarter of what the bench allows a start.
 */

export const NOTE = join(DIST, '.left');
/** Packages with native parts belong to one Node. */
const MACHINE = `${process.version} ${process.arch}`;

/** The daemon, when nothing it is built from was touched since the note was written; else undefined. */
export function builtDaemon(note = NOTE) {
  try {
    const { machine, files, folders } = JSON.parse(readFileSync(note, 'utf8'));
    return machine === MACHINE && files.every(isAsNoted) && folders.every(isAsNoted)
      ? join(DIST, 'start.cjs')
      : undefined;
  } catch {
    return undefined; // no note, or none that can be read
  }
}

/** In this very process: `kill -9` on it leaves no orphan. */
export function runDaemon(daemon, args, require) {
  process.argv = [process.execPath, daemon, ...args];
  require(daemon);
}

function isAsNoted([path, modified, size]) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs === modified && (size === undefined || stat.size === size);
}

/** @param files all there, and as they should be @returns the text of a note */
export function noteOf(files) {
  const folders = new Set(files.flatMap(foldersAbove));
  return JSON.stringify({
    machine: MACHINE,
    files: files.map((file) => [file, statSync(file).mtimeMs, statSync(file).size]),
    folders: [...folders].map((folder) => [folder, statSync(folder).mtimeMs]),
  });
}

/** Those of sources: a file that comes or goes changes its folder. */
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
