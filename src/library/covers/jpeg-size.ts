/** The size of a JPEG by its frame header (ITU-T T.81, annex B), without decoding it. Pure. */

const MARKER = 0xff;
/** Markers of frames, C0 to CF; three of these are others. */
const NO_FRAMES: readonly number[] = [0xc4, 0xc8, 0xcc];
const FRAME_HEADER = 9;

/** Pixels; undefined when no frame header is where one should be. @param bytes of a JPEG */
export function longerSide(bytes: Uint8Array): number | undefined {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 2; at + FRAME_HEADER <= jpeg.length && jpeg[at] === MARKER;) {
    const marker = jpeg.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)) {
      return Math.max(jpeg.readUInt16BE(at + 5), jpeg.readUInt16BE(at + 7));
    }
    // A marker may have more of the same byte in front.
    at += marker === MARKER ? 1 : 2 + jpeg.readUInt16BE(at + 2);
  }
  return undefined;
}
