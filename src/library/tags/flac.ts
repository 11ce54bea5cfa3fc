/** FLAC: STREAMINFO, Vorbis comments and picture headers (RFC 9639 section 8). Audio and picture data are never read. */
import { FRONT_COVER, nothingFound, UNUSUAL, type Found, type FoundCommon, type Unusual } from './found.js';
import { blockPicture, FRONT, PICTURE_HEADER } from './picture-header.js';
import { addComments } from './vorbis-comments.js';
import type { FileWindow } from './window.js';

const STREAM_INFORMATION = 0;
export const VORBIS_COMMENT = 4;
const PICTURE = 6;
export const STREAM_INFORMATION_BYTES = 34;
/** Of a block with a picture of any use. */
const SMALLEST_PICTURE = 128;
const MOST_BLOCKS = 64;

/** @returns false for one that does not fill its block exactly: it lies about its size, and is for another reader */
function addPicture(common: FoundCommon, block: Buffer, length: number): boolean {
  const header = blockPicture(block);
  if (header === undefined || header.length === 0 || header.dataAt + header.length !== length) return false;
  const { format } = header;
  if (!/^image\/[a-z]+$/.test(format)) return false;
  const type = header.kind === FRONT ? FRONT_COVER : '';
  (common.picture ??= []).push({ format: format === 'image/jpg' ? 'image/jpeg' : format, type });
  return true;
}

interface Stream {
  readonly sampleRate: number;
  readonly samples: number;
}

/** Hz. */
export function streamRate(bytes: Buffer): number {
  return bytes.readUIntBE(10, 3) >> 4;
}

/** Undefined for a stream of unknown length, or of more samples than 31 bits count. */
function streamOf(bytes: Buffer): Stream | undefined {
  const sampleRate = streamRate(bytes);
  const samples = bytes.readUInt32BE(14);
  if ((bytes.readUInt8(13) & 0xf) !== 0 || samples >= 2 ** 31 || samples === 0 || sampleRate === 0) return undefined;
  return { sampleRate, samples };
}

export function readFlac(window: FileWindow): Found | Unusual {
  if (window.bytes(0, 4)?.toString('latin1') !== 'fLaC') return UNUSUAL;
  const common = nothingFound();
  let stream: Stream | undefined;
  let commented = false;
  let at = 4;
  for (let block = 0, last = false; !last; block++) {
    const header = window.bytes(at, 4);
    if (header === undefined || block >= MOST_BLOCKS) return UNUSUAL;
    last = header.readUInt8(0) >= 0x80;
    const type = header.readUInt8(0) & 0x7f;
    const length = header.readUIntBE(1, 3);
    at += 4;
    if (at + length > window.size || type > PICTURE || (type === STREAM_INFORMATION) !== (block === 0)) return UNUSUAL;
    if (type === STREAM_INFORMATION) {
      const bytes = length === STREAM_INFORMATION_BYTES ? window.bytes(at, length) : undefined;
      stream = bytes && streamOf(bytes);
      if (stream === undefined) return UNUSUAL;
    } else if (type === VORBIS_COMMENT) {
      const bytes = window.bytes(at, length);
      if (commented || bytes === undefined || length < 8 || addComments(common, bytes) === undefined) return UNUSUAL;
      commented = true;
    } else if (type === PICTURE) {
      const bytes = length < SMALLEST_PICTURE ? undefined : window.bytes(at, Math.min(length, PICTURE_HEADER));
      if (bytes === undefined || !addPicture(common, bytes, length)) return UNUSUAL;
    }
    at += length;
  }
  if (stream === undefined) return UNUSUAL;
  const duration = stream.samples / stream.sampleRate;
  return { common, format: { sampleRate: stream.sampleRate, duration, bitrate: (8 * (window.size - at)) / duration } };
}
