/**
 * File format of the cover cache: the thumbnails and accent colours of one picture, protected by a checksum. A power cut may
 * leave any bytes in a file that was not synced: a file that fails its checksum counts as missing. Pure.
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

/** Encodes a file. */
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

/** Decodes a file. @returns undefined for a damaged one */
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
