/**
 * The tag of a file: from the lean reader where the file is a usual one, else from music-metadata, which is loaded when
 * the first unusual file comes. Both give the same, before encodings are repaired.
 */
import { stat } from 'node:fs/promises';
import { toTrackTag, type TrackTag } from '../track-tag.js';
import { repairEncodings } from './encodings.js';
import { UNUSUAL, type Found } from './found.js';
import { readFull } from './full-reader.js';
import { exactLength, readLean } from './lean-reader.js';

export type Repair = (common: Found['common']) => Found['common'];

/** A file's tag by the lean reader, or 'unusual'. @throws the file system's errors */
export function readLeanTag(path: string, repair: Repair = repairEncodings): TrackTag | typeof UNUSUAL {
  const found = readLean(path);
  if (found === UNUSUAL) return UNUSUAL;
  const tag = toTrackTag({ common: repair(found.common), format: found.format }, path, found.fileSize);
  return found.length === undefined ? tag : { ...tag, length: found.length };
}

/** A file's tag by music-metadata. @throws when the file cannot be read or is no audio */
export async function readFullTag(path: string, repair: Repair = repairEncodings): Promise<TrackTag> {
  const { common, format } = await readFull(path);
  const tag = toTrackTag({ common: repair(common), format }, path, (await stat(path)).size);
  const length = exactLength(path);
  return length === undefined ? tag : { ...tag, length };
}

/** @throws when the file cannot be read or is no audio */
export async function readTag(path: string): Promise<TrackTag> {
  const lean = readLeanTag(path);
  return lean === UNUSUAL ? readFullTag(path) : lean;
}
