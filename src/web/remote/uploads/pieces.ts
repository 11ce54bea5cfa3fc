/**
 * Bytes of the next request of an upload: about a second's worth, so that progress moves, a broken connection costs little,
 * and a fast one is not slowed down by many requests. Pure.
 */
const SMALLEST = 256 * 1024;
const LARGEST = 8 * 1024 * 1024;
/** Milliseconds that a request should take. */
const TARGET = 1000;

export const FIRST_PIECE = 512 * 1024;

/** @param bytes of the request before, which took so many milliseconds */
export function nextPiece(bytes: number, milliseconds: number): number {
  const target = (bytes * TARGET) / Math.max(1, milliseconds);
  // At most doubled: one quick answer does not prove a quick connection.
  return Math.round(Math.min(Math.max(target, SMALLEST), LARGEST, Math.max(bytes, SMALLEST) * 2));
}
