/** Reads the tag of a file that may be written to, or pulled away, at the same time. Thread: the scan worker. */
import { statSync } from 'node:fs';
import type { NativeReader } from '../tags/native-reader.js';
import { readTag } from '../tags/read-tag.js';
import type { TagEncoding } from '../tags/tag-rules.js';
import type { TrackTag } from '../track-tag.js';
import type { FileSeen } from './listing.js';
import { CHANGING, errnoOf, problemOf } from './problems.js';

/** A modification time that no file has: the next scan reads it again. */
export const AGAIN = -1;
const TRIES = 3;
/** A file that was left alone for so long is not written to in the blink of an eye that a read takes, in ms. */
const AT_REST = 10_000;
const BLINK = 50;

export interface FileRead {
  /** As it was read, with what was wrong. */
  readonly seen: FileSeen;
  /** Undefined with a problem. */
  readonly tag: TrackTag | undefined;
  /** It is what it was; just now it cannot be told what: its tracks stay. */
  readonly transient: boolean;
}

/** @param native asked first @param encoding of texts that do not say theirs */
export async function readFile(
  path: string,
  seen: FileSeen,
  native: NativeReader,
  encoding: TagEncoding,
): Promise<FileRead> {
  let now = seen;
  for (let tries = 0; tries < TRIES; tries++) {
    const began = Date.now();
    const attempt = await attemptAt(path, now, native, encoding);
    // Should it be written to all the same, the next scan finds it changed.
    if (attempt.transient || (began - now.modified > AT_REST && Date.now() - began < BLINK)) return attempt;
    const after = statSync(path, { throwIfNoEntry: false });
    const modified = after === undefined ? AGAIN : Math.trunc(after.mtimeMs);
    if (after === undefined) return attempt;
    if (after.size === now.size && modified === now.modified) return attempt;
    now = { ...now, size: after.size, modified };
  }
  return { seen: { ...now, modified: AGAIN, problem: CHANGING }, tag: undefined, transient: true };
}

async function attemptAt(path: string, seen: FileSeen, native: NativeReader, encoding: TagEncoding): Promise<FileRead> {
  try {
    const tag = native.read(path, seen.size, encoding) ?? (await readTag(path, encoding, seen.size));
    return { seen, tag, transient: false };
  } catch (error) {
    const transient = errnoOf(error) !== undefined;
    const modified = transient ? AGAIN : seen.modified;
    return { seen: { ...seen, modified, problem: problemOf(error) }, tag: undefined, transient };
  }
}
