/** One range of bytes of a file (RFC 9110 section 14). Several ranges in one request are answered by the whole. */
import { RangeNotSatisfiable } from './refusals.js';

export interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

const SINGLE = /^bytes=\s*(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))\s*$/i;

/**
 * @param header of the request; what is no single range of bytes counts as none
 * @returns undefined for the whole
 * @throws RangeNotSatisfiable when it begins behind the end, or asks for the last 0 bytes
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const found = header === undefined ? null : SINGLE.exec(header);
  if (found === null) return undefined;
  const [, from, to, suffix] = found;
  if (suffix !== undefined) {
    const count = Math.min(Number(suffix), size);
    if (count === 0) throw new RangeNotSatisfiable(size);
    return { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) throw new RangeNotSatisfiable(size);
  return { first, last };
}

/** Whether a range counts: without `If-Range` (`""`), or when the client's copy is of this content (section 13.1.5). */
export function isRangeWanted(ifRange: string, etag: string, modified: Date): boolean {
  if (ifRange === '') return true;
  if (ifRange.startsWith('"')) return ifRange === etag;
  return !ifRange.startsWith('W/') && ifRange === modified.toUTCString();
}
