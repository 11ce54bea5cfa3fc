/**
 * A file of the cover cache: thumbnails of one picture and its colours, behind a checksum of everything. A power cut may
 * leave any bytes in a file that was not synced: what does not fit its checksum is made again. Pure.
 *
 *     SHA-1 of the rest (20 bytes) │ length of the head (4, little-endian) │ head, JSON │ pictures one after the other
 */
import { createHash } from 'node:crypto';

import type { Accent, PictureFormat, Thumbnails } from './thumbnailer.js';

const DIGEST = 20;
const LENGTH = 4;

interface Head {
  readonly accent: Accent;
  readonly pictures: readonly { readonly edge: number; readonly format: PictureFormat; readonly length: number }[];
}

export function thumbnailFile({ accent, pictures }: Thumbnails): Buffer {
  const head: Head = {
    accent,
    pictures: pictures.map(({ edge, format, bytes }) => ({ edge, format, length: bytes.length })),
  };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(json.length);
  const content = [length, json, ...pictures.map(({ bytes }) => bytes)];
  const digest = createHash('sha1');
  for (const part of content) digest.update(part);
  return Buffer.concat([digest.digest(), ...content]);
}

/** Undefined for a damaged file. */
export function readThumbnailFile(file: Buffer): Thumbnails | undefined {
  const content = file.subarray(DIGEST);
  if (content.length < LENGTH || !createHash('sha1').update(content).digest().equals(file.subarray(0, DIGEST))) return;
  let at = LENGTH + content.readUInt32LE();
  const { accent, pictures } = JSON.parse(content.toString('utf8', LENGTH, at)) as Head;
  const read = pictures.map(({ edge, format, length }) => {
    const bytes = content.subarray(at, at + length);
    at += length;
    return { edge, format, bytes };
  });
  return { accent, pictures: read };
}
