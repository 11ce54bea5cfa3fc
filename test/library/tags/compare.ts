/** The lean reader beside music-metadata, both without any repair. */
import { isDeepStrictEqual } from 'node:util';
import { UNUSUAL } from '../../../src/library/tags/found.js';
import { readFullTag, readLeanTag } from '../../../src/library/tags/read-tag.js';

/** Whether the lean reader handed over; else both must agree. @returns a difference as text */
export async function compare(path: string): Promise<'handed over' | 'same' | { readonly difference: string }> {
  const lean = readLeanTag(path, (common) => common);
  if (lean === UNUSUAL) return 'handed over';
  const full = await readFullTag(path, (common) => common).catch((error: unknown) => String(error));
  return isDeepStrictEqual(lean, full) ? 'same' : { difference: JSON.stringify({ path, lean, full }) };
}
