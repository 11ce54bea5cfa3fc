/** WAV, FLAC and APE tags at the borders of what the lean reader takes: what is unusual goes to another reader. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readLean } from '../../../src/library/tags/lean-reader.js';
import { readApe, readLastApe } from '../../../src/library/tags/ape.js';
import { readFlac } from '../../../src/library/tags/flac.js';
import { type FoundCommon, nothingFound } from '../../../src/library/tags/found.js';
import { addId3v1, endingOf } from '../../../src/library/tags/id3v1.js';
import { blockPicture, framePicture } from '../../../src/library/tags/picture-header.js';
import { r128Gain } from '../../../src/library/tags/r128.js';
import { readWav } from '../../../src/library/tags/wav.js';
import type { FileWindow } from '../../../src/library/tags/window.js';
import { temporaryDirectory } from '../../http/rig.js';
import { lookedAt } from './looked-at.js';

const folder = await temporaryDirectory(t);

const looked = <Result>(bytes: Buffer, look: (window: FileWindow) => Result): Promise<Result> =>
  lookedAt(join(folder, 'x'), bytes, look);

const le32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
};
const be32 = (...values: readonly number[]): Buffer => le32(...values).swap32();
const zeros = (length: number): Buffer => Buffer.alloc(length);
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The lengths of `size` and of an odd chunk may be others than they are. */
const chunk = (id: string, content: Buffer, length = content.length, pads = content.length % 2 === 1): Buffer =>
  Buffer.concat([ascii(id), le32(length), content, zeros(pads ? 1 : 0)]);
function format(code = 1, rate = 44_100, byteRate = 176_400, frameBytes = 4): Buffer {
  const bytes = Buffer.concat([zeros(4), le32(rate, byteRate), zeros(4)]);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt16LE(2, 2);
  bytes.writeUInt16LE(frameBytes, 12);
  return chunk('fmt ', bytes);
}
const info = (...texts: readonly (readonly [string, string])[]): Buffer =>
  chunk('LIST', Buffer.concat([ascii('INFO'), ...texts.map(([id, text]) => chunk(id, ascii(text)))]));
const SOUND = chunk('data', zeros(400));
const wav = (...chunks: readonly Buffer[]): Buffer => {
  const body = Buffer.concat([ascii('WAVE'), ...chunks]);
  return Buffer.concat([ascii('RIFF'), le32(body.length), body]);
};

t.test('WAV: rate, samples and bit rate follow from the format and the sound', async (t) => {
  for (const code of [1, 3, 0xfffe]) {
    t.match(await looked(wav(format(code, 48_000, 192_000), SOUND), readWav), {
      format: { sampleRate: 48_000, numberOfSamples: 100, bitrate: 1_536_000 },
    });
  }
});

t.test('WAV: each text is the field of its name', async (t) => {
  const texts = info(
    ...([
      ['INAM', 'Title'],
      ['IPRD', 'Album'],
      ['ITRK', '3/9'],
      ['IGNR', 'Jazz'],
      ['IART', 'Artist\0'],
    ] as const),
    ...([
      ['ICRD', '1999-05-01'],
      ['ISFT', 'a program'],
    ] as const),
  );
  t.match(await looked(wav(format(), texts, SOUND), readWav), {
    common: {
      ...{ title: 'Title', album: 'Album', track: { no: 3 }, genre: ['Jazz'], artist: 'Artist', artists: ['Artist'] },
      ...{ date: '1999-05-01', year: 1999 },
    },
  });
  const others = info(['TITL', 'T'], ['IRPD', 'A'], ['IPRT', '7'], ['GNRE', 'G'], ['ICRD', 'then']);
  t.match(await looked(wav(format(), SOUND, others), readWav), {
    common: { title: 'T', album: 'A', track: { no: 7 }, genre: ['G'], date: 'then', year: undefined },
  });
});

t.test('WAV: up to 64 chunks that nobody knows are passed over', async (t) => {
  const others = (count: number): Buffer[] =>
    Array.from({ length: count }, (_, at) => chunk(`x${String(at).padStart(3, '0')}`, zeros(at % 3)));
  t.match(await looked(wav(format(), SOUND, ...others(62)), readWav), { format: { numberOfSamples: 100 } });
  t.equal(await looked(wav(format(), SOUND, ...others(63)), readWav), 'unusual');
});

