/** Files whose tags would cost many reads: the native reader looks at few places of a file, and hands it over then. */
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { readNative } from './compare.js';

const MEBIBYTE = 2 ** 20;
const folder = await temporaryDirectory(t);

t.test('a tag of 100 MB, and frames without end, are handed over', async (t) => {
  const path = join(folder, 'huge.mp3');
  const tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0x30, 0, 0, 0]);
  await writeFile(path, tag);
  await truncate(path, 101 * MEBIBYTE);
  t.equal(readNative(path), undefined, 'padding of 100 MB');
  const frame = Buffer.from([0x50, 0x52, 0x49, 0x56, 0, 1, 0, 0, 0, 0]);
  const large = Buffer.alloc(64 * 65_546);
  for (let at = 0; at < large.length; at += 65_546) frame.copy(large, at);
  await writeFile(path, Buffer.concat([tag, large]));
  await truncate(path, 101 * MEBIBYTE);
  t.equal(readNative(path), undefined, 'frames that each need a further read');
});
