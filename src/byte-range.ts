/** One range of bytes, as HTTP requests name it (RFC 9110 section 14). Pure. */

export interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

const SINGLE = /^bytes=\s*(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))\s*$/i;

/**
 * @param header `Range`; several ranges, and what is no range of bytes, count as none
 * @returns undefined: the whole; `none`: it begins behind the end, or asks for the last 0 bytes, which is answered by 416
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [found, from, to = '', suffix] = SINGLE.exec(header ?? '') ?? [];
  if (found === undefined || (to !== '' && Number(to) < Number(from))) return undefined;
  const first = from === undefined ? size - Math.min(Number(suffix), size) : Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first < size ? { first, last } : 'none';
}
