/**
 * Opens the picture of a file: a range of an audio file, a whole image file, or bytes in memory where music-metadata had to
 * extract them. A picture in a file is read in blocks of TURN bytes, so that hashing or sending a large one takes little
 * memory and never blocks the event loop for long. Thread: main.
 */
import { createHash } from 'node:crypto';
import { NotFound } from '../../errors.js';
import type { OpenFile } from '../../files/files.js';
import { isPlayable } from '../../tags/media-types.js';
import { openInside } from '../inside-file.js';
import type { LibraryPaths } from '../paths.js';
import { PICTURE_LIMIT } from '../../tags/picture-header.js';
import { DAMAGED, findEmbedded, type ByteRange, UNUSUAL } from './embedded-picture.js';
import { type ImageType, imageType } from './image-type.js';
import { nextTurn } from '../turn.js';

/** Bytes that are read and hashed in one turn of the event loop. */
const TURN = 256 * 1024;
/** Bytes from which `imageType` detects the type. */
const MAGIC = 64;

export interface PictureInFile extends ByteRange {
  readonly kind: ImageType;
  /** Open file, which the owner of the picture closes. */
  readonly file: OpenFile;
}

export interface PictureInMemory {
  readonly kind: ImageType;
  readonly bytes: Uint8Array;
}

export type OpenPicture = PictureInFile | PictureInMemory;

/**
 * Opens the picture of a file inside a library root.
 * @param path of an audio file with an embedded picture, or of an image file
 * @param readPicture reads embedded pictures of formats that `embedded-picture.ts` does not know
 * @throws NotFound FILE_NOT_AVAILABLE or UNREADABLE_PICTURE
 */
export async function openPicture(
  paths: LibraryPaths,
  path: string,
  readPicture: (path: string) => Promise<Uint8Array | undefined>,
): Promise<OpenPicture> {
  const { handle, size } = await openInside(paths, path);
  let picture: OpenPicture | undefined;
  try {
    const range = isPlayable(path) ? await findEmbedded(handle, size) : { at: 0, length: size };
    if (range === DAMAGED) throw noPicture();
    picture = range === UNUSUAL ? inMemory(await readPicture(path)) : await inFile(handle, range);
    return picture;
  } finally {
    if (picture === undefined || !('file' in picture)) await handle.close();
  }
}

function inMemory(bytes: Uint8Array | undefined): PictureInMemory {
  const kind = bytes && imageType(bytes);
  if (bytes === undefined || kind === undefined) throw noPicture();
  return { kind, bytes };
}

async function inFile(file: OpenFile, { at, length }: ByteRange): Promise<PictureInFile> {
  if (length > PICTURE_LIMIT) throw noPicture();
  const kind = imageType(await readBlock({ file, at }, 0, Math.min(length, MAGIC)));
  if (kind === undefined) throw noPicture();
  return { kind, file, at, length };
}

/** Length of the picture, in bytes. */
export function lengthOf(picture: OpenPicture): number {
  return 'file' in picture ? picture.length : picture.bytes.length;
}

/** Reads the picture block by block, each in a turn of the event loop. @throws NotFound UNREADABLE_PICTURE */
export async function* blocksOf(picture: OpenPicture): AsyncGenerator<Uint8Array> {
  const length = lengthOf(picture);
  for (let at = 0; at < length; at += TURN) {
    const count = Math.min(TURN, length - at);
    if ('file' in picture) yield await readBlock(picture, at, count);
    else {
      yield picture.bytes.subarray(at, at + count);
      await nextTurn();
    }
  }
}

/** Computes the SHA-1 of the picture, block by block. @throws NotFound UNREADABLE_PICTURE */
export async function hashOf(picture: OpenPicture): Promise<string> {
  const hash = createHash('sha1');
  for await (const bytes of blocksOf(picture)) hash.update(bytes);
  return hash.digest('hex');
}

/** Reads the whole picture into memory. @throws NotFound UNREADABLE_PICTURE */
export async function wholeOf(picture: OpenPicture): Promise<PictureInMemory> {
  if (!('file' in picture)) return picture;
  return { kind: picture.kind, bytes: await readBlock(picture, 0, picture.length) };
}

/** Reads `length` bytes of a picture. @throws NotFound UNREADABLE_PICTURE when the file became shorter or cannot be read */
async function readBlock(
  { file, at }: Pick<PictureInFile, 'file' | 'at'>,
  from: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file
      .read(buffer, done, length - done, at + from + done)
      .catch(() => ({ bytesRead: 0 }));
    if (bytesRead === 0) throw noPicture();
    done += bytesRead;
  }
  return buffer;
}

/** The error for a file without a picture that a browser or ffmpeg can show. */
export function noPicture(): NotFound {
  return new NotFound('UNREADABLE_PICTURE', 'There is no picture that can be shown.');
}
