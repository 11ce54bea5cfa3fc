/** Detects the type of a picture by its first bytes: tags and file names are often wrong. */

export interface ImageType {
  /** MIME type. */
  readonly type: string;
  /** ffmpeg's demuxer for this type alone, from a pipe. */
  readonly demuxer: string;
}

const starts = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(text, 'latin1').equals(bytes.subarray(at, at + text.length));

/** Sizes of a BMP's information header, which follows the file header (`wingdi.h`). */
const BITMAP_HEADERS: readonly number[] = [12, 40, 52, 56, 108, 124];

const isBitmap = (bytes: Uint8Array): boolean =>
  starts(bytes, 'BM') && bytes.length > 18 && BITMAP_HEADERS.includes(bytes[14] ?? 0);

const KINDS: readonly (readonly [matches: (bytes: Uint8Array) => boolean, kind: ImageType])[] = [
  [(bytes) => starts(bytes, '\xff\xd8\xff'), { type: 'image/jpeg', demuxer: 'jpeg_pipe' }],
  [(bytes) => starts(bytes, '\x89PNG\r\n\x1a\n'), { type: 'image/png', demuxer: 'png_pipe' }],
  [(bytes) => starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a'), { type: 'image/gif', demuxer: 'gif_pipe' }],
  [(bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8), { type: 'image/webp', demuxer: 'webp_pipe' }],
  [isBitmap, { type: 'image/bmp', demuxer: 'bmp_pipe' }],
  [(bytes) => starts(bytes, 'II*\0') || starts(bytes, 'MM\0*'), { type: 'image/tiff', demuxer: 'tiff_pipe' }],
];

/** Detects the type. @returns undefined for bytes that neither a browser nor ffmpeg can show */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  return KINDS.find(([matches]) => matches(bytes))?.[1];
}
