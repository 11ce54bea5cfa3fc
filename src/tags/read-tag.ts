/**
 * The one way to a file's tag: the native reader for usual files, music-metadata for all others, and for files that it
 * cannot read a look for their sound. Uploads are judged by it and the library lists by it, so that what is taken is also
 * listed. Threads: the workers that read tags.
 */
import { statSync } from 'node:fs';
import { toTrackTag, type TrackTag } from './track-tag.js';
import type { Found, FoundCommon } from './found.js';
import { readByContent, readFull } from './full-reader.js';
import { TAG_HEADER, tagHeader } from './id3-layout.js';
import { readMpegLength } from './mpeg-length.js';
import type { NativeReader } from './native-reader.js';
import { withFile } from './read-at.js';
import { repairEncodings } from './repair.js';
import type { TagEncoding } from './tag-rules.js';

/** music-metadata has all of a tag in memory; nobody's covers are so large. */
const MOST_TAG = 128 * 2 ** 20;

/** Fires for a file that would take more memory than there may be. A retry fails again. */
export class TagTooLarge extends Error {}

/** Fires for a file without sound. A retry fails again. */
export class NoSound extends Error {}

export interface TagOptions {
  readonly native: NativeReader;
  /** Absolute path of the program that confines ffprobe; without it what only ffprobe knows has no tag. */
  readonly confine?: string | undefined;
  /** Encoding of texts in tags that do not say theirs; `auto` when left out. */
  readonly encoding?: TagEncoding | undefined;
  /** Size of the file in bytes, where that is known. */
  readonly size?: number | undefined;
}

/** @throws TagTooLarge, NoSound, and the file system's errors */
export async function readTag(path: string, options: TagOptions): Promise<TrackTag> {
  const { native, confine, encoding = 'auto', size = statSync(path).size } = options;
  if (size === 0) throw new NoSound(path);
  const usual = native.read(path, size, encoding);
  if (usual !== undefined) return usual;
  const repair: Repair = (found) => repairEncodings(found, encoding);
  const tag = await unlessDamaged(readFullTag(path, native, repair));
  if (tag !== undefined && (tag.length > 0 || tag.sampleRate > 0)) return tag;
  const found = (await unlessDamaged(readByContent(path))) ?? (await soundOf(path, confine));
  if (found === undefined) throw new NoSound(path);
  const sound = toTrackTag({ common: await repair(found), format: found.format }, path, tag?.fileSize ?? size);
  if (tag === undefined) return sound;
  const { length, bitrate, sampleRate } = sound;
  return { ...tag, length, bitrate, sampleRate };
}

/** Found texts as they were meant. */
export type Repair = (found: Found) => Promise<FoundCommon> | FoundCommon;

/** A file's tag by music-metadata. @throws TagTooLarge, and when the file cannot be read or is no audio */
export async function readFullTag(path: string, native: NativeReader, repair: Repair): Promise<TrackTag> {
  const size = sizeOf(path);
  const found = await readFull(path);
  const length = /\.(?:m4a|m4b|mp4)$/i.test(path) ? native.mp4Length(path, size) : readMpegLength(path);
  return toTrackTag({ common: await repair(found), format: found.format }, path, size, length);
}

/** The size of a file whose ID3v2 tag is not too large to be read. @throws TagTooLarge, and the file system's errors */
function sizeOf(path: string): number {
  return withFile(path, (readAt, size) => {
    const header = readAt(0, TAG_HEADER);
    const isTag = header.length === TAG_HEADER && header.toString('latin1', 0, 3) === 'ID3';
    if (isTag && (tagHeader(header)?.length ?? 0) > MOST_TAG) throw new TagTooLarge(path);
    return size;
  });
}

/** What starts programs is loaded with the first file that needs it. */
async function soundOf(path: string, confine: string | undefined): Promise<Found | undefined> {
  const { findSound } = await import('./sound.js');
  return findSound(path, confine);
}

/** Undefined when the reader failed, and not the disk. */
async function unlessDamaged<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TagTooLarge || (error instanceof Error && 'errno' in error)) throw error;
    return undefined;
  }
}