const changedSize = (bytes: Buffer): Buffer => {
  bytes.writeUInt32LE(bytes.readUInt32LE(4) + 1, 4);
  return bytes;
};
for (const [name, bytes] of [
  ['another kind of file', Buffer.concat([ascii('RIFX'), wav(format(), SOUND).subarray(4)])],
  ['another kind of RIFF', Buffer.concat([ascii('RIFF'), le32(4), ascii('AVI ')])],
  ['a file that is not as long as it says', changedSize(wav(format(), SOUND))],
  ['a file that ends within a chunk', wav(format(), SOUND, ascii('LIST'))],
  ['a chunk that goes on behind the file', wav(format(), chunk('data', zeros(400), 402))],
  ['a chunk that stands twice', wav(format(), SOUND, SOUND)],
  ['a chunk of ID3', wav(format(), SOUND, chunk('id3 ', zeros(10)))],
  ['a chunk of facts', wav(format(), chunk('fact', zeros(4)), SOUND)],
  ['a chunk without a name', wav(format(), SOUND, chunk('\0\0\0\0', zeros(4)))],
  ['no format', wav(SOUND)],
  ['sound before its format', wav(SOUND, format())],
  ['no sound', wav(format())],
  ['sound without a byte', wav(format(), chunk('data', zeros(0)))],
  ['a format that is too short', wav(chunk('fmt ', zeros(14)), SOUND)],
  ['another code', wav(format(2), SOUND)],
  ['no rate', wav(format(1, 0), SOUND)],
  ['no rate of bytes', wav(format(1, 44_100, 0), SOUND)],
  ['frames without bytes', wav(format(1, 44_100, 176_400, 0), SOUND)],
  ['another list', wav(format(), chunk('LIST', ascii('adtl')), SOUND)],
  ['a list without a kind', wav(format(), chunk('LIST', ascii('INF')), SOUND)],
  ['a very long list', wav(format(), info(['ISFT', 'x'.repeat(16_384)]), SOUND)],
  ['a text that stands twice', wav(format(), info(['INAM', 'x'], ['TITL', 'y']), SOUND)],
  ['an empty text', wav(format(), info(['INAM', '\0']), SOUND)],
  ['a text of the name YEAR', wav(format(), info(['YEAR', '1999']), SOUND)],
  [
    'a text that goes on behind its list',
    wav(format(), chunk('LIST', Buffer.concat([ascii('INFOINAM'), le32(3), ascii('ab')])), SOUND),
  ],
  ['a list that ends within a text', wav(format(), chunk('LIST', ascii('INFOINAM')), SOUND)],
] as const) {
  t.test(`WAV, handed over: ${name}`, async (t) => {
    t.equal(await looked(bytes, readWav), 'unusual');
  });
}

const block = (type: number, content: Buffer, isLast = false, length = content.length): Buffer => {
  const head = be32(length);
  head.writeUInt8(type + (isLast ? 0x80 : 0), 0);
  return Buffer.concat([head, content]);
};
function stream(rate = 44_100, samples = 88_200, high = 0): Buffer {
  const bytes = Buffer.concat([zeros(10), be32(rate << 12), be32(samples), zeros(16)]);
  bytes.writeUInt8(bytes.readUInt8(13) | high, 13);
  return bytes;
}
function comments(...texts: readonly string[]): Buffer {
  const each = texts.map((text) => Buffer.concat([le32(Buffer.byteLength(text)), Buffer.from(text)]));
  return Buffer.concat([le32(0, texts.length), ...each]);
}
const pictureBlock = (kind: number, mime: string, data: Buffer, length = data.length): Buffer =>
  Buffer.concat([be32(kind, mime.length), ascii(mime), be32(0, 0, 0, 0, 0, length), data]);
const flac = (...blocks: readonly Buffer[]): Buffer => Buffer.concat([ascii('fLaC'), ...blocks, zeros(1000)]);
const STREAM = block(0, stream());
const COMMENTS = block(4, comments('TITLE=Title'), true);

t.test('FLAC: length and bit rate follow from the header and from what is behind all blocks', async (t) => {
  t.match(await looked(flac(STREAM, COMMENTS), readFlac), {
    common: { title: 'Title' },
    format: { sampleRate: 44_100, duration: 2, bitrate: 4000 },
  });
  t.match(await looked(flac(block(0, stream(96_000, 96_000), true)), readFlac), {
    format: { sampleRate: 96_000, duration: 1, bitrate: 8000 },
  });
});

