/** AIFF at the borders of what the native reader takes: what is unusual is handed over. */
import { join } from 'node:path';
import t from 'tap';
import { id3v2 } from '../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { nativeTagOf } from './compare.js';

const path = join(await temporaryDirectory(t), 'x.aiff');
const zeros = (length: number): Buffer => Buffer.alloc(length);

function chunk(id: string, content: Buffer, length = content.length): Buffer {
  const size = zeros(4);
  size.writeUInt32BE(length);
  return Buffer.concat([Buffer.from(id, 'latin1'), size, content, zeros(content.length % 2)]);
}
/** @param exponent and bits of an 80-bit number: 44,100 Hz unless given */
function common(frames = 88_200, exponent = 0x400e, bits = 0xac44, bytes = 18): Buffer {
  const content = zeros(18);
  content.writeUInt16BE(2, 0);
  content.writeUInt32BE(frames, 2);
  content.writeUInt16BE(16, 6);
  content.writeUInt16BE(exponent, 8);
  content.writeUInt16BE(bits, 10);
  return chunk('COMM', content.subarray(0, bytes));
}
const SOUND = chunk('SSND', zeros(1000));
const tagOf = (texts: Record<string, string>) => id3v2({ version: 3, encoding: 'latin1', texts });
const TAG = chunk('ID3 ', tagOf({ TIT2: 'Title' }));
const aiff = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('FORM\0\0\0\0AIFF', 'latin1'), ...chunks]);

const read = (bytes: Buffer) => nativeTagOf(path, bytes);

t.test('rate, frames and bit rate follow from the chunks', async (t) => {
  t.match(await read(aiff(common(), SOUND, TAG)), {
    ...{ title: 'Title', sampleRate: 44_100, length: 2000, bitrate: 4 },
  });
  for (const [exponent, bits, rate] of [
    [0x400e, 0xbb80, 48_000],
    [0x400f, 0xbb80, 96_000],
    [0x400c, 0xfa00, 16_000],
    [0x400b, 0xfa00, 8000],
  ] as const) {
    t.match(await read(aiff(common(rate, exponent, bits), SOUND)), { sampleRate: rate, length: 1000, bitrate: 8 });
  }
});

t.test('chunks that nobody knows are passed over, up to 64 in all, and a name where the tag has one', async (t) => {
  const others = (count: number): Buffer[] =>
    Array.from({ length: count }, (_, at) => chunk(`x${String(at).padStart(3, '0')}`, zeros(at % 3)));
  t.match(await read(aiff(common(), SOUND, ...others(62))), { length: 2000 });
  t.equal(await read(aiff(common(), SOUND, ...others(63))), undefined);
  t.match(await read(aiff(common(), chunk('NAME', zeros(3)), SOUND, TAG)), { title: 'Title' });
});

for (const [name, bytes] of [
  ['another kind of file', Buffer.concat([Buffer.from('FROM'), aiff(common(), SOUND).subarray(4)])],
  ['a compressed one', Buffer.concat([Buffer.from('FORM\0\0\0\0AIFC', 'latin1'), common(), SOUND])],
  ['a file that ends within a chunk', aiff(common(), SOUND, zeros(4))],
  ['a chunk that goes on behind the file', aiff(common(), chunk('SSND', zeros(10), 12))],
  ['a chunk that stands twice', aiff(common(), SOUND, SOUND)],
  ['a chunk without a name', aiff(common(), SOUND, chunk('\0\0\0\0', zeros(2)))],
  ['a chunk that begins with a space', aiff(common(), SOUND, chunk(' abc', zeros(2)))],
  ['an author', aiff(common(), SOUND, chunk('AUTH', zeros(2)))],
  ['a copyright', aiff(common(), SOUND, chunk('(c) ', zeros(2)))],
  ['a name that no tag has', aiff(common(), SOUND, chunk('NAME', zeros(2)))],
  [
    'a name beside a tag without one',
    aiff(common(), SOUND, chunk('NAME', zeros(2)), chunk('ID3 ', tagOf({ TALB: 'x' }))),
  ],
  ['no common chunk', aiff(SOUND)],
  ['sound before the common chunk', aiff(SOUND, common())],
  ['no sound', aiff(common())],
  ['sound without a byte', aiff(common(), chunk('SSND', zeros(0)))],
  ['a common chunk that is too short', aiff(common(88_200, 0x400e, 0xac44, 16), SOUND)],
  ['no frames', aiff(common(0), SOUND)],
  ['no rate', aiff(common(88_200, 0x400e, 0), SOUND)],
  ['a chunk for a tag without one', aiff(common(), SOUND, chunk('ID3 ', zeros(20)))],
  [
    'a tag that goes on behind its chunk',
    aiff(common(), SOUND, chunk('ID3 ', tagOf({ TIT2: 'Title' }).subarray(0, -2)), chunk('xxxx', zeros(9))),
  ],
] as const) {
  t.test(`handed over: ${name}`, async (t) => {
    t.equal(await read(bytes), undefined);
  });
}
