import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { CoverCache } from '../../../src/library/covers/cover-cache.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';

const nameOf = (digit: string): string => `${digit.repeat(40)}-96.jpg`;
const jpeg = (length: number): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(length - 3)]);

async function cacheIn(t: Test, most = 1000) {
  const directory = join(await temporaryDirectory(t), 'covers');
  return { directory, cache: new CoverCache({ directory, most, log: SILENT_LOG }) };
}

t.test('what was stored is found, also after a restart', async (t) => {
  const { directory, cache } = await cacheIn(t);
  t.equal(await cache.find(nameOf('a')), undefined);
  await cache.store(nameOf('a'), jpeg(100));
  t.ok((await cache.find(nameOf('a')))?.equals(jpeg(100)));
  const next = new CoverCache({ directory, most: 1000, log: SILENT_LOG });
  t.ok((await next.find(nameOf('a')))?.equals(jpeg(100)));
});

t.test('the one that was used longest ago makes room', async (t) => {
  const { directory, cache } = await cacheIn(t, 250);
  await cache.store(nameOf('a'), jpeg(100));
  await cache.store(nameOf('b'), jpeg(100));
  await cache.find(nameOf('a'));
  await cache.store(nameOf('c'), jpeg(100));
  t.strictSame((await readdir(directory)).sort(), [nameOf('a'), nameOf('c')]);
  t.equal(await cache.find(nameOf('b')), undefined);
  await cache.store(nameOf('d'), jpeg(300));
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
      await cache.store(nameOf(digit), jpeg(100));
      const at = new Date(Date.UTC(2026, 0, 10 - days));
      await utimes(join(directory, nameOf(digit)), at, at);
    }
    const smaller = new CoverCache({ directory, most: 100, log: SILENT_LOG });
    t.ok(await smaller.find(nameOf(kept)), kept);
    t.strictSame(await readdir(directory), [nameOf(kept)]);
  }
});

t.test('what a power cut has left is not believed, and goes', async (t) => {
  const { directory, cache } = await cacheIn(t);
  await mkdir(directory);
  await writeFile(join(directory, nameOf('a')), '');
  await writeFile(join(directory, nameOf('b')), Buffer.alloc(100));
  await writeFile(join(directory, `${nameOf('c')}.1.new`), jpeg(100));
  await writeFile(join(directory, 'stranger'), jpeg(100));
  t.equal(await cache.find(nameOf('a')), undefined);
  t.equal(await cache.find(nameOf('b')), undefined);
  t.strictSame(await readdir(directory), []);
});

t.test('a cache that cannot be written costs nothing but a line in the log', async (t) => {
  const directory = join(await temporaryDirectory(t), 'file');
  await writeFile(directory, '');
  const warned: string[] = [];
  const log = { ...SILENT_LOG, warn: (message: string) => warned.push(message) };
  const cache = new CoverCache({ directory, most: 1000, log });
  await cache.store(nameOf('a'), jpeg(100));
  await cache.store(nameOf('b'), jpeg(100));
  t.equal(await cache.find(nameOf('a')), undefined);
  t.strictSame(warned, ['covers cannot be kept']);
});

t.test('what cannot be removed from the cache costs no picture either', async (t) => {
  const { directory, cache } = await cacheIn(t);
  await cache.store(nameOf('a'), jpeg(100));
  await rm(join(directory, nameOf('a')));
  await mkdir(join(directory, nameOf('a')));
  t.equal(await cache.find(nameOf('a')), undefined);
  t.equal(await cache.find(nameOf('a')), undefined);
});
