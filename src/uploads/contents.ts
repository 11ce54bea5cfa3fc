/**
 * What may be uploaded: music, playlists and covers, by their endings; and whether a file is what its ending says. Music is what the
 * library's own reader finds sound in: the same files that the scan lists.
 */
import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';

import { Unavailable } from '../errors.js';
import { imageType } from '../library/covers/image-type.js';
import { isPlaylist } from '../library/files.js';
import { isPlayable } from '../tags/media-types.js';
import { type TagReader, UNREAD } from '../tags/tag-reader.js';

export type UploadKind = 'music' | 'playlist' | 'image';

/** Bytes: what FAT takes, what is read of a playlist, and more than any cover has. */
export const LARGEST: Readonly<Record<UploadKind, number>> = {
  music: 2 ** 32 - 1,
  playlist: 2 * 2 ** 20,
  image: 32 * 2 ** 20,
};

const IMAGES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp', 'tif', 'tiff']);
const HEAD_BYTES = 64;

/** Undefined for what cannot be uploaded. */
export function kindOf(name: string): UploadKind | undefined {
  const ending = extname(name).slice(1).toLowerCase();
  if (isPlayable(name)) return 'music';
  if (isPlaylist(name)) return 'playlist';
  return IMAGES.has(ending) ? 'image' : undefined;
}

/**
 * Whether what lies at `path`, whose ending is that of `kind`, is such a file.
 * @throws Unavailable CANNOT_CHECK, when a retry may tell; and the file system's errors
 */
export async function isWhatItSays(path: string, kind: UploadKind, tags: Pick<TagReader, 'tryRead'>): Promise<boolean> {
  if (kind === 'playlist') return isText(path);
  if (kind === 'image') return imageType(await readStart(path, HEAD_BYTES)) !== undefined;
  const tag = await tags.tryRead(path);
  if (tag === UNREAD) throw new Unavailable('CANNOT_CHECK', 'The file could not be looked at; it is kept.');
  return tag !== undefined;
}

/** UTF-8, or an older encoding: then at least without what no text holds. */
async function isText(path: string): Promise<boolean> {
  const bytes = await readStart(path, LARGEST.playlist);
  return !bytes.includes(0) && (isUtf8(bytes) || !bytes.some((byte) => byte < 9));
}

async function readStart(path: string, most: number): Promise<Buffer> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, most));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file?.close();
  }
}
