/**
 * An immutable set of entry keys that grows cheaply: adding one copies a chunk and the list of chunks, not the whole
 * set, so that ten thousand entries that fail one after the other cost ten thousand small steps.
 */
export type KeySet = ReadonlyMap<number, ReadonlySet<number>>;

const CHUNK = 128;

export const NO_KEYS: KeySet = new Map();

const chunkOf = (key: number): number => Math.floor(key / CHUNK);

export function hasKey(set: KeySet, key: number): boolean {
  return set.size > 0 && set.get(chunkOf(key))?.has(key) === true;
}

export function withKey(set: KeySet, key: number): KeySet {
  const chunk = chunkOf(key);
  return new Map(set).set(chunk, new Set(set.get(chunk)).add(key));
}
