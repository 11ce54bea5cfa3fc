/** A reader of tags that is given a file's bytes through the window that it reads them by. */
import { closeSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { FileWindow } from '../../../src/library/tags/window.js';

/** Writes the bytes to `path` and lets `look` read them there. */
export async function lookedAt<Result>(
  path: string,
  bytes: Buffer,
  look: (window: FileWindow) => Result,
): Promise<Result> {
  await writeFile(path, bytes);
  const descriptor = openSync(path, 'r');
  try {
    return look(new FileWindow(descriptor, bytes.length));
  } finally {
    closeSync(descriptor);
  }
}
