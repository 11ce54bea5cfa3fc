/**
 * Gives music-metadata a file. It reads files in libuv's pool, which is the whole process's: a file on a network share is
 * read synchronously instead, so that a server that hangs holds up the worker alone. Threads: the workers that read tags.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { IAudioMetadata, IOptions } from 'music-metadata';
import { isOnShare } from '../files/files.js';
import { mediaType } from './media-types.js';

/** What music-metadata says of a file, whose name tells its format. Rejects for what is no audio. */
export async function parseAt(path: string, options: IOptions = {}): Promise<IAudioMetadata> {
  if (isOnShare(path)) return parseBlob(path, mediaType(path), options);
  const { parseFile } = await import('music-metadata');
  return parseFile(path, options);
}

/** As `parseAt` for a file on a share, whose first bytes tell its format. */
export function parseContent(path: string, options: IOptions): Promise<IAudioMetadata> {
  return parseBlob(path, '', options);
}

async function parseBlob(path: string, type: string, options: IOptions): Promise<IAudioMetadata> {
  const music = await import('music-metadata');
  const descriptor = openSync(path, 'r');
  try {
    // What is used of a Blob.
    const blob: Pick<Blob, 'size' | 'type'> & { slice(from: number, to: number): Pick<Blob, 'arrayBuffer'> } = {
      size: fstatSync(descriptor).size,
      type,
      slice: (from, to) => ({ arrayBuffer: () => Promise.resolve(bytesAt(descriptor, from, to - from)) }),
    };
    return await music.parseBlob(blob as Blob, options);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws the file system's errors, and EIO for a file that became shorter */
function bytesAt(descriptor: number, from: number, length: number): ArrayBuffer {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length;) {
    const count = readSync(descriptor, bytes, done, length - done, from + done);
    if (count === 0) throw Object.assign(new Error('EIO: the file became shorter'), { code: 'EIO', errno: -5 });
    done += count;
  }
  return bytes.buffer;
}
