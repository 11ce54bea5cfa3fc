/**
 * Lyrics in a file with the name of the audio file and another ending: `.lrc`, or `.txt`. Read when somebody wants to see
 * them, and only inside the library roots. Thread: main; file access is asynchronous.
 */
import { extname } from 'node:path';
import { NotFound } from '../errors.js';
import type { OpenFile } from '../files/files.js';
import { openInside } from '../library/inside-file.js';
import type { LibraryPaths } from '../library/paths.js';
import { decodeBytes, decoded } from '../tags/encodings.js';
import type { TagEncoding } from '../tags/tag-rules.js';
import { type LyricText, parseLyrics } from './lrc.js';

/** Bytes of a file; a larger one is no lyrics. */
export const FILE_LIMIT = 256 * 1024;

const ENDINGS = ['.lrc', '.LRC', '.txt', '.TXT'];

/** The first that has lyrics. @param path of the audio file @param encoding of a file that does not say its own */
export async function lyricsOfFile(
  paths: LibraryPaths,
  path: string,
  encoding: TagEncoding,
): Promise<LyricText | undefined> {
  const stem = path.slice(0, path.length - extname(path).length);
  for (const ending of ENDINGS) {
    const bytes = await contentOf(paths, stem + ending);
    const lyrics = bytes && parseLyrics(textOf(bytes, encoding));
    if (lyrics !== undefined) return lyrics;
  }
  return undefined;
}

/** Undefined for what is missing, too large, or cannot be read. */
async function contentOf(paths: LibraryPaths, path: string): Promise<Buffer | undefined> {
  let handle: OpenFile | undefined;
  try {
    const file = await openInside(paths, path);
    handle = file.handle;
    if (file.size === 0 || file.size > FILE_LIMIT) return undefined;
    const buffer = Buffer.alloc(file.size);
    let done = 0;
    while (done < buffer.length) {
      const { bytesRead } = await handle.read(buffer, done, buffer.length - done, done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return buffer.subarray(0, done);
  } catch (error) {
    // A disk that fails has no lyrics either.
    if (error instanceof NotFound || (error instanceof Error && 'syscall' in error)) return undefined;
    throw error;
  } finally {
    await handle?.close();
  }
}

/** UTF-8 or UTF-16, else the encoding that a person has named, else what the bytes look like. */
function textOf(bytes: Buffer, encoding: TagEncoding): string {
  // A text of UTF-16 without its mark begins with a bracket or a letter.
  if (bytes[0] !== 0 && bytes[1] === 0) return bytes.toString('utf16le');
  if (bytes[0] === 0 && bytes[1] !== 0) return decoded(bytes, 'utf-16be') ?? '';
  const page = encoding === 'auto' || isMarked(bytes) ? undefined : encoding;
  if (page === undefined) return decodeBytes(bytes);
  return decoded(bytes, 'utf-8') ?? decoded(bytes, page) ?? decodeBytes(bytes);
}

const isMarked = (bytes: Buffer): boolean => ['\xff\xfe', '\xfe\xff'].includes(bytes.toString('latin1', 0, 2));
