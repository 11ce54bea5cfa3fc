import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { lengthOfInformationFrame, readInformationLength } from '../../src/library/mpeg-length.js';
import { temporaryDirectory } from '../http/rig.js';
import { makeMp3 } from './fixtures.js';

t.test('files of every rate and channel layout are as long as what was encoded', async (t) => {
  const directory = await temporaryDirectory(t);
  for (const [name, options] of [
    ['vbr', ['-V', '2']],
    ['cbr', ['-b', '192']],
    ['half rate', ['-b', '64', '--resample', '22.05']],
    ['quarter rate', ['-b', '64', '--resample', '8']],
    ['tagged', ['--id3v2-only', '--tt', 'Title', '--pad-id3v2-size', '5000']],
  ] as const) {
    const path = join(directory, `${name}.mp3`);
    await makeMp3(path, 2.5, ...options);
    const length = (await readInformationLength(path)) ?? 0;
    t.ok(Math.abs(length - 2500) <= 1, `${name}: ${length}`);
  }
});

t.test('a file without an information frame does not say its length', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'plain.mp3');
  await makeMp3(path, 1, '-t');
  t.equal(await readInformationLength(path), undefined);
  await writeFile(path, 'ID3');
  t.equal(await readInformationLength(path), undefined);
});

t.test('no bytes make it fail', async (t) => {
  const bytes = fc.uint8Array({ minLength: 0, maxLength: 400 });
  const lure = bytes.map((tail) =>
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(32), Buffer.from('Xing'), tail]),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        bytes.map((each) => Buffer.from(each)),
        lure,
      ),
      (head) => {
        const length = lengthOfInformationFrame(head);
        return length === undefined || (Number.isInteger(length) && length >= 0);
      },
    ),
  );
  t.pass();
});
