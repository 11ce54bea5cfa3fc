/** What a picture is, by its first bytes: neither a tag nor a name is believed. */

export interface ImageType {
  /** MIME type. */
  readonly type: string;
  /** ffmpeg's name of what reads just this, from a pipe. */
  readonly demuxer: string;
}

const starts = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(text, 'latin1').equals(bytes.subarray(at, at + text.length));

/** Sizes of the header behind that of the file (`wingdi.h`). */
const BITMAP_HEADERS: readonly number[] = [12, 40, 52, 56, 108, 124];

const isBitmap = (bytes: Uint8Array): boolean =>
  starts(bytes, 'BM') && bytes.length > 18 && BITMAP_HEADERS.includes(bytes[14] ?? 0);

const KINDS: readonly (readonly [isIt: (bytes: Uint8Array) => boolean, kind: ImageType])[] = [
  [(bytes) => starts(bytes, '\xff\xd8\xff'), { type: 'image/jpeg', demuxer: 'jpeg_pipe' }],
  [(bytes) => starts(bytes, '\x89PNG\r\n\x1a\n'), { type: 'image/png', demuxer: 'png_pipe' }],
  [(bytes) => starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a'), { type: 'image/gif', demuxer: 'gif_pipe' }],
  [(bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8), { type: 'image/webp', demuxer: 'webp_pipe' }],
  [isBitmap, { type: 'image/bmp', demuxer: 'bmp_pipe' }],
  [(bytes) => starts(bytes, 'II*\0') || starts(bytes, 'MM\0*'), { type: 'image/tiff', demuxer: 'tiff_pipe' }],
];

/** Undefined for what is no picture that a browser or ffmpeg would show. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  return KINDS.find(([isIt]) => isIt(bytes))?.[1];
}
