/**
 * Records of the journal that outlast a restart, for the diagnostic report. The appliance writes them, as a ring of files
 * (`image/overlay/usr/lib/tonearm/box/kept-log`); the daemon only reads. Thread: main.
 */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that are read: the newest. */
const MOST_BYTES = 256 * 1024;
const NAME = /^\d{6}\.log$/;

/**
 * The lines, the oldest first. Never rejects.
 * @param folder of the files; undefined where nobody writes them
 * @returns undefined when they cannot be read
 */
export async function readKeptLog(folder: string | undefined): Promise<readonly string[] | undefined> {
  if (folder === undefined) return undefined;
  try {
    const newestFirst = (await readdir(folder))
      .filter((name) => NAME.test(name))
      .toSorted()
      .toReversed();
    let text = Buffer.alloc(0);
    let isWhole = true;
    for (const name of newestFirst) {
      const end = await readEnd(join(folder, name), MOST_BYTES - text.length);
      text = Buffer.concat([end.bytes, text]);
      isWhole = end.isWhole;
      if (text.length === MOST_BYTES) break;
    }
    const lines = text.toString('utf8').split('\n');
    if (!isWhole) lines.shift();
    return lines.filter((line) => line !== '');
  } catch {
    return undefined;
  }
}

/** The last bytes of a file, at most so many. @throws the file system's errors */
async function readEnd(path: string, most: number): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return { bytes: buffer.subarray(0, bytesRead), isWhole: length === size };
  } finally {
    await file.close();
  }
}