t.test('FLAC: other blocks are passed over, up to 64 in all', async (t) => {
  const room = (count: number): Buffer => Buffer.concat(Array<Buffer>(count).fill(block(1, zeros(3))));
  for (const type of [1, 2, 3, 5]) {
    t.match(await looked(flac(STREAM, block(type, zeros(5)), COMMENTS), readFlac), { common: { title: 'Title' } });
  }
  t.match(await looked(flac(STREAM, room(62), COMMENTS), readFlac), { common: { title: 'Title' } });
  t.equal(await looked(flac(STREAM, room(63), COMMENTS), readFlac), 'unusual');
});

t.test('FLAC: pictures are told by their kinds', async (t) => {
  const found = await looked(
    flac(
      STREAM,
      block(6, pictureBlock(3, 'image/jpg', zeros(300))),
      block(6, pictureBlock(4, 'IMAGE/PNG', zeros(300))),
      COMMENTS,
    ),
    readFlac,
  );
  t.match(found, {
    common: {
      picture: [
        { format: 'image/jpeg', type: 'Cover (front)' },
        { format: 'image/png', type: '' },
      ],
    },
  });
});

for (const [name, bytes] of [
  ['another kind of file', Buffer.concat([ascii('fLaX'), flac(STREAM, COMMENTS).subarray(4)])],
  ['no header of the stream', flac(COMMENTS)],
  ['a header of the stream that is not the first', flac(block(1, zeros(4)), STREAM, COMMENTS)],
  ['a second header of the stream', flac(STREAM, STREAM, COMMENTS)],
  ['a header of the stream that is too long', flac(block(0, Buffer.concat([stream(), zeros(1)])), COMMENTS)],
  ['no rate', flac(block(0, stream(0)), COMMENTS)],
  ['no samples', flac(block(0, stream(44_100, 0)), COMMENTS)],
  ['samples beyond 31 bits', flac(block(0, stream(44_100, 2 ** 31)), COMMENTS)],
  ['samples beyond 32 bits', flac(block(0, stream(44_100, 88_200, 1)), COMMENTS)],
  ['comments that stand twice', flac(STREAM, block(4, comments('TITLE=x')), COMMENTS)],
  ['comments that are too short', flac(STREAM, block(4, zeros(7), true))],
  ['a block of another type', flac(STREAM, block(7, zeros(4)), COMMENTS)],
  ['a block that goes on behind the file', flac(STREAM, block(1, zeros(4), true, 1005))],
  ['blocks without an end', Buffer.concat([ascii('fLaC'), STREAM])],
  ['a picture that is too small', flac(STREAM, block(6, pictureBlock(3, 'image/png', zeros(86))), COMMENTS)],
  [
    'a picture that does not fill its block',
    flac(STREAM, block(6, pictureBlock(3, 'image/png', zeros(300), 299)), COMMENTS),
  ],
  [
    'a picture that is larger than its block',
    flac(STREAM, block(6, pictureBlock(3, 'image/png', zeros(300), 301)), COMMENTS),
  ],
  ['a picture that is none', flac(STREAM, block(6, pictureBlock(3, '-->', zeros(300))), COMMENTS)],
  ['a picture without a byte', flac(STREAM, block(6, pictureBlock(3, `image/${'x'.repeat(200)}`, zeros(0))), COMMENTS)],
] as const) {
  t.test(`FLAC, handed over: ${name}`, async (t) => {
    t.equal(await looked(bytes, readFlac), 'unusual');
  });
}

interface Footer {
  readonly size?: number;
  readonly count?: number;
  readonly flags?: number;
}
const apeItem = (
  key: string,
  value: Buffer | string,
  flags = 0,
  length = Buffer.from(value as string).length,
): Buffer => Buffer.concat([le32(length, flags), ascii(key), zeros(1), Buffer.from(value as string)]);
const apeFrame = (size: number, count: number, flags: number): Buffer =>
  Buffer.concat([ascii('APETAGEX'), le32(2000, size, count, flags), zeros(8)]);
