/** Bytes of a file for readers that look at a few places of it. Synchronous: for the workers that read tags. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes from an offset on; fewer at the end of the file. */
export type ReadAt = (from: number, length: number) => Buffer;

/** @throws the file system's errors */
export function withFile<Result>(path: string, read: (readAt: ReadAt, size: number) => Result): Result {
  const descriptor = openSync(path, 'r');
  try {
    const readAt: ReadAt = (from, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from));
    };
    return read(readAt, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}
