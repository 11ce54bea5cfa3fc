/** The window through which parsers see a file, also where the file shrinks. */
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { UndecodableFile } from '../../../src/decode/decoder.js';
import { FileWindow } from '../../../src/decode/formats/file-window.js';
import { dice, fileOf, noise, temporaryDirectory } from './fixtures.js';

const WINDOW = 64 * 1024;

t.test('bytes are seen by their place in the file, forwards, backwards and by leaps', async (t) => {
  const bytes = noise(5 * WINDOW + 123);
  const window = new FileWindow(await fileOf(t, bytes));
  t.teardown(() => window.close());
  t.equal(window.size, bytes.length);
  const roll = dice(1);
  for (let i = 0; i < 2000; i++) {
    const offset = roll(bytes.length);
    const length = Math.min(roll(i % 10 === 0 ? WINDOW + 1 : 5000), bytes.length - offset);
    const at = window.show(offset, length);
    if (Buffer.compare(window.bytes.subarray(at, at + length), bytes.subarray(offset, offset + length)) !== 0) {
      t.fail(`${length} bytes at ${offset}`);
    }
    if (window.visible(offset) < length) t.fail(`${window.visible(offset)} of ${length} visible at ${offset}`);
  }
});

t.test('a whole window can be shown', async (t) => {
  const bytes = noise(3 * WINDOW);
  const window = new FileWindow(await fileOf(t, bytes));
  t.teardown(() => window.close());
  const at = window.show(1000, WINDOW);
  t.equal(at, 0);
  t.same(Buffer.from(window.bytes), bytes.subarray(1000, 1000 + WINDOW));
});

t.test('at the end of the file less is visible than was asked for', async (t) => {
  const window = new FileWindow(await fileOf(t, noise(100)));
  t.teardown(() => window.close());
  const at = window.show(90, 50);
  t.equal(window.visible(90), 10);
  t.same(Buffer.from(window.bytes.subarray(at, at + 10)), noise(100).subarray(90));
});

t.test('a file that shrinks while it is read shows what is left', async (t) => {
  const path = join(await temporaryDirectory(t), 'shrinks');
  await writeFile(path, noise(4 * WINDOW));
  const window = new FileWindow(path);
  t.teardown(() => window.close());
  window.show(0, 10);
  await truncate(path, WINDOW + 10);
  window.show(WINDOW, 100);
  t.equal(window.visible(WINDOW), 10);
  window.show(3 * WINDOW, 100);
  t.equal(window.visible(3 * WINDOW), 0);
});

t.test('closing twice is closing once', async (t) => {
  const window = new FileWindow(await fileOf(t, noise(10)));
  window.close();
  window.close();
  t.throws(() => window.show(0, 4), UndecodableFile, 'and nothing is read afterwards');
});