function ape(items: readonly Buffer[], footer: Footer = {}): Buffer {
  const bytes = Buffer.concat(items);
  const { size = bytes.length + 32, count = items.length, flags = 0 } = footer;
  return Buffer.concat([bytes, apeFrame(size, count, flags)]);
}
async function apeOf(tag: Buffer, before = 500): Promise<{ common: FoundCommon; start: number | 'unusual' }> {
  const common = nothingFound();
  const bytes = Buffer.concat([zeros(before), tag]);
  const start = await looked(bytes, (window) => readApe(window, bytes.subarray(-32), bytes.length, common));
  return { common, start };
}

t.test('APE: each item is the field of its name, in letters of either case', async (t) => {
  const { common, start } = await apeOf(
    ape([
      ...[apeItem('Title', 'T'), apeItem('ARTIST', 'A'), apeItem('Album Artist', 'AA'), apeItem('album', 'B')],
      ...[apeItem('Year', '1999-05'), apeItem('Track', '3/9'), apeItem('Disc', '2'), apeItem('Work', 'W')],
      ...[
        apeItem('Grouping', 'G'),
        apeItem('Compilation', '1'),
        apeItem('Copyright', 'C'),
        apeItem('Label', 'L1\0L2\0L1'),
      ],
      ...[apeItem('Genre', 'Jazz\0Pop'), apeItem('Composer', 'X'), apeItem('REPLAYGAIN_TRACK_GAIN', '-3.5 dB')],
      ...[apeItem('Other', 'a\0b')],
    ]),
  );
  t.equal(start, 500);
  t.match(common, {
    ...{ title: 'T', artist: 'A', artists: ['A'], albumartist: 'AA', album: 'B', date: '1999-05', year: 1999 },
    ...{ track: { no: 3 }, disk: { no: 2 }, work: 'W', grouping: 'G', compilation: true, copyright: 'C' },
    ...{ label: ['L1', 'L2'], genre: ['Jazz', 'Pop'], composer: ['X'], replaygain_track_gain: { dB: -3.5 } },
  });
  const other = await apeOf(ape([apeItem('Date', 'then'), apeItem('Discnumber', '4'), apeItem('Compilation', '0')]));
  t.match(other.common, { date: 'then', year: undefined, disk: { no: 4 }, compilation: false });
});

t.test('APE: the album artist of others counts where nothing else says it', async (t) => {
  t.match((await apeOf(ape([apeItem('ALBUM_ARTIST', 'x')]))).common, { albumartist: 'x' });
  t.match((await apeOf(ape([apeItem('ALBUM_ARTIST', 'x'), apeItem('Album Artist', 'y')]))).common, {
    albumartist: 'y',
  });
});

const many = (count: number): Buffer[] => Array.from({ length: count }, (_, at) => apeItem(`Own ${at}`, 'x'));
for (const [name, tag] of [
  ['a header', ape([apeItem('Title', 'T')], { flags: 0x20000000 })],
  ['a tag without an item', ape([], { size: 32 })],
  ['a very large tag', ape([apeItem('Title', 'x'.repeat(16_400))])],
  ['a tag that begins before the file', ape([apeItem('Title', 'T')], { size: 9000 })],
  ['fewer items than it says', ape([apeItem('Title', 'T')], { count: 2 })],
  ['more items than it says', ape([apeItem('Title', 'T'), apeItem('Album', 'T')], { count: 1 })],
  ['more than 256 items', ape(many(257))],
  ['an item that goes on behind the tag', ape([apeItem('Title', 'T', 0, 2)])],
  ['an item that ends in its header', ape([apeItem('Title', 'T'), zeros(7)])],
  ['a name without an end', ape([Buffer.concat([le32(0, 0), ascii('Title')])])],
  ['a binary item', ape([apeItem('Title', 'T', 2)])],
  ['a link', ape([apeItem('Title', 'T', 4)])],
  ['a text that is no UTF-8', ape([apeItem('Title', Buffer.from([0xff]))])],
  ['an item that stands twice', ape([apeItem('Title', 'T'), apeItem('TITLE', 'U')])],
  ['two names for one thing', ape([apeItem('Year', '1999'), apeItem('Date', '1998')])],
  ['a name of one letter', ape([apeItem('T', 'T')])],
  ['a name that is no ASCII', ape([apeItem('Titl\xe9', 'T')])],
  ['several artists', ape([apeItem('Artists', 'T')])],
  ['a picture', ape([apeItem('Cover Art (front)', 'T')])],
  ['several titles', ape([apeItem('Title', 'T\0U')])],
  ['several album artists of others', ape([apeItem('album_artist', 'T\0U')])],
  ['an empty value', ape([apeItem('Title', '')])],
  ['an empty value among others', ape([apeItem('Genre', 'a\0\0b')])],
  ['a gain that is none', ape([apeItem('REPLAYGAIN_TRACK_GAIN', 'loud')])],
  ['two gains', ape([apeItem('REPLAYGAIN_TRACK_GAIN', '1 dB\x002 dB')])],
] as const) {
  t.test(`APE, handed over: ${name}`, async (t) => {
    t.equal((await apeOf(tag)).start, 'unusual');
  });
}

