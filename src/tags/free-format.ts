/**
 * Layer III of free format (ISO/IEC 11172-3 section 2.4.2.3): no bit rate is told, and all frames are equally long but for
 * their padding.
 */
import { parseMpegHeader } from '../formats/mpeg-header.js';

/** Bytes of the header that are the same in all frames of a file: padding may change. */
const SAME = [0xff, 0xff, 0xfd];
/** Some encoders go up to 640 kbit/s. */
const MOST_FREE_BYTES = 4096;
const FRAMES = 3;

export interface FreeFormat {
  /** Hz. */
  readonly sampleRate: number;
  /** Samples of each channel in a frame. */
  readonly samples: number;
  /** Bytes of a frame on average. */
  readonly averageSize: number;
}

/** Undefined where not three frames follow each other. @param head from the first frame on */
export function freeFormatOf(head: Buffer): FreeFormat | undefined {
  const like = head.length < 4 || head.readUInt8(2) >> 4 !== 0 ? undefined : parseMpegHeader(withRate(head), 0);
  if (like?.layer !== 3) return undefined;
  const isFrame = (at: number): boolean =>
    SAME.every((mask, byte) => ((head[at + byte] ?? 0) & mask) === ((head[byte] ?? 0) & mask));
  const padding = (at: number): number => ((head[at + 2] ?? 0) >> 1) & 1;
  for (let first = 4; first < MOST_FREE_BYTES; first++) {
    const size = first - padding(0);
    let count = 0;
    let at = 0;
    for (; at + 3 <= head.length && isFrame(at); count++) at += size + padding(at);
    const isEnd = at + 3 > head.length;
    if (count > FRAMES || (count === FRAMES && isEnd)) {
      return { sampleRate: like.sampleRate, samples: like.samplesPerFrame, averageSize: at / count };
    }
  }
  return undefined;
}

/** A header that says a rate, to be read as others are. */
function withRate(head: Buffer): Buffer {
  const header = Buffer.from(head.subarray(0, 4));
  header.writeUInt8(header.readUInt8(2) | 0x10, 2);
  return header;
}
