/** Tags of hundreds of megabytes. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { TagTooLarge } from '../../src/tags/read-tag.js';
import { problemOf } from '../../src/library/scan/problems.js';
import { temporaryDirectory } from '../http/rig.js';
import { mp3 } from '../library/scan/rig.js';
import { readNative, readTag } from './compare.js';

const MEBIBYTE = 2 ** 20;
const folder = await temporaryDirectory(t);

/** An MP3 whose picture fills a tag of so many bytes. @param flags of the tag: 0x20, an experimental one, is for music-metadata to judge */
async function largeFile(bytes: number, flags: number): Promise<string> {
  const path = join(folder, `${bytes}-${flags}.mp3`);
  const head = Buffer.from(mp3({ TIT2: 'Large' }, true));
  const picture = head.indexOf('APIC');
  const synchSafe = (value: number) => [value >> 21, (value >> 14) & 127, (value >> 7) & 127, value & 127];
  head.set(synchSafe(bytes), 6);
  head.writeUInt8(flags, 5);
  head.set(synchSafe(bytes - picture), picture + 4);
  const file = await open(path, 'w');
  await file.write(head, 0, picture + 200, 0);
  await file.truncate(bytes + 10);
  await file.write(mp3({}).subarray(10), 0, null, bytes + 10);
  await file.close();
  return path;
}

t.test('a tag of a hundred megabytes is read, and of a usual one only a few places', async (t) => {
  const path = await largeFile(100 * MEBIBYTE, 0);
  t.match(readNative(path), { title: 'Large', picture: 'image/jpeg' });
  t.match(await readTag(await largeFile(100 * MEBIBYTE, 0x20)), { title: 'Large' }, 'an unusual one too');
});

t.test('a tag that would take all memory is not read, and it is said why', async (t) => {
  const error = await readTag(await largeFile(250 * MEBIBYTE, 0x20)).catch((reason: unknown) => reason);
  t.type(error, TagTooLarge);
  t.equal(problemOf(error), 'Its tag is too large.');
  t.match(readNative(await largeFile(250 * MEBIBYTE, 0)), { title: 'Large' }, 'a usual one takes none');
});
