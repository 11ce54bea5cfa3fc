/** Reads the tag of a file that may be written to, or pulled away, at the same time. Thread: the scan worker. */
import { statSync } from 'node:fs';
import type { NativeReader } from '../../tags/native-reader.js';
import { readTag } from '../../tags/read-tag.js';
import type { TagEncoding } from '../../tags/tag-rules.js';
import type { TrackTag } from '../../tags/track-tag.js';
import type { FileSeen } from './listing.js';
import { CHANGING, errnoOf, problemOf } from './problems.js';

/** A modification time that no file has: the next scan reads it again. */
export const AGAIN = -1;
const MOST_ATTEMPTS = 3;
/** A file that was left alone for so long is not written to in the blink of an eye that a read takes, in ms. */
const AT_REST = 10_000;
const BLINK = 50;

export interface FileRead {
  /** As it was read, with what was wrong. */
  readonly seen: FileSeen;
  /** Undefined with a problem. */
  readonly tag: TrackTag | undefined;
  /** The file could not be read just now, though nothing says that it changed: its tracks stay. */
  readonly transient: boolean;
}

/** How files are read. */
export interface Reading {
  /** Asked first. */
  readonly native: NativeReader;
  /** Absolute path of the program that confines ffprobe. */
  readonly confine: string;
  /** Encoding of texts in tags that do not say theirs. */
  readonly encoding: TagEncoding;
}

export async function readFile(path: string, seen: FileSeen, reading: Reading): Promise<FileRead> {
  let now = seen;
  for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts++) {
    const began = Date.now();
    const attempt = await attemptAt(path, now, reading);
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

async function attemptAt(path: string, seen: FileSeen, { native, confine, encoding }: Reading): Promise<FileRead> {
  try {
    const { size } = seen;
    const tag = await readTag(path, { native, confine, encoding, size });
    return { seen, tag, transient: false };
  } catch (error) {
    const transient = errnoOf(error) !== undefined;
    const modified = transient ? AGAIN : seen.modified;
    return { seen: { ...seen, modified, problem: problemOf(error) }, tag: undefined, transient };
  }
}
