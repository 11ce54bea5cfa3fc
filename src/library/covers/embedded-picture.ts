/**
 * Pictures inside audio files, for the two shapes that nearly all of them have: ID3v2.3 and 2.4 (`APIC`; id3.org,
 * ID3v2.4.0 frames, section 4.14) and FLAC (`PICTURE`, RFC 9639 section 8.8). Only headers are read until the picture is
 * chosen: the front cover, else the first. Thread: main; nothing here blocks.
 */
import type { FileHandle } from 'node:fs/promises';

/** Larger pictures are none of ours. */
export const PICTURE_LIMIT = 20 * 1024 * 1024;
/** Another reader has to look. */
export const UNUSUAL = 'unusual';
/** It says what cannot be: no other reader should be led astray by it. */
export const DAMAGED = 'damaged';

/** Frames or blocks of one tag. */
const MOST_PARTS = 2000;
/** Where a picture's own data has begun. */
const PICTURE_HEADER = 1024;
const FRONT_COVER = 3;

interface Place {
  readonly at: number;
  readonly length: number;
  readonly kind: number;
}

type Parsed = Place | typeof UNUSUAL | typeof DAMAGED;
type Found = Place[] | typeof UNUSUAL | typeof DAMAGED;

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** Seven bits a byte; NaN when one has eight. */
function synchSafe(bytes: Buffer, at: number): number {
  const raw = bytes.readUInt32BE(at);
  if ((raw & 0x80808080) !== 0) return NaN;
  return ((raw >>> 24) << 21) | (((raw >> 16) & 0x7f) << 14) | (((raw >> 8) & 0x7f) << 7) | (raw & 0x7f);
}

/** Behind encoding, MIME type, kind and description of an `APIC` frame. */
async function pictureFrame(file: FileHandle, at: number, length: number): Promise<Parsed> {
  const header = await bytesAt(file, at, Math.min(length, PICTURE_HEADER));
  const encoding = header[0] ?? 0;
  const kindAt = header.indexOf(0, 1) + 1;
  if (kindAt === 0 || encoding > 3) return UNUSUAL;
  const wide = encoding === 1 || encoding === 2;
  let end = kindAt + 1;
  while (end < header.length && (header[end] !== 0 || (wide && header[end + 1] !== 0))) end += wide ? 2 : 1;
  const from = end + (wide ? 2 : 1);
  if (from >= header.length) return length > header.length ? UNUSUAL : DAMAGED;
  return { at: at + from, length: length - from, kind: header[kindAt] ?? 0 };
}

async function inId3(file: FileHandle, size: number, header: Buffer): Promise<Found> {
  const version = header[3] ?? 0;
  const end = 10 + synchSafe(header, 6);
  if ((version !== 3 && version !== 4) || header[5] !== 0) return UNUSUAL;
  if (!(end <= size)) return DAMAGED;
  const found: Place[] = [];
  let at = 10;
  for (let part = 0; part < MOST_PARTS && at + 10 < end; part++) {
    const frame = await bytesAt(file, at, 10);
    const id = frame.toString('latin1', 0, 4);
    if (!/^[A-Z0-9]{4}$/.test(id)) break;
    const length = version === 4 ? synchSafe(frame, 4) : frame.readUInt32BE(4);
    if (Number.isNaN(length)) return UNUSUAL;
    if (at + 10 + length > end) return DAMAGED;
    if (id === 'APIC' && length > 0) {
      if (frame[9] !== 0) return UNUSUAL;
      const place = await pictureFrame(file, at + 10, length);
      if (typeof place === 'string') return place;
      found.push(place);
      if (place.kind === FRONT_COVER) break;
    }
    at += 10 + length;
  }
  return found;
}

/** Behind kind, MIME type, description and measures of a `PICTURE` block. */
async function pictureBlock(file: FileHandle, at: number, length: number): Promise<Parsed> {
  const header = await bytesAt(file, at, Math.min(length, PICTURE_HEADER));
  const numberAt = (from: number): number => (from + 4 <= header.length ? header.readUInt32BE(from) : NaN);
  const describedAt = 8 + numberAt(4);
  const lengthAt = describedAt + 4 + numberAt(describedAt) + 16;
  const bytes = numberAt(lengthAt);
  if (Number.isNaN(bytes)) return length > header.length && lengthAt <= length - 4 ? UNUSUAL : DAMAGED;
  if (lengthAt + 4 + bytes > length) return DAMAGED;
  return { at: at + lengthAt + 4, length: bytes, kind: numberAt(0) };
}

async function inFlac(file: FileHandle, size: number): Promise<Found> {
  const found: Place[] = [];
  let at = 4;
  for (let part = 0, last = false; !last && part < MOST_PARTS; part++) {
    const block = await bytesAt(file, at, 4);
    if (block.length < 4) return DAMAGED;
    last = block.readUInt8(0) >= 0x80;
    const length = block.readUIntBE(1, 3);
    if (at + 4 + length > size) return DAMAGED;
    if ((block.readUInt8(0) & 0x7f) === 6) {
      const place = await pictureBlock(file, at + 4, length);
      if (typeof place === 'string') return place;
      found.push(place);
      if (place.kind === FRONT_COVER) break;
    }
    at += 4 + length;
  }
  return found;
}

/**
 * The bytes of the front cover, else of the first picture.
 * @param size of the file in bytes
 * @returns UNUSUAL for another kind of file, and where no picture was found; DAMAGED also for one that is too large
 */
export async function readEmbedded(file: FileHandle, size: number): Promise<Buffer | typeof UNUSUAL | typeof DAMAGED> {
  const header = await bytesAt(file, 0, 10);
  const magic = header.toString('latin1', 0, 4);
  const isId3 = magic.startsWith('ID3') && header.length === 10;
  if (!isId3 && magic !== 'fLaC') return UNUSUAL;
  const found = await (isId3 ? inId3(file, size, header) : inFlac(file, size));
  if (typeof found === 'string') return found;
  const place = found.find(({ kind }) => kind === FRONT_COVER) ?? found[0];
  if (place === undefined) return UNUSUAL;
  if (place.length === 0 || place.length > PICTURE_LIMIT) return DAMAGED;
  const bytes = await bytesAt(file, place.at, place.length);
  return bytes.length === place.length ? bytes : DAMAGED;
}
