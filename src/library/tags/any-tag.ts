/**
 * The tag of whatever plays: what the readers of tags cannot read is looked at for its sound. Uploads are judged by it and
 * the library lists by it, so that what is taken is also listed. Thread: the workers that read tags.
 */
import { toTrackTag, type TrackTag } from '../track-tag.js';
import type { Found } from './found.js';
import { readByContent } from './full-reader.js';
import { readTag, TagTooLarge } from './read-tag.js';
import { repairEncodings } from './repair.js';
import type { TagEncoding } from './tag-rules.js';

/** Fires for a file without sound. A retry fails again. */
export class NoSound extends Error {}

export interface AnyTagOptions {
  /** Absolute path of the program that confines ffprobe; without it what only ffprobe knows has no tag. */
  readonly confine?: string | undefined;
  /** Encoding of texts in tags that do not say theirs. */
  readonly encoding?: TagEncoding | undefined;
  /** Size of the file in bytes, where that is known. */
  readonly size?: number | undefined;
}

/** @throws TagTooLarge, NoSound, and the file system's errors */
export async function readAnyTag(path: string, { confine, encoding, size }: AnyTagOptions = {}): Promise<TrackTag> {
  if (size === 0) throw new NoSound(path);
  const tag = await unlessDamaged(readTag(path, encoding, size));
  if (tag !== undefined && isSounding(tag)) return tag;
  const found = (await unlessDamaged(readByContent(path))) ?? (await soundOf(path, confine));
  if (found === undefined) throw new NoSound(path);
  const common = await repairEncodings(found, encoding ?? 'auto');
  const sound = toTrackTag({ common, format: found.format }, path, tag?.fileSize ?? size ?? 0);
  if (tag === undefined) return sound;
  const { length, bitrate, sampleRate } = sound;
  return { ...tag, length, bitrate, sampleRate };
}

/** What starts programs is loaded with the first file that needs it. */
async function soundOf(path: string, confine: string | undefined): Promise<Found | undefined> {
  const { findSound } = await import('./sound.js');
  return findSound(path, confine);
}

function isSounding({ length, sampleRate }: Pick<TrackTag, 'length' | 'sampleRate'>): boolean {
  return length > 0 || sampleRate > 0;
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