t.test('APE: 256 items, and binary flags that only forbid a change, are read', async (t) => {
  t.equal((await apeOf(ape(many(256)))).start, 500);
  t.equal((await apeOf(ape([apeItem('Title', 'T', 1)]))).start, 500);
  t.equal((await apeOf(ape([apeItem('Title', 'T')]), 0)).start, 0, 'from the beginning of the file');
});

t.test('APE: a last tag is whole, with a header that says the same or without one', async (t) => {
  const last = async (before: Buffer, tag: Buffer) => {
    const common = nothingFound();
    const bytes = Buffer.concat([zeros(500), before, tag]);
    return [await looked(bytes, (window) => readLastApe(window, 500, common)), common.title];
  };
  const tag = ape([apeItem('Title', 'T')], { flags: 0x80000000 });
  const size = tag.length;
  t.strictSame(await last(zeros(0), tag), [500, 'T']);
  t.strictSame(await last(apeFrame(size, 1, 0xa0000000), tag), [532, 'T']);
  t.strictSame(await last(apeFrame(size, 2, 0xa0000000), tag), ['unusual', undefined], 'another count in front');
  t.strictSame(await last(zeros(32), tag), ['unusual', undefined], 'something else in front');
  t.strictSame(await last(zeros(0), Buffer.concat([tag, zeros(1)])), ['unusual', undefined], 'something behind');
});

const ID3V1 = (change: (tag: Buffer) => void = () => undefined): Buffer => {
  const tag = zeros(128);
  tag.write('TAG', 0);
  tag.write('Title', 3);
  tag.write('Artist', 33);
  tag.write('Album', 63);
  tag.write('1971', 93);
  tag.writeUInt8(9, 126);
  tag.writeUInt8(8, 127);
  change(tag);
  return tag;
};

t.test('the end of a file tells an ID3v1 tag, and an APE tag before it or at the end', (t) => {
  const footer = apeFrame(40, 1, 0);
  t.match(endingOf(zeros(160)), { hasId3v1: false, footer: undefined });
  t.match(endingOf(Buffer.concat([zeros(32), ID3V1()])), { hasId3v1: true, footer: undefined });
  t.strictSame(endingOf(Buffer.concat([footer, ID3V1()])), { hasId3v1: true, footer });
  t.strictSame(endingOf(Buffer.concat([zeros(128), footer])), { hasId3v1: false, footer });
  const lyrics = Buffer.concat([zeros(23), ascii('LYRICS200')]);
  t.equal(endingOf(Buffer.concat([lyrics, ID3V1()])), 'unusual', 'Lyrics3');
  t.match(endingOf(Buffer.concat([lyrics, zeros(128)])), { hasId3v1: false }, 'which belongs before ID3v1');
  t.end();
});

