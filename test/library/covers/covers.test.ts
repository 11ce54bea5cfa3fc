import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Covers, ORIGINAL } from '../../../src/library/covers/covers.js';
import { LibraryPaths } from '../../../src/library/paths.js';
import { asNobody } from '../../fixtures/nobody.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';
import { id3With, measuresOf, plainJpeg } from './pictures.js';

const MEBIBYTE = 2 ** 20;
const WIDE = plainJpeg(200, 100);
const TALL = plainJpeg(100, 200);

interface Rig {
  readonly library: string;
  /** Anew over the same cache, as after a restart. */
  readonly covers: () => Covers;
}

/** @param embedded what the reader of other formats finds in any file */
async function rig(t: Test, embedded?: Uint8Array): Promise<Rig> {
  const library = await temporaryDirectory(t);
  const directory = join(await temporaryDirectory(t), 'covers');
  const parts = { paths: new LibraryPaths([library]), directory, log: SILENT_LOG, readPicture: async () => embedded };
  return { library, covers: () => new Covers(parts) };
}

async function small(covers: Covers, path: string): Promise<readonly [number, number]> {
  const picture = await (await covers.find(path, 96)).read();
  if ('file' in picture) throw new Error('not a small one');
  picture.release();
  return measuresOf(Buffer.from(picture.bytes));
}

t.test('a picture that is exchanged between two looks is not kept under the name of the other', async (t) => {
  const { library, covers } = await rig(t);
  const path = join(library, 'a.mp3');
  await writeFile(path, id3With({ bytes: WIDE }));
  const cover = await covers().find(path, 96);
  await writeFile(join(library, 'b.mp3'), id3With({ bytes: TALL }));
  await rename(join(library, 'b.mp3'), path);
  await cover.read();
  await writeFile(path, id3With({ bytes: WIDE }));
  t.strictSame(await small(covers(), path), [96, 48]);
});

t.test('a picture as it is stays in its file, and is not loaded to be sent', async (t) => {
  const { library, covers } = await rig(t);
  const path = join(library, 'a.mp3');
  const content = id3With({ bytes: WIDE });
  await writeFile(path, content);
  const picture = await (await covers().find(path, ORIGINAL)).read();
  if (!('file' in picture)) throw new Error('in memory');
  await picture.file.close();
  t.strictSame([picture.at, picture.length], [content.indexOf(WIDE), WIDE.length]);
});

t.test('what clients do not take stays within bounds, and what is sent makes room', async (t) => {
  const { library, covers } = await rig(t, Buffer.concat([WIDE, Buffer.alloc(16 * MEBIBYTE - WIDE.length)]));
  const path = join(library, 'a.ogg');
  await writeFile(path, 'anything');
  const cover = await covers().find(path, ORIGINAL);
  const lent = await Promise.all(Array.from({ length: 4 }, () => cover.read()));
  await t.rejects(cover.read(), { code: 'TOO_BUSY' });
  const [first] = lent;
  if (first === undefined || 'file' in first) throw new Error('in a file');
  first.release();
  first.release();
  await cover.read();
  await t.rejects(cover.read(), { code: 'TOO_BUSY' }, 'released twice is released once');
});

t.test('a file that may not be read has no cover', async (t) => {
  const { library, covers } = await rig(t);
  const path = join(library, 'a.mp3');
  await writeFile(path, id3With({ bytes: WIDE }));
  await chmod(library, 0o755);
  await chmod(path, 0);
  await t.rejects(
    asNobody(() => covers().find(path, 96)),
    { code: 'FILE_NOT_AVAILABLE' },
  );
});

t.test('a file that is cut while its picture is looked at is a picture that cannot be shown', async (t) => {
  const { library, covers } = await rig(t);
  const path = join(library, 'a.mp3');
  await writeFile(path, id3With({ bytes: WIDE }));
  const cover = await covers().find(path, 96);
  await writeFile(path, id3With({ bytes: WIDE }).subarray(0, 200));
  await t.rejects(cover.read(), { code: 'UNREADABLE_PICTURE' });
});
