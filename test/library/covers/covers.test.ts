import { createHash } from 'node:crypto';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Covers } from '../../../src/library/covers/covers.js';
import { ORIGINAL } from '../../../src/library/covers/thumbnail-sets.js';
import { LibraryPaths } from '../../../src/library/paths.js';
import { CONFINE } from '../../fixtures/confine.js';
import { asNobody } from '../../fixtures/nobody.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';
import { id3With, measuresOf, plainJpeg } from './pictures.js';

/** Name of a picture from outside the library. */
const NAME = 'ab'.repeat(20);
const MEBIBYTE = 2 ** 20;
const WIDE = plainJpeg(200, 100);
const TALL = plainJpeg(100, 200);

interface Rig {
  readonly library: string;
  /** Makes new covers over the same cache, as after a restart. */
  readonly covers: () => Covers;
}

/** @param embedded what the reader of other formats finds in any file */
async function rig(t: Test, embedded?: Uint8Array): Promise<Rig> {
  const library = await temporaryDirectory(t);
  const directory = join(await temporaryDirectory(t), 'covers');
  const paths = new LibraryPaths([library]);
  const deps = { paths, directory, confine: CONFINE, log: SILENT_LOG, readPicture: async () => embedded };
  return { library, covers: () => new Covers(deps) };
}

async function small(covers: Covers, path: string): Promise<readonly [number, number]> {
  const picture = await (await covers.find(path, 96)).read();
  if ('file' in picture) throw new Error('not a small one');
  picture.release();
  return measuresOf(Buffer.from(picture.bytes));
}

t.test('a picture that is replaced between find and read is not cached under the hash of the old one', async (t) => {
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

/** Counts how often it is asked for. */
function fetched(bytes: Uint8Array): { readonly fetch: () => Promise<Uint8Array>; readonly count: () => number } {
  let count = 0;
  return {
    fetch: async () => {
      count += 1;
      return bytes;
    },
    count: () => count,
  };
}

async function bytesOf(cover: { read(): Promise<unknown> }): Promise<Buffer> {
  const picture = (await cover.read()) as { bytes: Uint8Array; type: string; release: () => void };
  picture.release();
  if (picture.type !== 'image/jpeg') throw new Error(`made as ${picture.type}`);
  return Buffer.from(picture.bytes);
}

t.test('what is asked for is answered by the next larger size, and by the largest beyond it', async (t) => {
  const { covers } = await rig(t);
  const { fetch } = fetched(plainJpeg(1300, 1300));
  for (const [size, edge] of [
    [1, 96],
    [96, 96],
    [97, 192],
    [193, 400],
    [640, 640],
    [1200, 1200],
    [5000, 1200],
  ] as const) {
    const cover = covers().findFetched(NAME, size, fetch);
    t.equal(cover.etag, `"${NAME}-${edge}"`);
    t.strictSame(measuresOf(await bytesOf(cover)), [edge, edge], `${size}`);
  }
});

t.test('a picture from elsewhere is fetched once for all who ask, and then kept, also over a restart', async (t) => {
  const { covers } = await rig(t);
  const { fetch, count } = fetched(WIDE);
  const one = covers();
  const cover = one.findFetched(NAME, 96, fetch);
  t.equal(count(), 0, 'only when it is read');
  await Promise.all([bytesOf(cover), bytesOf(one.findFetched(NAME, 50, fetch)), bytesOf(cover)]);
  t.equal(count(), 1);
  const kept = await bytesOf(cover);
  t.strictSame(measuresOf(kept), [96, 48]);
  t.ok(kept.equals(await bytesOf(covers().findFetched(NAME, 96, fetch))));
  t.equal(count(), 1);
  await bytesOf(one.findFetched(NAME, 160, fetch));
  t.equal(count(), 2, 'another size is another picture');
});

t.test('what is fetched and is no picture is refused, and asked for again the next time', async (t) => {
  const { covers } = await rig(t);
  const one = covers();
  const { fetch, count } = fetched(Buffer.from('<html>'));
  const cover = one.findFetched(NAME, 96, fetch);
  for (let round = 1; round <= 2; round++) {
    await t.rejects(cover.read(), { code: 'UNREADABLE_PICTURE', message: 'There is no picture that can be shown.' });
    t.equal(count(), round);
  }
  await t.rejects(one.findFetched(NAME, 96, () => Promise.reject(new Error('no route'))).read(), {
    message: 'no route',
  });
  t.strictSame(measuresOf(await bytesOf(one.findFetched(NAME, 96, fetched(WIDE).fetch))), [96, 48]);
});

t.test('an image file is its own picture; the name of a cover follows its bytes and size', async (t) => {
  const { library, covers } = await rig(t);
  const path = join(library, 'cover.jpg');
  await writeFile(path, WIDE);
  const one = covers();
  const [original, first, again] = await Promise.all([ORIGINAL, 96, 50].map((size) => one.find(path, size)));
  t.match(original?.etag, /^"[0-9a-f]{40}"$/);
  t.equal(first?.etag, again?.etag);
  t.equal(first?.etag, original?.etag.replace(/"$/, '-96"'));
  const picture = await original!.read();
  if (!('file' in picture)) throw new Error('in memory');
  await picture.file.close();
  t.match(picture, { type: 'image/jpeg', at: 0, length: WIDE.length });
  await writeFile(path, TALL);
  t.not((await one.find(path, ORIGINAL)).etag, original?.etag, 'another picture');
  t.strictSame(await small(one, path), [48, 96]);
  await writeFile(path, 'no picture');
  await t.rejects(one.find(path, 96), { code: 'UNREADABLE_PICTURE' });
  await t.rejects(one.find(join(library, 'gone.jpg'), 96), { code: 'FILE_NOT_AVAILABLE' });
});

t.test('a smaller picture is kept: its file is not read again', async (t) => {
  const { library, covers } = await rig(t);
  const path = join(library, 'a.mp3');
  await writeFile(path, id3With({ bytes: WIDE }));
  const one = covers();
  const cover = await one.find(path, 96);
  const made = await bytesOf(cover);
  await rm(path);
  t.ok(made.equals(await bytesOf(cover)));
});

t.test('a picture of a format that is read elsewhere is hashed as a whole', async (t) => {
  const etagOf = async (bytes: Uint8Array | undefined): Promise<string> => {
    const { library, covers } = await rig(t, bytes);
    await writeFile(join(library, 'a.ogg'), 'anything');
    return (await covers().find(join(library, 'a.ogg'), ORIGINAL)).etag;
  };
  const long = Buffer.concat([WIDE, Buffer.alloc(600_000)]);
  const other = Buffer.from(long);
  other.writeUInt8(1, long.length - 1);
  t.equal(await etagOf(long), `"${createHash('sha1').update(long).digest('hex')}"`);
  t.not(await etagOf(other), await etagOf(long));
  await t.rejects(etagOf(undefined), { code: 'UNREADABLE_PICTURE' });
  await t.rejects(etagOf(Buffer.from('no picture')), { code: 'UNREADABLE_PICTURE' });
});
