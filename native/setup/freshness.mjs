import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Whether a step has something to do is decided by a stamp: a fingerprint over the names, sizes and modification
 * times of everything that goes into the step. Taking one costs a `stat` a file; no tool is run to find out.
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

/** A missing file is part of the fingerprint too: its return makes the step stale. */
export function fingerprint(files, ...salt) {
  const hash = createHash('sha256');
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false });
    hash.update(stat ? `${file}\0${stat.size}\0${stat.mtimeMs}\n` : `${file}\0missing\n`);
  }
  for (const value of salt) hash.update(`${value}\n`);
  return hash.digest('hex');
}

/** By content: for what a fresh checkout or a copy must not make stale. */
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
 * Runs a step whose stamp is there only while its result is whole.
 * @param value taken before the step: what is edited meanwhile makes it stale
 * @returns what `work` returns
 */
export async function stamped(path, value, work) {
  rmSync(path, { force: true });
  const result = await work();
  writeAtomically(path, value);
  return result;
}

/** Whoever reads `path` meanwhile sees the old content or the new, never half of it. */
export function writeAtomically(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}
