/** The tracks of a playlist as they are stored: keys of 32 bits, little-endian as every machine of ours is. */
import { InvalidInput } from '../../errors.js';

export type KeyList = Uint32Array;

export function bytesOf(keys: KeyList): Buffer {
  return Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength);
}

/** The bytes may begin anywhere in memory, where a Uint32Array may not. */
export function keysIn(bytes: Buffer): KeyList {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

export function joined(keys: KeyList, more: KeyList): KeyList {
  const all = new Uint32Array(keys.length + more.length);
  all.set(keys);
  all.set(more, keys.length);
  return all;
}

/** @param positions of the list as it is; the same one twice counts once @throws InvalidInput INDEX_OUT_OF_RANGE */
export function without(keys: KeyList, positions: readonly number[]): KeyList {
  for (const [at, position] of positions.entries()) {
    requireRange(position, 0, keys.length - 1, `/positions/${at}`);
  }
  const gone = new Set(positions);
  return keys.filter((_, at) => !gone.has(at));
}

/** Takes out `count` keys from `from` on, and puts them in so that the first gets `to`. @throws InvalidInput INDEX_OUT_OF_RANGE */
export function moved(keys: KeyList, from: number, to: number, count: number): KeyList {
  requireRange(from, 0, keys.length - 1, '/from');
  requireRange(count, 1, keys.length - from, '/count');
  requireRange(to, 0, keys.length - count, '/to');
  const rest = keys.filter((_, at) => at < from || at >= from + count);
  const result = new Uint32Array(keys.length);
  result.set(rest.subarray(0, to));
  result.set(keys.subarray(from, from + count), to);
  result.set(rest.subarray(to), to + count);
  return result;
}

function requireRange(value: number, lowest: number, highest: number, path: string): void {
  if (Number.isInteger(value) && value >= lowest && value <= highest) return;
  const message = highest < lowest ? 'the playlist is empty' : `must be between ${lowest} and ${highest}`;
  throw new InvalidInput('INDEX_OUT_OF_RANGE', `There is no place ${value} in the playlist.`, [{ path, message }]);
}