t.test('ID3v1 fills what is open, and tells number and year', (t) => {
  const read = (tag: Buffer, known: Partial<FoundCommon> = {}, hasYear = false) => {
    const common = { ...nothingFound(), ...known };
    return { common, result: addId3v1(common, Buffer.concat([zeros(32), tag]), hasYear) };
  };
  t.match(read(ID3V1()).common, {
    ...{ title: 'Title', artist: 'Artist', artists: ['Artist'], album: 'Album', year: 1971, track: { no: 9 } },
    genre: ['Jazz'],
  });
  const known = { title: 'T', artist: 'A', artists: ['A'], album: 'B', year: 1999, genre: ['G'] };
  t.match(read(ID3V1(), { ...known, track: { no: 1 } }, true).common, { ...known, track: { no: 9 } });
  t.match(read(ID3V1(), known).common, { year: 1971 });
  const full = ID3V1((tag) => {
    tag.fill('x', 3, 93);
    tag.fill('1', 97, 127);
    tag.writeUInt8(200, 127);
  });
  t.match(read(full).common, {
    ...{ title: 'x'.repeat(30), artist: 'x'.repeat(30), album: 'x'.repeat(30), year: 1971 },
    ...{ track: { no: null }, genre: undefined },
  });
  const empty = ID3V1((tag) => tag.fill(0, 3, 127));
  t.match(read(empty).common, {
    title: undefined,
    artist: undefined,
    artists: undefined,
    track: { no: null },
    year: undefined,
  });
  t.equal(read(ID3V1((tag) => tag.writeUInt8(133, 127))).result, 'unusual', 'a genre whose name another reader has');
  t.end();
});

t.test('what stands in front of a picture is read to its last byte', (t) => {
  const frame = (...parts: readonly (string | number[])[]): Buffer =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? ascii(part) : Buffer.from(part))));
  const jpeg = { format: 'image/jpeg', kind: 3 };
  t.strictSame(framePicture(frame([0], 'image/JPEG', [0, 3, 0], 'xy'), false), { ...jpeg, dataAt: 14 });
  t.strictSame(framePicture(frame([3], 'image/jpeg', [0, 3], 'a', [0], 'xy'), false), { ...jpeg, dataAt: 15 });
  t.strictSame(framePicture(frame([1], 'image/jpeg', [0, 3], 'ab', [0, 0], 'xy'), false), { ...jpeg, dataAt: 17 });
  t.strictSame(framePicture(frame([2], 'image/jpeg', [0, 3, 0, 0], 'xy'), false), { ...jpeg, dataAt: 15 });
  t.strictSame(framePicture(frame([0], 'JPG', [3, 0], 'xy'), true), { format: 'jpg', kind: 3, dataAt: 6 });
  t.equal(framePicture(frame([0], 'JPG', [3, 0], 'x'), true), undefined, 'a byte is no picture');
  t.equal(framePicture(frame([0], 'JPG', [3], 'xyz'), true), undefined, 'no end of the text');
  t.equal(framePicture(frame([4], 'JPG', [3, 0], 'xy'), true), undefined, 'another encoding');
  t.equal(framePicture(frame([0], 'JPG'), true), undefined, 'no kind');
  t.equal(framePicture(frame([0], 'image/jpeg'), false), undefined, 'no end of the type');
  t.equal(framePicture(Buffer.alloc(0), false), undefined);
  const picture = pictureBlock(3, 'image/PNG', zeros(5));
  t.strictSame(blockPicture(picture), { format: 'image/png', kind: 3, dataAt: 41, length: 5 });
  t.strictSame(blockPicture(picture.subarray(0, 41)), { format: 'image/png', kind: 3, dataAt: 41, length: 5 });
  t.equal(blockPicture(picture.subarray(0, 40)), undefined);
  t.equal(blockPicture(zeros(7)), undefined);
  t.end();
});

t.test('a gain to EBU R 128 is a number of 16 bits', (t) => {
  for (const [text, gain] of [
    ['-32768', -123],
    ['32767', 32_767 / 256 + 5],
    [' +256 ', 6],
    ['0', 5],
    ['-32769', undefined],
    ['32768', undefined],
    ['100000', undefined],
    ['1.5', undefined],
    ['', undefined],
  ] as const) {
    t.equal(r128Gain(text), gain, text);
  }
  t.end();
});

t.test('a tag of MP3 at the end of FLAC, and a file shorter than one, are handed over', async (t) => {
  const path = join(folder, 'x.flac');
  const read = async (bytes: Buffer) => {
    await writeFile(path, bytes);
    return readLean(path);
  };
  const whole = flac(STREAM, COMMENTS);
  t.match(await read(whole), { common: { title: 'Title' }, fileSize: whole.length, length: undefined });
  t.equal(await read(Buffer.concat([whole, ID3V1()])), 'unusual');
  t.equal(await read(Buffer.concat([whole, ape([apeItem('Title', 'T')])])), 'unusual');
  t.equal(await read(whole.subarray(0, 120)), 'unusual');
  t.equal(readLean(join(folder, 'x.unknown')), 'unusual', 'nor is one of another name opened');
});
