import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { CoverCache } from '../../../src/library/covers/cover-cache.js';
import { thumbnailFile } from '../../../src/library/covers/thumbnail-file.js';
import type { Thumbnails } from '../../../src/library/covers/thumbnailer.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';

const nameOf = (digit: string): string => `${digit.repeat(40)}-list`;
const fileOf = (digit: string): string => `${nameOf(digit)}.thumbs`;
const ACCENT = { dark: '#102030', light: '#c0d0e0' };
const picture = (length: number): Thumbnails => ({
  accent: ACCENT,
  pictures: [{ edge: 96, format: 'webp', bytes: Buffer.alloc(length, 7) }],
});
/** Bytes of a file around its one picture of 100 to 999 bytes. */
const AROUND = thumbnailFile(picture(100)).length - 100;

const WHOLE = thumbnailFile(picture(100));

async function cacheIn(t: Test, maxBytes = 10_000) {
  const directory = join(await temporaryDirectory(t), 'covers');
  return { directory, cache: new CoverCache({ directory, maxBytes, log: SILENT_LOG }) };
}

t.test('what was stored is found, also after a restart', async (t) => {
  const { directory, cache } = await cacheIn(t);
  t.equal(await cache.find(nameOf('a')), undefined);
  await cache.store(nameOf('a'), picture(100));
  t.strictSame(await cache.find(nameOf('a')), picture(100));
  t.strictSame([await cache.has(nameOf('a')), await cache.has(nameOf('b'))], [true, false]);
  const next = new CoverCache({ directory, maxBytes: 10_000, log: SILENT_LOG });
  t.strictSame(await next.find(nameOf('a')), picture(100));
  t.equal(await next.bytes(), 100 + AROUND);
});

t.test('the one that was used longest ago makes room', async (t) => {
  const { directory, cache } = await cacheIn(t, 2 * AROUND + 250);
  await cache.store(nameOf('a'), picture(100));
  await cache.store(nameOf('b'), picture(100));
  await cache.find(nameOf('a'));
  await cache.store(nameOf('c'), picture(100));
  t.strictSame((await readdir(directory)).sort(), [fileOf('a'), fileOf('c')]);
  t.equal(await cache.find(nameOf('b')), undefined);
  await cache.store(nameOf('d'), picture(900));
  t.strictSame(await readdir(directory), [], 'what is larger than everything is not kept');
});

t.test('a cache that was made smaller keeps what was written last', async (t) => {
  for (const [ages, kept] of [
    [{ a: 3, b: 2, c: 1 }, 'c'],
    [{ a: 1, b: 2, c: 3 }, 'a'],
    [{ a: 2, b: 1, c: 3 }, 'b'],
  ] as const) {
    const { directory, cache } = await cacheIn(t);
    for (const [digit, days] of Object.entries(ages)) {
      await cache.store(nameOf(digit), picture(100));
      const at = new Date(Date.UTC(2026, 0, 10 - days));
      await utimes(join(directory, fileOf(digit)), at, at);
    }
    const smaller = new CoverCache({ directory, maxBytes: 100 + AROUND, log: SILENT_LOG });
    t.equal(await smaller.bytes(), 100 + AROUND);
    t.ok(await smaller.find(nameOf(kept)), kept);
    t.strictSame(await readdir(directory), [fileOf(kept)]);
  }
});

t.test('what a power cut has left is not believed, and goes', async (t) => {
  const { directory, cache } = await cacheIn(t);
  await mkdir(directory);
  await writeFile(join(directory, fileOf('a')), '');
  await writeFile(join(directory, fileOf('b')), Buffer.alloc(100));
  const damaged = Buffer.from(WHOLE);
  damaged.writeUInt8(0, damaged.length - 1);
  await writeFile(join(directory, fileOf('d')), damaged);
  await writeFile(join(directory, fileOf('e')), WHOLE.subarray(0, -1));
  await writeFile(join(directory, `${fileOf('c')}.1.new`), WHOLE);
  await writeFile(join(directory, 'stranger'), WHOLE);
  t.equal(await cache.find(nameOf('a')), undefined);
  for (const digit of 'bde') t.equal(await cache.find(nameOf(digit)), undefined, digit);
  t.equal(await cache.bytes(), 0);
  t.strictSame(await readdir(directory), []);
});

t.test('a cache that cannot be written costs nothing but a line in the log', async (t) => {
  const directory = join(await temporaryDirectory(t), 'file');
  await writeFile(directory, '');
  const warned: string[] = [];
  const log = { ...SILENT_LOG, warn: (message: string) => warned.push(message) };
  const cache = new CoverCache({ directory, maxBytes: 10_000, log });
  await cache.store(nameOf('a'), picture(100));
  await cache.store(nameOf('b'), picture(100));
  t.equal(await cache.find(nameOf('a')), undefined);
  t.strictSame(warned, ['covers: cache cannot be written (each thumbnail is made again)']);
});

t.test('what cannot be removed from the cache costs no picture either', async (t) => {
  const { directory, cache } = await cacheIn(t);
  await cache.store(nameOf('a'), picture(100));
  await rm(join(directory, fileOf('a')));
  await mkdir(join(directory, fileOf('a')));
  t.equal(await cache.find(nameOf('a')), undefined);
  t.equal(await cache.find(nameOf('a')), undefined);
});
