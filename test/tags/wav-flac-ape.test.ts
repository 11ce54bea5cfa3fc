/** WAV, FLAC and APE tags at the borders of what the native reader takes: what is unusual is handed over. */
import { join } from 'node:path';
import t from 'tap';
import { blockPicture, framePicture } from '../../src/tags/picture-header.js';
import { r128Gain } from '../../src/tags/full-reader.js';
import { temporaryDirectory } from '../http/rig.js';
import { nativeTagOf } from './compare.js';

const folder = await temporaryDirectory(t);

const readWav = (bytes: Buffer) => nativeTagOf(join(folder, 'x.wav'), bytes);
const readFlac = (bytes: Buffer) => nativeTagOf(join(folder, 'x.flac'), bytes);

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
    t.match(await readWav(wav(format(code, 48_000, 192_000), SOUND)), {
      ...{ sampleRate: 48_000, length: 2, bitrate: 1536 },
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
  t.match(await readWav(wav(format(), texts, SOUND)), {
    ...{ title: 'Title', album: 'Album', trackNumber: 3, genres: ['Jazz'], artist: 'Artist', artists: ['Artist'] },
    ...{ yearString: '1999-05-01', year: 1999 },
  });
  const others = info(['TITL', 'T'], ['IRPD', 'A'], ['IPRT', '7'], ['GNRE', 'G'], ['ICRD', '1999']);
  t.match(await readWav(wav(format(), SOUND, others)), {
    ...{ title: 'T', album: 'A', trackNumber: 7, genres: ['G'], yearString: '1999', year: 1999 },
  });
});

t.test('WAV: up to 64 chunks that nobody knows are passed over', async (t) => {
  const others = (count: number): Buffer[] =>
    Array.from({ length: count }, (_, at) => chunk(`x${String(at).padStart(3, '0')}`, zeros(at % 3)));
  t.match(await readWav(wav(format(), SOUND, ...others(62))), { length: 2 });
  t.equal(await readWav(wav(format(), SOUND, ...others(63))), undefined);
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
    t.equal(await readWav(bytes), undefined);
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
  t.match(await readFlac(flac(STREAM, COMMENTS)), {
    ...{ title: 'Title', sampleRate: 44_100, length: 2000, bitrate: 4 },
  });
  t.match(await readFlac(flac(block(0, stream(96_000, 96_000), true))), {
    ...{ sampleRate: 96_000, length: 1000, bitrate: 8 },
  });
});

t.test('FLAC: other blocks are passed over, up to 64 in all', async (t) => {
  const room = (count: number): Buffer => Buffer.concat(Array<Buffer>(count).fill(block(1, zeros(3))));
  for (const type of [1, 2, 3, 5]) {
    t.match(await readFlac(flac(STREAM, block(type, zeros(5)), COMMENTS)), { title: 'Title' });
  }
  t.match(await readFlac(flac(STREAM, room(62), COMMENTS)), { title: 'Title' });
  t.equal(await readFlac(flac(STREAM, room(63), COMMENTS)), undefined);
});

t.test('FLAC: pictures are told by their kinds', async (t) => {
  const found = await readFlac(
    flac(
      STREAM,
      block(6, pictureBlock(3, 'image/jpg', zeros(300))),
      block(6, pictureBlock(4, 'image/png', zeros(300))),
      COMMENTS,
    ),
  );
  t.match(found, { picture: 'image/jpeg' });
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
    t.equal(await readFlac(bytes), undefined);
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
/** MPEG 1 layer III, 128 kbit/s, 48 kHz: 384 bytes a frame. */
const MPEG = Buffer.concat(
  Array.from({ length: 10 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0x00]), zeros(380)])),
);
const readMp3 = (...parts: readonly Buffer[]) => nativeTagOf(join(folder, 'x.mp3'), Buffer.concat([MPEG, ...parts]));

t.test('APE: each item is the field of its name, in letters of either case', async (t) => {
  const tag = await readMp3(
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
  t.match(tag, {
    ...{ title: 'T', artist: 'A', artists: ['A'], albumArtist: 'AA', album: 'B', yearString: '1999-05', year: 1999 },
    ...{ trackNumber: 3, discNumber: 2, work: 'W', compilation: true, copyright: 'C', length: 240 },
    ...{ label: 'L1, L2', genres: ['Jazz', 'Pop'], composer: 'X', replayGain: { trackGain: -3.5 } },
  });
  t.match(await readMp3(ape([apeItem('Date', '1998'), apeItem('Discnumber', '4'), apeItem('Compilation', '0')])), {
    ...{ yearString: '1998', year: 1998, discNumber: 4, compilation: false },
  });
});

t.test('APE: the album artist of others counts where nothing else says it', async (t) => {
  t.match(await readMp3(ape([apeItem('ALBUM_ARTIST', 'x')])), { albumArtist: 'x' });
  t.match(await readMp3(ape([apeItem('ALBUM_ARTIST', 'x'), apeItem('Album Artist', 'y')])), { albumArtist: 'y' });
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
    t.equal(await readMp3(tag), undefined);
  });
}

t.test('APE: 256 items, and binary flags that only forbid a change, are read', async (t) => {
  t.match(await readMp3(ape([apeItem('Title', 'T'), ...many(255)])), { title: 'T' });
  t.match(await readMp3(ape([apeItem('Title', 'T', 1)])), { title: 'T' });
});

