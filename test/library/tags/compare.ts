/** Each reader of tags beside the next slower one. */
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { UNUSUAL } from '../../../src/library/tags/found.js';
import { NativeReader, type NativeTags } from '../../../src/library/tags/native-reader.js';
import { readFullTag, readLeanTag } from '../../../src/library/tags/read-tag.js';

/** The lean reader beside music-metadata, both without any repair. @returns a difference as text */
export async function compare(path: string): Promise<'handed over' | 'same' | { readonly difference: string }> {
  const lean = await readLeanTag(path, ({ common }) => common);
  if (lean === UNUSUAL) return 'handed over';
  const full = await readFullTag(path, ({ common }) => common).catch((error: unknown) => String(error));
  return isDeepStrictEqual(lean, full) ? 'same' : { difference: JSON.stringify({ path, lean, full }) };
}

const ADDON = fileURLToPath(new URL('../../../native/build/Release/tonearm_native.node', import.meta.url));
export const native = new NativeReader(createRequire(ADDON)(ADDON) as NativeTags);

/** The addon beside the lean reader. @returns 'handed over', 'same', or a difference as text */
export async function compareNative(path: string): Promise<string> {
  const { size } = await stat(path);
  const tag = native.read(path, size);
  if (tag === undefined) return 'handed over';
  const lean = await readLeanTag(path, undefined, size);
  return isDeepStrictEqual(tag, lean) ? 'same' : JSON.stringify({ path, tag, lean });
}
