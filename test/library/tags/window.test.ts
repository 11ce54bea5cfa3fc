import { closeSync, openSync, writeSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
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

const HEAD = 65_536;
const FURTHER = 16_384;
const TAIL = 160;

/** A window on a file whose bytes differ from place to place. */
async function windowOf(t: Test, size: number): Promise<{ bytes: Buffer; window: FileWindow }> {
  const bytes = Buffer.from(Uint32Array.from({ length: Math.ceil(size / 4) }, (_, at) => at * 7919).buffer).subarray(
    0,
    size,
  );
  const path = join(folder, 'window');
  await writeFile(path, bytes);
  const descriptor = openSync(path, 'r');
  t.teardown(() => closeSync(descriptor));
  return { bytes, window: new FileWindow(descriptor, size) };
}

t.test('the head is the beginning of the file, as a whole where it is not longer', async (t) => {
  for (const size of [0, 1, HEAD - 1, HEAD, HEAD + 1]) {
    const { bytes, window } = await windowOf(t, size);
    t.equal(window.size, size);
    t.ok(window.head.equals(bytes.subarray(0, HEAD)), `of ${size} bytes`);
    t.ok(window.bytes(0, Math.min(size, FURTHER))?.equals(bytes.subarray(0, FURTHER)));
    t.equal(window.bytes(size - 1, 2), undefined);
    t.equal(window.bytes(-1, 1), undefined);
  }
});

t.test('bytes are what stands in the file, wherever they are asked for, up to a bound', async (t) => {
  const { bytes, window } = await windowOf(t, 4 * HEAD);
  for (const [from, length] of [
    [HEAD - 10, 10],
    [HEAD - 10, 20],
    [HEAD + 5, FURTHER - 15],
    [3 * HEAD, FURTHER],
    [4 * HEAD - 1, 1],
  ] as const) {
    t.ok(window.bytes(from, length)?.equals(bytes.subarray(from, from + length)), `${length} from ${from}`);
  }
  t.equal(window.bytes(0, FURTHER + 1), undefined, 'no more at once');
  t.equal(window.bytes(4 * HEAD - 1, 2), undefined, 'none behind the file');
});

t.test('what is near the last place costs no further read', async (t) => {
  const { bytes, window } = await windowOf(t, 4 * HEAD);
  for (let at = 0; at < FURTHER; at += 16) {
    t.ok(window.bytes(2 * HEAD + at, 16)?.equals(bytes.subarray(2 * HEAD + at, 2 * HEAD + at + 16)));
  }
  for (let place = 1; place <= 5; place++) t.ok(window.bytes(2 * HEAD + place * FURTHER, 1) !== undefined, `${place}`);
  t.equal(window.bytes(HEAD, 1), undefined, 'there were six places');
});

t.test('the tail is the end of a file that is as long as one', async (t) => {
  for (const size of [TAIL, TAIL + 1, HEAD, HEAD + 10, 3 * HEAD]) {
    const { bytes, window } = await windowOf(t, size);
    t.ok(window.tail()?.equals(bytes.subarray(-TAIL)), `of ${size} bytes`);
  }
  t.equal((await windowOf(t, TAIL - 1)).window.tail(), undefined);
});

t.test('what is read on purpose has no bound but the end of the file', async (t) => {
  const { bytes, window } = await windowOf(t, 4 * HEAD);
  t.ok(window.read(0, 4 * HEAD).equals(bytes));
  t.ok(window.read(HEAD - 10, 2 * HEAD).equals(bytes.subarray(HEAD - 10, 3 * HEAD - 10)));
  t.ok(window.read(4 * HEAD - 5, 100).equals(bytes.subarray(-5)));
  t.ok(window.read(10, 20).equals(bytes.subarray(10, 30)));
  t.equal(window.read(4 * HEAD, 1).length, 0);
  t.equal(window.read(9 * HEAD, 1).length, 0);
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
