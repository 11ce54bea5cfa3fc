import { closeSync, openSync, writeSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readLean } from '../../../src/library/tags/lean-reader.js';
import { FileWindow } from '../../../src/library/tags/window.js';
import { temporaryDirectory } from '../../http/rig.js';

const MEBIBYTE = 2 ** 20;
const folder = await temporaryDirectory(t);

t.test('a window reads at few places of a large file, and no more', async (t) => {
  const path = join(folder, 'large');
  await writeFile(path, 'head');
  await truncate(path, 200 * MEBIBYTE);
  const descriptor = openSync(path, 'r+');
  t.teardown(() => closeSync(descriptor));
  writeSync(descriptor, 'far', 100 * MEBIBYTE);
  const window = new FileWindow(descriptor, 200 * MEBIBYTE);
  t.equal(window.bytes(0, 4)?.toString(), 'head');
  t.equal(window.bytes(100 * MEBIBYTE, 3)?.toString(), 'far');
  t.equal(window.bytes(0, MEBIBYTE), undefined, 'nothing large');
  t.equal(window.bytes(200 * MEBIBYTE - 1, 2), undefined, 'nothing beyond the end');
  let places = 0;
  while (window.bytes((places + 1) * MEBIBYTE, 1) !== undefined && places < 100) places += 1;
  t.equal(places, 5, 'six places, with the one before');
  t.equal(window.bytes(0, 4)?.toString(), 'head', 'what is read stays readable');
});

t.test('a tag of 100 MB, and frames without end, are handed over', async (t) => {
  const path = join(folder, 'huge.mp3');
  const tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0x30, 0, 0, 0]);
  await writeFile(path, tag);
  await truncate(path, 101 * MEBIBYTE);
  t.equal(readLean(path), 'unusual', 'padding of 100 MB');
  const frame = Buffer.from([0x50, 0x52, 0x49, 0x56, 0, 1, 0, 0, 0, 0]);
  const large = Buffer.alloc(64 * 65_546);
  for (let at = 0; at < large.length; at += 65_546) frame.copy(large, at);
  await writeFile(path, Buffer.concat([tag, large]));
  await truncate(path, 101 * MEBIBYTE);
  t.equal(readLean(path), 'unusual', 'frames that each need a further read');
});
