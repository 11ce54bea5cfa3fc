/** Bytes as Latin-1 text, in which formats write their marks; shorter at the end. */
export function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
