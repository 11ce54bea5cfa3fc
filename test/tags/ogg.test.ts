/** Pages of Ogg at the borders of what the native reader takes: what is unusual is handed over. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { native } from './compare.js';
import { oggFile, page } from './containers.js';

const path = join(await temporaryDirectory(t), 'x.ogg');
const OPUS = oggFile([['TITLE', 'One']], true);
const VORBIS = oggFile([['TITLE', 'One']], false);
/** The beginning of the last page, and of the one before. */
const END = OPUS.lastIndexOf('OggS');
const MIDDLE = OPUS.lastIndexOf('OggS', END - 1);

async function read(bytes: Buffer, sizes: readonly number[] = [bytes.length]) {
  await writeFile(path, bytes);
  return sizes.map((size) => native.read(path, size));
}

const unusual = async (bytes: Buffer): Promise<boolean> => (await read(bytes))[0] === undefined;

/** The file with another byte at `at`. */
function changed(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(value, at);
  return copy;
}

/** The last page with this position. */
const endingAt = (granule: number): Buffer =>
  Buffer.concat([OPUS.subarray(0, END), page(4, granule, Buffer.alloc(20))]);

t.test('length and bit rate follow from the last page and the size', async (t) => {
  const [opus] = await read(OPUS);
  const headers = OPUS.length - 2 * (27 + 1 + 200);
  const bitrate = 8 * (OPUS.length - headers - 228 + (headers - 58 - 28));
  t.match(opus, { title: 'One', sampleRate: 48_000, length: 1000, bitrate: Math.round(bitrate / 1000) });
  const [vorbis] = await read(VORBIS);
  t.match(vorbis, { title: 'One', sampleRate: 48_000, length: 1006, bitrate: 0 });
});

t.test('a file that was cut off anywhere is handed over', async (t) => {
  for (const whole of [OPUS, VORBIS]) {
    const results = await read(whole, [...whole.keys()]);
    t.strictSame(new Set(results), new Set([undefined]));
  }
});

t.test('the last page may be a bare header', async (t) => {
  const bare = page(4, 48_312, Buffer.alloc(0)).subarray(0, 27);
  bare.writeUInt8(0, 26);
  t.match(await read(Buffer.concat([OPUS.subarray(0, END), bare])), [{ length: 1000 }]);
});

t.test('a length of nothing is unusual', async (t) => {
  t.ok(await unusual(endingAt(312)), 'no more than what is skipped');
  t.match(await read(endingAt(313)), [{ length: 0 }]);
  t.ok(await unusual(changed(Buffer.from(OPUS), 28 + 13, 0).fill(0, 28 + 12, 28 + 16)), 'a rate of nothing');
});

t.test('flags and numbers that tell of another stream, or of a broken one, are unusual', async (t) => {
  const comments = OPUS.indexOf('OggS', 4);
  for (const [what, at, value] of [
    ['the first page continues another', 5, 3],
    ['the first page is the last', 5, 6],
    ['the first page is none', 5, 0],
    ['the comments are those of another stream', comments + 14, 78],
    ['the comments begin a stream', comments + 5, 2],
    ['the comments continue another packet', comments + 5, 1],
    ['the comments are the end', comments + 5, 4],
    ['a page in the middle is of another stream', MIDDLE + 14, 78],
    ['a page in the middle begins a stream', MIDDLE + 5, 2],
    ['a page in the middle is the last', MIDDLE + 5, 4],
    ['the last page is of another stream', END + 14, 78],
    ['the last page is not the last', END + 5, 0],
    ['the position is none', END + 13, 255],
    ['no page begins where one should', END, 0],
    ['the codec is another', 28, 0],
    ['the comments are no comments', comments + 28, 0],
  ] as const) {
    t.ok(await unusual(changed(OPUS, at, value)), what);
  }
  t.ok(await unusual(Buffer.concat([OPUS, Buffer.alloc(1)])), 'something behind the end');
});

t.test('the first page must hold the whole header of its codec', async (t) => {
  const opus = (length: number) => Buffer.concat([page(2, 0, OPUS.subarray(28, 28 + length)), OPUS.subarray(58)]);
  const vorbis = (length: number) => Buffer.concat([page(2, 0, VORBIS.subarray(28, 28 + length)), VORBIS.subarray(58)]);
  t.match(await read(opus(19)), [{ length: 1000 }]);
  t.ok(await unusual(opus(18)));
  t.match(await read(vorbis(30)), [{ length: 1006 }]);
  t.ok(await unusual(vorbis(29)));
});

t.test('comments go on over fifteen pages, and over no more', async (t) => {
  const pagesOf = (count: number) => {
    const text = 'x'.repeat(count * 100 - 40);
    return oggFile([['ENCODER', text]], true, 100);
  };
  const counts = [15, 16].map((count) => pagesOf(count).toString('latin1').split('OggS').length - 4);
  t.strictSame(counts, [15, 16]);
  t.match(await read(pagesOf(15)), [{ length: 1000 }]);
  t.ok(await unusual(pagesOf(16)));
});

t.test('the length of a file that is longer than the window stands in its last pages', async (t) => {
  const sound = Buffer.concat(Array.from({ length: 60 }, () => page(0, 100, Buffer.alloc(5000, 1))));
  const long = (end: Buffer) => Buffer.concat([OPUS.subarray(0, END), sound, end]);
  const last = page(4, 96_312, Buffer.alloc(300, 2));
  t.match(await read(long(last)), [{ length: 2000 }]);
  t.match(await read(long(page(4, 96_312, Buffer.from('a OggS within the sound')))), [{ length: 2000 }]);
  t.ok(await unusual(long(changed(last, 5, 0))), 'the last page is not the last');
  t.ok(await unusual(long(changed(last, 14, 78))), 'the last page is of another stream');
  t.ok(await unusual(long(last.subarray(0, last.length - 1))), 'the last page is cut off');
  t.ok(await unusual(long(Buffer.alloc(70_000, 1))), 'no page in reach of the end');
});
