/**
 * How many bytes the next request of an upload carries: about a second's worth, so that its progress moves and a broken
 * connection costs little, and a fast one is not slowed down by asking for every crumb. Pure.
 */
const SMALLEST = 256 * 1024;
const LARGEST = 8 * 1024 * 1024;
/** Milliseconds that a request is wished to take. */
const TARGET = 1000;

export const FIRST_PIECE = 512 * 1024;

/** @param bytes of the request before, which took so many milliseconds */
export function nextPiece(bytes: number, milliseconds: number): number {
  const target = (bytes * TARGET) / Math.max(1, milliseconds);
  // At most twice as many as before: one quick answer is no proof of a quick connection.
  return Math.round(Math.min(Math.max(target, SMALLEST), LARGEST, Math.max(bytes, SMALLEST) * 2));
}
