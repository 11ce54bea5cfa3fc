import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { TagReader } from '../../src/tags/tag-reader.js';
import { createLog } from '../../src/log.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { id3v2 } from '../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { makeMp3 } from '../library/fixtures.js';

const built = (name: string): string => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const MOST_BYTES = 1_000_000;

t.test('the detector of code pages is no part of the workers, who find it when they need it', async (t) => {
  for (const name of ['tag-worker.cjs', 'scan-worker.cjs']) t.ok((await stat(built(name))).size < MOST_BYTES, name);
  const path = join(await temporaryDirectory(t), 'of-1251.mp3');
  await makeMp3(path, 1);
  const mistaken = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');
  const texts = { TIT2: mistaken('cae8edee'), TPE1: mistaken('c3f0f3efefe020eaf0eee2e8') };
  await writeFile(path, Buffer.concat([id3v2({ version: 3, encoding: 'latin1', texts }), await readFile(path)]));
  const reader = new TagReader({
    nativeFile: NATIVE_FILE,
    workerFile: built('tag-worker.cjs'),
    log: createLog('error', () => undefined),
  });
  t.teardown(() => reader.stop());
  const { title, artist } = (await reader.read(path)) ?? {};
  t.strictSame([title, artist], ['Кино', 'Группа крови']);
});