/** A block of WavPack that says to be the first, of a second of sound. */
function wavPackBlock(): Buffer {
  const header = Buffer.concat([ascii('wvpk'), zeros(28)]);
  header.writeUInt32LE(24, 4);
  header.writeUInt32LE(44_100, 12);
  header.writeUInt32LE(44_100, 20);
  header.writeUInt32LE(9 << 23, 24);
  return header;
}

t.test('APE: a last tag is whole, with a header that says the same or without one', async (t) => {
  const last = async (before: Buffer, tag: Buffer) =>
    (await nativeTagOf(join(folder, 'x.wv'), Buffer.concat([wavPackBlock(), before, tag])))?.title;
  const tag = ape([apeItem('Title', 'T'), apeItem('Comment', 'x'.repeat(100))], { flags: 0x80000000 });
  const size = tag.length;
  t.equal(await last(zeros(0), tag), 'T');
  t.equal(await last(apeFrame(size, 2, 0xa0000000), tag), 'T');
  t.equal(await last(apeFrame(size, 3, 0xa0000000), tag), undefined, 'another count in front');
  t.equal(await last(zeros(32), tag), undefined, 'something else in front');
  t.equal(await last(zeros(0), Buffer.concat([tag, zeros(1)])), undefined, 'something behind');
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

t.test('MP3: an APE tag stands before an ID3v1 tag or at the end, and Lyrics3 is handed over', async (t) => {
  const tag = ape([apeItem('Title', 'T')]);
  t.match(await readMp3(tag), { title: 'T', artist: '' });
  t.match(await readMp3(tag, ID3V1()), { title: 'T', artist: 'Artist' });
  t.match(await readMp3(ID3V1()), { title: 'Title' });
  t.equal(await readMp3(ascii('LYRICS200'), ID3V1()), undefined);
});

t.test('ID3v1 fills what is open, and tells number and year', async (t) => {
  t.match(await readMp3(ID3V1()), {
    ...{ title: 'Title', artist: 'Artist', artists: ['Artist'], album: 'Album', year: 1971, trackNumber: 9 },
    genres: ['Jazz'],
  });
  const known = [apeItem('Title', 'T'), apeItem('Artist', 'A'), apeItem('Album', 'B'), apeItem('Genre', 'G')];
  t.match(await readMp3(ape([...known, apeItem('Track', '1'), apeItem('Year', '1999')]), ID3V1()), {
    ...{ title: 'T', artist: 'A', album: 'B', genres: ['G'], trackNumber: 9, year: 1971, yearString: '1999' },
  });
  const full = ID3V1((tag) => {
    tag.fill('x', 3, 93);
    tag.fill('1', 97, 127);
    tag.writeUInt8(200, 127);
  });
  t.match(await readMp3(full), {
    ...{ title: 'x'.repeat(30), artist: 'x'.repeat(30), album: 'x'.repeat(30), year: 1971, trackNumber: 0 },
    genres: [],
  });
  t.match(await readMp3(ID3V1((tag) => tag.fill(0, 3, 127))), {
    ...{ title: 'x', hasTitle: false, artist: '', artists: [], trackNumber: 0, year: 0 },
  });
  t.equal(await readMp3(ID3V1((tag) => tag.writeUInt8(133, 127))), undefined, 'a genre whose name is not known here');
});

t.test('what stands in front of a picture is read to its last byte', (t) => {
  const frame = (...parts: readonly (string | number[])[]): Buffer =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? ascii(part) : Buffer.from(part))));
  t.strictSame(framePicture(frame([0], 'image/JPEG', [0, 3, 0], 'xy')), { kind: 3, dataAt: 14 });
  t.strictSame(framePicture(frame([3], 'image/jpeg', [0, 3], 'a', [0], 'xy')), { kind: 3, dataAt: 15 });
  t.strictSame(framePicture(frame([1], 'image/jpeg', [0, 3], 'ab', [0, 0], 'xy')), { kind: 3, dataAt: 17 });
  t.strictSame(framePicture(frame([2], 'image/jpeg', [0, 3, 0, 0], 'xy')), { kind: 3, dataAt: 15 });
  t.equal(framePicture(frame([0], 'image/jpeg', [0, 3, 0], 'x')), undefined, 'a byte is no picture');
  t.equal(framePicture(frame([0], 'image/jpeg', [0, 3], 'xyz')), undefined, 'no end of the text');
  t.equal(framePicture(frame([4], 'image/jpeg', [0, 3, 0], 'xy')), undefined, 'another encoding');
  t.equal(framePicture(frame([0], 'image/jpeg', [0])), undefined, 'no kind');
  t.equal(framePicture(frame([0], 'image/jpeg')), undefined, 'no end of the type');
  t.equal(framePicture(Buffer.alloc(0)), undefined);
  const picture = pictureBlock(3, 'image/PNG', zeros(5));
  t.strictSame(blockPicture(picture), { kind: 3, dataAt: 41, length: 5 });
  t.strictSame(blockPicture(picture.subarray(0, 41)), { kind: 3, dataAt: 41, length: 5 });
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
  const whole = flac(STREAM, COMMENTS);
  t.match(await readFlac(whole), { title: 'Title', fileSize: whole.length });
  t.equal(await readFlac(Buffer.concat([whole, ID3V1()])), undefined);
  t.equal(await readFlac(Buffer.concat([whole, ape([apeItem('Title', 'T')])])), undefined);
  t.equal(await readFlac(whole.subarray(0, 120)), undefined);
  t.equal(await nativeTagOf(join(folder, 'x.unknown'), whole), undefined, 'nor is one of another name read');
});
