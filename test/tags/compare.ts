/** The native reader of tags on files of any content, and music-metadata beside it. */
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { NativeReader } from '../../src/tags/native-reader.js';
import { repairEncodings } from '../../src/tags/repair.js';
import { readFullTag, readTag as read, type TagOptions } from '../../src/tags/read-tag.js';
import type { TrackTag } from '../../src/tags/track-tag.js';
import { NATIVE_FILE } from '../fixtures/confine.js';

export const native = NativeReader.load(NATIVE_FILE);

/** The tag of a file by whichever reader understands it. */
export function readTag(path: string, options: Partial<TagOptions> = {}): Promise<TrackTag> {
  return read(path, { native, ...options });
}

/** The tag of a file by the native reader; undefined when it is handed over. */
export function readNative(path: string): TrackTag | undefined {
  return native.read(path, statSync(path).size);
}

/** The tag of these bytes in a file at `path` by the native reader; undefined when it is handed over. */
export async function nativeTagOf(path: string, bytes: Buffer): Promise<TrackTag | undefined> {
  await writeFile(path, bytes);
  return readNative(path);
}

/** The native reader beside music-metadata. @returns a difference as text */
export async function compare(path: string): Promise<'handed over' | 'same' | { readonly difference: string }> {
  const tag = readNative(path);
  if (tag === undefined) return 'handed over';
  const full = await readFullTag(path, native, (found) => repairEncodings(found, 'auto')).catch((error: unknown) =>
    String(error),
  );
  return isDeepStrictEqual(tag, full) ? 'same' : { difference: JSON.stringify({ path, tag, full }) };
}
