/** The first bytes of a file behind its ID3v2 tags. */
import t from 'tap';
import { UndecodableFile } from '../../../src/decode/decoder.js';
import { readHead } from '../../../src/decode/formats/file-head.js';
import { textAt } from '../../../src/formats/bytes.js';
import { fileOf, id3v2, junk, temporaryDirectory } from './fixtures.js';

t.test('tags in front are passed, however large and however many', async (t) => {
  const path = await fileOf(t, id3v2(2_000_000), id3v2(10, { footer: true }), Buffer.from('TTA1'), junk(50));
  const head = readHead(path);
  t.equal(textAt(head.bytes, 0, 4), 'TTA1');
  t.equal(head.start, 2_000_010 + 30);
  t.equal(head.size, head.start + 54);
});

t.test('a tag that claims more than the file has leaves nothing to look at', async (t) => {
  t.equal(readHead(await fileOf(t, id3v2(9000).subarray(0, 500))).bytes.length, 0);
});

t.test('what is no file is refused', async (t) => {
  t.throws(() => readHead('/nonexistent'), UndecodableFile);
  const directory = await temporaryDirectory(t);
  t.throws(() => readHead(directory), UndecodableFile);
  const empty = await fileOf(t);
  t.throws(() => readHead(empty), { code: 'EMPTY_FILE' });
});
