import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Stamps tell whether a build step has anything to do: fingerprints of the names, sizes and modification times of all
 * its inputs, at the cost of one `stat` a file.
 */

/** All files below `folder` for which `keep(name)` holds, sorted; a missing folder has none. */
export function filesUnder(folder, keep = () => true) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesUnder(path, keep);
      return keep(entry.name) ? [path] : [];
    })
    .sort();
}

/** Hash over the state of files. A missing file counts as well: the step is stale when it comes back. */
export function fingerprint(files, ...salt) {
  const hash = createHash('sha256');
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false });
    hash.update(stat ? `${file}\0${stat.size}\0${stat.mtimeMs}\n` : `${file}\0missing\n`);
  }
  for (const value of salt) hash.update(`${value}\n`);
  return hash.digest('hex');
}

/** Hash over the contents of files, for steps that a fresh checkout must not make stale. */
export function contentHash(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Runs a build step. The stamp exists only while the result of the step is complete.
 * @param value of the stamp, computed before the step: an edit during the step makes it stale
 * @returns what `work` returns
 */
export async function stamped(path, value, work) {
  rmSync(path, { force: true });
  const result = await work();
  writeAtomically(path, value);
  return result;
}

/** Replaces a file atomically. */
export function writeAtomically(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}
