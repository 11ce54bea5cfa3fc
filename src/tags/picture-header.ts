/**
 * What stands in front of a picture inside a tag: what the tag says of it, and where its own bytes begin. Pure. Sources:
 * id3.org, ID3v2.4.0 native frames section 4.14 (APIC); RFC 9639 section 8.8 (PICTURE).
 */
import { terminator } from './id3-text.js';

/** More of a frame or block is not looked at: texts in front of a picture are short. */
export const PICTURE_HEADER = 1024;
/** Bytes; larger pictures are not shown. */
export const PICTURE_LIMIT = 20 * 1024 * 1024;
/** What the tag says of the cover, of all kinds of pictures. */
export const FRONT = 3;

export interface PictureHeader {
  readonly kind: number;
  /** From the beginning of the frame or block. */
  readonly dataAt: number;
}

/**
 * @param content the frame's, or as much as PICTURE_HEADER of it
 * @returns undefined when there is no end of the texts, or no picture behind them
 */
export function framePicture(content: Buffer): PictureHeader | undefined {
  const encoding = content[0] ?? Infinity;
  const kindAt = content.indexOf(0, 1) + 1;
  if (encoding > 3 || kindAt === 0 || kindAt >= content.length) return undefined;
  const end = terminator(content, encoding, kindAt + 1);
  const dataAt = end + (encoding === 1 || encoding === 2 ? 2 : 1);
  if (end < 0 || dataAt + 1 >= content.length) return undefined;
  return { kind: content.readUInt8(kindAt), dataAt };
}

/**
 * @param block the block's content, or as much as PICTURE_HEADER of it
 * @returns undefined when the texts are longer than that
 */
export function blockPicture(block: Buffer): (PictureHeader & { readonly length: number }) | undefined {
  const numberAt = (at: number): number => (at + 4 <= block.length ? block.readUInt32BE(at) : Infinity);
  const describedAt = 8 + numberAt(4);
  const lengthAt = describedAt + 4 + numberAt(describedAt) + 16;
  const length = numberAt(lengthAt);
  if (length === Infinity) return undefined;
  return { kind: numberAt(0), dataAt: lengthAt + 4, length };
}
