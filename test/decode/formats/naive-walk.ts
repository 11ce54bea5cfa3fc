/** The frames of an MPEG stream found the slow way: the whole file in memory, one step after the other. */
import { isSameStream, parseMpegHeader, type MpegHeader } from '../../../src/formats/mpeg-header.js';

export interface FoundFrame {
  readonly offset: number;
  readonly length: number;
}

/** All whole frames from `start` on that belong to the stream of the frame there. */
export function naiveWalk(bytes: Uint8Array, start: number): FoundFrame[] {
  const first = parseMpegHeader(bytes, start);
  if (first === undefined) throw new Error(`no frame at ${start}`);
  const frameAt = (offset: number): MpegHeader | undefined => {
    const header = offset + 4 <= bytes.length ? parseMpegHeader(bytes, offset) : undefined;
    return header !== undefined && isSameStream(header, first) ? header : undefined;
  };
  const isBelievable = (offset: number): boolean => {
    const header = frameAt(offset);
    if (header === undefined) return false;
    const next = offset + header.length;
    const mark = Buffer.from(bytes.subarray(next, next + 4)).toString('latin1');
    return next === bytes.length || frameAt(next) !== undefined || /^(TAG|APET|LYRI)/.test(mark);
  };
  const frames: FoundFrame[] = [];
  for (let offset = start; offset < bytes.length;) {
    const header = frameAt(offset);
    if (header === undefined) {
      do offset++;
      while (offset < bytes.length && !isBelievable(offset));
    } else {
      if (offset + header.length <= bytes.length) frames.push({ offset, length: header.length });
      offset += header.length;
    }
  }
  return frames;
}
