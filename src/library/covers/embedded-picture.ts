/**
 * Finds the embedded picture of an audio file, for the formats that nearly all files have: ID3v2.3, ID3v2.4 and FLAC. Only
 * headers are read; the result is the range of the file that holds the front cover, or else the first picture. Thread:
 * main; file access is asynchronous.
 */
import type { OpenFile } from '../../files/files.js';
import { FRAME_HEADER, frameOf, TAG_HEADER, tagHeader } from '../../tags/id3-layout.js';
import { blockPicture, FRONT, framePicture, PICTURE_HEADER, PICTURE_LIMIT } from '../../tags/picture-header.js';

/** Result for a file that this reader does not know, or that has no picture here: music-metadata reads it instead. */
export const UNUSUAL = 'unusual';
/** Result for a file whose headers contradict each other: no other reader should try it. */
export const DAMAGED = 'damaged';

/** Limit of frames or blocks that are read of one tag. */
const MOST_PARTS = 2000;
const PICTURE_BLOCK = 6;
const MAGIC = 10;

/** A range of a file, in bytes. */
export interface ByteRange {
  readonly at: number;
  readonly length: number;
}

interface Picture extends ByteRange {
  readonly kind: number;
}

type Refusal = typeof UNUSUAL | typeof DAMAGED;

/** Reads a range of a file; fewer bytes at the end of the file. */
async function bytesAt(file: OpenFile, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function pictureFrame(file: OpenFile, at: number, length: number): Promise<Picture | Refusal> {
  const content = await bytesAt(file, at, Math.min(length, PICTURE_HEADER));
  const header = framePicture(content);
  if (header === undefined) return length > content.length ? UNUSUAL : DAMAGED;
  return { at: at + header.dataAt, length: length - header.dataAt, kind: header.kind };
}

async function inId3(file: OpenFile, size: number, header: Buffer): Promise<Picture[] | Refusal> {
  const tag = tagHeader(header);
  if (tag === undefined || tag.version === 2 || tag.flags !== 0) return UNUSUAL;
  const end = TAG_HEADER + tag.length;
  if (end > size) return DAMAGED;
  const found: Picture[] = [];
  let at = TAG_HEADER;
  for (let part = 0; part < MOST_PARTS && at + FRAME_HEADER < end; part++) {
    const head = await bytesAt(file, at, FRAME_HEADER);
    if (head.length < FRAME_HEADER) return DAMAGED;
    if (head[0] === 0) break;
    const frame = frameOf(head, at, tag.version);
    if (frame === undefined) return UNUSUAL;
    if (frame.at + frame.length > end) return DAMAGED;
    if (frame.id === 'APIC') {
      if (frame.unsynchronised) return UNUSUAL;
      const picture = await pictureFrame(file, frame.at, frame.length);
      if (typeof picture === 'string') return picture;
      found.push(picture);
      if (picture.kind === FRONT) break;
    }
    at = frame.at + frame.length;
  }
  return found;
}

async function pictureBlock(file: OpenFile, at: number, length: number): Promise<Picture | Refusal> {
  const block = await bytesAt(file, at, Math.min(length, PICTURE_HEADER));
  const header = blockPicture(block);
  if (header === undefined) return length > block.length ? UNUSUAL : DAMAGED;
  if (header.dataAt + header.length > length) return DAMAGED;
  return { at: at + header.dataAt, length: header.length, kind: header.kind };
}

async function inFlac(file: OpenFile, size: number): Promise<Picture[] | Refusal> {
  const found: Picture[] = [];
  let at = 4;
  for (let part = 0, last = false; !last && part < MOST_PARTS; part++) {
    const header = await bytesAt(file, at, 4);
    if (header.length < 4) return DAMAGED;
    last = header.readUInt8(0) >= 0x80;
    const length = header.readUIntBE(1, 3);
    if (at + 4 + length > size) return DAMAGED;
    if ((header.readUInt8(0) & 0x7f) === PICTURE_BLOCK) {
      const picture = await pictureBlock(file, at + 4, length);
      if (typeof picture === 'string') return picture;
      found.push(picture);
      if (picture.kind === FRONT) break;
    }
    at += 4 + length;
  }
  return found;
}

/**
 * Finds the range of the front cover, or else of the first picture.
 * @param size of the file, in bytes
 * @returns UNUSUAL for another format and for a file without a picture; DAMAGED also for a picture over PICTURE_LIMIT
 */
export async function findEmbedded(file: OpenFile, size: number): Promise<ByteRange | Refusal> {
  const header = await bytesAt(file, 0, MAGIC);
  const magic = header.toString('latin1', 0, 4);
  const isId3 = magic.startsWith('ID3') && header.length === MAGIC;
  if (!isId3 && magic !== 'fLaC') return UNUSUAL;
  const found = await (isId3 ? inId3(file, size, header) : inFlac(file, size));
  if (typeof found === 'string') return found;
  const picture = found.find(({ kind }) => kind === FRONT) ?? found[0];
  if (picture === undefined) return UNUSUAL;
  return picture.length === 0 || picture.length > PICTURE_LIMIT ? DAMAGED : { at: picture.at, length: picture.length };
}
