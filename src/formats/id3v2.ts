/** ID3v2 tags, as readers of sound step over them. Source: ID3v2.4.0 section 3.1. */
import { textAt } from './bytes.js';

export const ID3V2_HEADER_BYTES = 10;
const HAS_FOOTER = 0x10;

/** Bytes of the tag whose header begins at `at`, header and footer included; 0 where there is none. */
export function id3v2Bytes(bytes: Uint8Array, at = 0): number {
  if (at + ID3V2_HEADER_BYTES > bytes.length || textAt(bytes, at, 3) !== 'ID3') return 0;
  const [flags = 0, ...size] = bytes.subarray(at + 5, at + ID3V2_HEADER_BYTES);
  const body = size.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return ID3V2_HEADER_BYTES + body + ((flags & HAS_FOOTER) === 0 ? 0 : ID3V2_HEADER_BYTES);
}
