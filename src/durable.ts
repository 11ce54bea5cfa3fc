/** Small files that outlast a power cut. Thread: any; the disk is waited for in libuv's pool. */
import { constants } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file, readable by its owner only unless `mode` says otherwise; resolves when that is durable.
 * @throws the file system's errors
 */
export async function writeDurably(file: string, text: string, mode = 0o600): Promise<void> {
  const unfinished = `${file}.new`;
  const written = await open(unfinished, 'w', mode);
  try {
    await written.writeFile(text);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}

/** Resolves when what was made, renamed or removed in the folder is durable. @throws the file system's errors */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
