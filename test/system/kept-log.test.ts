import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readKeptLog } from '../../src/system/kept-log.js';
import { temporaryDirectory } from '../http/rig.js';

t.test('the lines of all files come in the order in which they were written', async (t) => {
  const folder = await temporaryDirectory(t);
  t.strictSame(await readKeptLog(folder), [], 'nothing was kept yet');
  await writeFile(join(folder, '000010.log'), 'three\nfour\n');
  await writeFile(join(folder, '000009.log'), 'one\ntwo\n');
  await writeFile(join(folder, '000009.log.new'), 'something else\n');
  t.strictSame(await readKeptLog(folder), ['one', 'two', 'three', 'four']);
});

t.test('of more than 256 KiB the newest are read, and no half line', async (t) => {
  const folder = await temporaryDirectory(t);
  const line = (n: number) => `${String(n).padStart(6, '0')} ${'x'.repeat(92)}\n`;
  const file = (first: number) => Array.from({ length: 1300 }, (_, n) => line(first + n)).join('');
  for (const n of [1, 2, 3, 4]) await writeFile(join(folder, `00000${n}.log`), file(n * 10_000));
  const lines = (await readKeptLog(folder)) ?? [];
  t.equal(lines.length, Math.floor((256 * 1024) / 100));
  t.equal(lines.at(-1), line(41_299).trim());
  t.equal(lines[0], line(20_000 + 1300 - (lines.length - 2600)).trim());
  t.ok(lines.every((each) => each.length === 99));
});

t.test('where nothing is kept, or nothing can be read, there is nothing', async (t) => {
  t.equal(await readKeptLog(undefined), undefined);
  const folder = await temporaryDirectory(t);
  t.equal(await readKeptLog(join(folder, 'none')), undefined);
  await mkdir(join(folder, '000001.log'));
  t.equal(await readKeptLog(folder), undefined);
});
