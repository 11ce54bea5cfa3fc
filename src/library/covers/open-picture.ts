/**
 * Pictures where they lie: inside an audio file, as a file of their own, or in memory where another reader took them out.
 * What lies in a file is read from there as often as it is wanted, and never all of it just to look at it. Thread: main.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { NotFound } from '../../errors.js';
import { isPlayable } from '../../tags/media-types.js';
import { openInside } from '../inside-file.js';
import type { LibraryPaths } from '../paths.js';
import { PICTURE_LIMIT } from '../../tags/picture-header.js';
import { DAMAGED, findEmbedded, type Place, UNUSUAL } from './embedded-picture.js';
import { type ImageType, imageType } from './image-type.js';
import { nextTurn } from '../turn.js';

/** Bytes hashed in one turn. */
const TURN = 256 * 1024;
/** Bytes that tell what a picture is. */
const MAGIC = 64;

export interface PictureInFile extends Place {
  readonly kind: ImageType;
  /** Open: whoever has the picture closes it. */
  readonly file: FileHandle;
}

export interface PictureInMemory {
  readonly kind: ImageType;
  readonly bytes: Uint8Array;
}

export type OpenPicture = PictureInFile | PictureInMemory;

/**
 * @param path of an audio file that holds the picture, or of an image
 * @param readPicture for formats that have no reader here
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
    const place = isPlayable(path) ? await findEmbedded(handle, size) : { at: 0, length: size };
    if (place === DAMAGED) throw noPicture();
    picture = place === UNUSUAL ? inMemory(await readPicture(path)) : await inFile(handle, place);
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

async function inFile(file: FileHandle, { at, length }: Place): Promise<PictureInFile> {
  if (length > PICTURE_LIMIT) throw noPicture();
  const kind = imageType(await part({ file, at }, 0, Math.min(length, MAGIC)));
  if (kind === undefined) throw noPicture();
  return { kind, file, at, length };
}

/** Bytes. */
export function lengthOf(picture: OpenPicture): number {
  return 'file' in picture ? picture.length : picture.bytes.length;
}

/** Bytes in small turns, never more of a file in memory. @throws NotFound UNREADABLE_PICTURE */
export async function* partsOf(picture: OpenPicture): AsyncGenerator<Uint8Array> {
  const length = lengthOf(picture);
  for (let at = 0; at < length; at += TURN) {
    const count = Math.min(TURN, length - at);
    if ('file' in picture) yield await part(picture, at, count);
    else {
      yield picture.bytes.subarray(at, at + count);
      await nextTurn();
    }
  }
}

/** SHA-1 of its bytes, read in small turns. @throws NotFound UNREADABLE_PICTURE */
export async function hashOf(picture: OpenPicture): Promise<string> {
  const hash = createHash('sha1');
  for await (const bytes of partsOf(picture)) hash.update(bytes);
  return hash.digest('hex');
}

/** All of it in memory. @throws NotFound UNREADABLE_PICTURE */
export async function wholeOf(picture: OpenPicture): Promise<PictureInMemory> {
  if (!('file' in picture)) return picture;
  return { kind: picture.kind, bytes: await part(picture, 0, picture.length) };
}

/** @throws NotFound UNREADABLE_PICTURE when the file has no such bytes any more, or the disk does not give them */
async function part({ file, at }: Pick<PictureInFile, 'file' | 'at'>, from: number, length: number): Promise<Buffer> {
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

export function noPicture(): NotFound {
  return new NotFound('UNREADABLE_PICTURE', 'There is no picture that can be shown.');
}
