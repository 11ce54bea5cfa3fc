/**
 * The tag of a file: from the lean reader where the file is a usual one, else from music-metadata, which is loaded when
 * the first unusual file comes. Both give the same, before encodings are repaired.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { toTrackTag, type TrackTag } from '../track-tag.js';
import { UNUSUAL, type Found } from './found.js';
import { readFull } from './full-reader.js';
import { TAG_HEADER, tagHeader } from './id3-layout.js';
import { exactLength, readLean } from './lean-reader.js';
import { repairEncodings } from './repair.js';
import type { TagEncoding } from './tag-rules.js';

/** music-metadata has all of a tag in memory; nobody's covers are so large. */
const MOST_TAG = 128 * 2 ** 20;

/** Fires for a file that would take more memory than there may be. A retry fails again. */
export class TagTooLarge extends Error {}

export type Repair = (found: Found) => Promise<Found['common']> | Found['common'];

const repairing =
  (encoding: TagEncoding): Repair =>
  (found) =>
    repairEncodings(found, encoding);

/** A file's tag by the lean reader, or 'unusual'. @param size of the file, where that is known. @throws the file system's errors */
export async function readLeanTag(
  path: string,
  repair: Repair = repairing('auto'),
  size?: number,
): Promise<TrackTag | typeof UNUSUAL> {
  const found = readLean(path, size);
  if (found === UNUSUAL) return UNUSUAL;
  return toTrackTag({ common: await repair(found), format: found.format }, path, found.fileSize, found.length);
}

/** Of an ID3v2 tag at its beginning; 0 without one. */
async function tagBytes(file: FileHandle): Promise<number> {
  const header = Buffer.alloc(TAG_HEADER);
  await file.read(header, 0, TAG_HEADER, 0);
  return header.toString('latin1', 0, 3) === 'ID3' ? (tagHeader(header)?.length ?? 0) : 0;
}

/** Of a file that is not too much to be read. @throws TagTooLarge, and the file system's errors */
async function sizeOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    if ((await tagBytes(file)) > MOST_TAG) throw new TagTooLarge(path);
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** A file's tag by music-metadata. @throws TagTooLarge, and when the file cannot be read or is no audio */
export async function readFullTag(path: string, repair: Repair = repairing('auto')): Promise<TrackTag> {
  const size = await sizeOf(path);
  const found = await readFull(path);
  return toTrackTag({ common: await repair(found), format: found.format }, path, size, exactLength(path));
}

/**
 * @param encoding of texts that do not say theirs @param size of the file, where that is known
 * @throws TagTooLarge, and when the file cannot be read or is no audio
 */
export async function readTag(path: string, encoding: TagEncoding = 'auto', size?: number): Promise<TrackTag> {
  const repair = repairing(encoding);
  const lean = await readLeanTag(path, repair, size);
  return lean === UNUSUAL ? readFullTag(path, repair) : lean;
}
