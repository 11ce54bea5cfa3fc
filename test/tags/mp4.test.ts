/** MP4 at the borders of what the native reader takes: what is unusual is handed over. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { native, nativeTagOf } from './compare.js';

const path = join(await temporaryDirectory(t), 'x.m4a');

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * at);
  return bytes;
};
const zeros = (length: number): Buffer => Buffer.alloc(length);

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([u32(bytes.length + 8), Buffer.from(name, 'latin1'), bytes]);
}

const TYPES = { bare: 0, text: 1, jpeg: 13, png: 14, integer: 21 };
const data = (type: number, value: Buffer, version = 0): Buffer =>
  box('data', Buffer.from([version]), u32(type).subarray(1), u32(0), value);
const item = (name: string, type: number, value: Buffer | string): Buffer =>
  box(name, data(type, Buffer.from(value as string)));
const named = (name: string, content: string): Buffer => box(name, u32(0), Buffer.from(content));
const own = (name: string, value: string, mean = 'com.apple.iTunes', type = TYPES.text): Buffer =>
  box('----', named('mean', mean), named('name', name), data(type, Buffer.from(value)));

/** The boxes of a file; each may be another one, or several, or none. */
const PARTS = {
  before: Buffer.alloc(0),
  ftyp: box('ftyp', Buffer.from('M4A \0\0\0\0')),
  between: Buffer.alloc(0),
  mvhd: box('mvhd', zeros(12), u32(1000), zeros(84)),
  inMovie: Buffer.alloc(0),
  tkhd: box('tkhd', zeros(84)),
  edts: Buffer.alloc(0),
  mdhd: box('mdhd', zeros(12), u32(44_100, 88_200), zeros(4)),
  hdlr: box('hdlr', zeros(8), Buffer.from('soun'), zeros(12)),
  inInformation: Buffer.alloc(0),
  stsd: box('stsd', u32(0, 1, 36), Buffer.from('mp4a'), zeros(24), u32(44_100 * 65_536)),
  tables: box('stts', u32(0, 1, 2, 1024)),
  stsz: box('stsz', u32(0, 0, 3, 100, 200, 700)),
  items: item('\xa9nam', TYPES.text, 'Title'),
  inUser: Buffer.alloc(0),
  inMeta: Buffer.alloc(0),
  metaHead: u32(0),
  after: box('mdat', zeros(100)),
};
type Parts = { -readonly [Name in keyof typeof PARTS]: Buffer };

function file(changes: Partial<Parts> = {}): Buffer {
  const parts: Parts = { ...PARTS, ...changes };
  const stbl = box('stbl', parts.stsd, parts.tables, parts.stsz);
  const mdia = box('mdia', parts.mdhd, parts.hdlr, box('minf', parts.inInformation, stbl));
  const trak = box('trak', parts.tkhd, parts.edts, mdia);
  const meta = box('meta', parts.metaHead, box('hdlr', zeros(25)), parts.inMeta, box('ilst', parts.items));
  const moov = box('moov', parts.mvhd, trak, parts.inMovie, box('udta', parts.inUser, meta));
  return Buffer.concat([parts.before, parts.ftyp, parts.between, moov, parts.after]);
}

const read = (changes: Partial<Parts>) => nativeTagOf(path, file(changes));
const tagOf = (...items: readonly Buffer[]) => read({ items: Buffer.concat(items) });

t.test('length, rate and bit rate follow from the boxes of the track', async (t) => {
  t.match(await read({}), { title: 'Title', sampleRate: 44_100, length: 2000, bitrate: 4 });
});

const described = (kind: string, more: Buffer = zeros(0), version = 0): Buffer =>
  box(
    'stsd',
    u32(0, 1, 36 + more.length),
    Buffer.from(kind),
    zeros(8),
    u32(version << 16),
    zeros(12),
    u32(48_000 * 65_536),
    more,
  );
const manyBoxes = (count: number): Buffer => Buffer.concat(Array<Buffer>(count).fill(box('free')));

const TAKEN: readonly [name: string, changes: Partial<Parts>][] = [
  ['several brands', { ftyp: box('ftyp', zeros(24)) }],
  [
    'room, wide and sound before the movie',
    { between: Buffer.concat([box('free', zeros(9)), box('wide'), box('mdat')]) },
  ],
  ['room in the movie', { inMovie: Buffer.concat([box('free'), box('iods', zeros(3))]) }],
  ['a track header of version 1', { tkhd: box('tkhd', Buffer.of(1), zeros(95)) }],
  ['a handler with a name', { hdlr: box('hdlr', zeros(8), Buffer.from('soun'), zeros(30)) }],
  ['Apple Lossless', { stsd: described('alac') }],
  ['a sample description of version 1', { stsd: described('mp4a', zeros(20), 1) }],
  ['tables that nobody needs', { tables: box('sgpd', zeros(3)) }],
  [
    'all tables',
    { tables: Buffer.concat([box('stts', u32(0, 0)), box('stsc', u32(0, 1, 1, 1, 1)), box('stco', u32(0, 2, 9, 9))]) },
  ],
  ['one sample', { stsz: box('stsz', u32(0, 0, 1, 1)) }],
  ['chapters and room beside the tags', { inUser: Buffer.concat([box('chpl', zeros(5)), box('free')]) }],
  ['room in the tags', { inMeta: box('free', zeros(7)) }],
  ['room of 480 boxes', { between: manyBoxes(480) }],
];
for (const [name, changes] of TAKEN) {
  t.test(`read here: ${name}`, async (t) => {
    t.match(await read(changes), { title: 'Title', length: 2000 });
  });
}

const short = (bytes: Buffer): Buffer => bytes.subarray(0, -1);
const HANDED_OVER: readonly [name: string, changes: Partial<Parts>][] = [
  ['a file that does not begin with its type', { before: box('free') }],
  ['another box at the top', { between: box('moof') }],
  ['too many boxes', { between: manyBoxes(510) }],
  ['a box of less than its header', { between: u32(7, 0, 0) }],
  ['a box that ends in its header', { after: zeros(4) }],
  ['a box that goes on behind the file', { after: short(PARTS.after) }],
  ['two movies', { after: box('moov') }],
  ['a type of less than a brand', { ftyp: box('ftyp', zeros(4)) }],
  ['a type that ends in a brand', { ftyp: box('ftyp', zeros(10)) }],
  ['a type that is very long', { ftyp: box('ftyp', zeros(16_388)) }],
  ['a movie header of version 1', { mvhd: box('mvhd', zeros(112)) }],
  ['another box in the movie', { inMovie: box('mvex') }],
  ['a second track', { inMovie: box('trak') }],
  ['two lists of tags', { inMovie: box('udta') }],
  ['a track header of another size', { tkhd: box('tkhd', zeros(88)) }],
  ['a track header of a later version', { tkhd: box('tkhd', Buffer.of(2), zeros(83)) }],
  ['another box in the track', { edts: box('tref') }],
  ['a media header of version 1', { mdhd: box('mdhd', Buffer.from([1]), zeros(11), u32(44_100, 88_200), zeros(4)) }],
  ['a media header of another size', { mdhd: box('mdhd', zeros(36)) }],
  ['no time scale', { mdhd: box('mdhd', zeros(12), u32(0, 88_200), zeros(4)) }],
  ['no length', { mdhd: box('mdhd', zeros(12), u32(44_100, 0), zeros(4)) }],
  ['a length that is not known', { mdhd: box('mdhd', zeros(12), u32(44_100, 0xffffffff), zeros(4)) }],
  ['a track of pictures', { hdlr: box('hdlr', zeros(8), Buffer.from('vide'), zeros(12)) }],
  ['a handler that is too short', { hdlr: box('hdlr', zeros(8), Buffer.from('soun'), zeros(11)) }],
  ['a second handler', { inInformation: box('hdlr', zeros(24)) }],
  [
    'two descriptions of samples',
    { stsd: box('stsd', u32(0, 2, 36), Buffer.from('mp4a'), zeros(24), u32(44_100 * 65_536)) },
  ],
  ['a description of another kind', { stsd: described('ac-3') }],
  ['a description of version 2', { stsd: described('mp4a', zeros(36), 2) }],
  ['a description that is too short', { stsd: short(described('mp4a')) }],
  [
    'a description that says it is shorter',
    { stsd: box('stsd', u32(0, 1, 35), Buffer.from('mp4a'), zeros(24), u32(0)) },
  ],
  [
    'a description that goes on behind its box',
    { stsd: box('stsd', u32(0, 1, 37), Buffer.from('mp4a'), zeros(24), u32(0)) },
  ],
  [
    'a rate with a fraction',
    { stsd: box('stsd', u32(0, 1, 36), Buffer.from('mp4a'), zeros(24), u32(44_100 * 65_536 + 1)) },
  ],
  ['a table that is longer than its entries', { tables: box('stts', u32(0, 1, 2, 1024), zeros(8)) }],
  ['a table that is shorter than its entries', { tables: box('stsc', u32(0, 1, 2)) }],
  ['a table without a count', { tables: box('stco', zeros(4)) }],
  ['samples of one size', { stsz: box('stsz', u32(0, 5, 3, 100, 200, 700)) }],
  ['fewer sizes than samples', { stsz: box('stsz', u32(0, 0, 4, 100, 200, 700)) }],
  ['more sizes than samples', { stsz: box('stsz', u32(0, 0, 2, 100, 200, 700)) }],
  ['no samples', { stsz: box('stsz', u32(0, 0, 0)) }],
  ['samples without a byte', { stsz: box('stsz', u32(0, 0, 2, 0, 0)) }],
  ['another box beside the tags', { inUser: box('name') }],
  ['tags as QuickTime writes them', { metaHead: Buffer.alloc(0) }],
  ['another box in the tags', { inMeta: box('keys') }],
  ['two lists', { inMeta: box('ilst') }],
];
for (const [name, changes] of HANDED_OVER) {
  t.test(`handed over: ${name}`, async (t) => {
    t.equal(await read(changes), undefined);
    if (Object.keys(changes).some((part) => ['ftyp', 'before', 'between', 'after', 'mvhd'].includes(part))) {
      t.equal(native.mp4Length(path, file(changes).length), undefined);
    }
  });
}

t.test('a file without tags has its length, and is named by its path', async (t) => {
  const stripped = (name: string): Buffer => {
    const bytes = file();
    bytes.write('free', bytes.indexOf(name), 'latin1');
    return bytes;
  };
  t.match(await nativeTagOf(path, stripped('udta')), { title: 'x', hasTitle: false, length: 2000 });
  for (const name of ['meta', 'ilst']) {
    const bytes = stripped(name);
    t.equal(await nativeTagOf(path, bytes), undefined, `without ${name}`);
    t.equal(native.mp4Length(path, bytes.length), 2000);
  }
});

t.test('each item is the field of its name', async (t) => {
  const tag = await tagOf(
    item('\xa9nam', TYPES.text, 'Title'),
    item('\xa9ART', TYPES.text, 'Artist'),
    item('aART', TYPES.text, 'Album Artist'),
    item('\xa9alb', TYPES.text, 'Album'),
    item('\xa9day', TYPES.text, '1999-05-01'),
    item('\xa9gen', TYPES.text, 'Own Genre'),
    item('\xa9wrt', TYPES.text, 'Composer'),
    item('\xa9grp', TYPES.text, 'Grouping'),
    item('\xa9wrk', TYPES.text, 'Work'),
    item('cprt', TYPES.text, 'Copyright'),
    item('trkn', TYPES.bare, Buffer.from([0, 0, 0, 3, 0, 9, 0, 0])),
    item('disk', TYPES.bare, Buffer.from([0, 0, 0, 2, 0, 4])),
    item('gnre', TYPES.bare, Buffer.from([0, 9])),
    item('cpil', TYPES.integer, Buffer.from([1])),
    item('covr', TYPES.jpeg, 'x'),
    own('LABEL', 'Label'),
    own('replaygain_track_gain', '-6.50 dB'),
    own('REPLAYGAIN_ALBUM_PEAK', '0.5'),
  );
  t.match(tag, {
    ...{ title: 'Title', artist: 'Artist', artists: ['Artist'], albumArtist: 'Album Artist', album: 'Album' },
    ...{ yearString: '1999-05-01', year: 1999, genres: ['Own Genre', 'Jazz'], composer: 'Composer', work: 'Work' },
    ...{ copyright: 'Copyright', trackNumber: 3, discNumber: 2, compilation: true },
    ...{ picture: 'image/jpeg', label: 'Label', replayGain: { trackGain: -6.5, albumPeak: 0.5 } },
  });
  t.match(await tagOf(item('\xa9grp', TYPES.text, 'Grouping')), { work: 'Grouping' });
});

t.test('values that say nothing are none', async (t) => {
  t.match(await tagOf(item('trkn', TYPES.bare, zeros(8)), item('disk', TYPES.bare, zeros(6))), {
    trackNumber: 0,
    discNumber: 0,
  });
  t.match(await tagOf(item('cpil', TYPES.integer, zeros(1))), { compilation: false });
  t.equal(await tagOf(item('\xa9day', TYPES.text, 'MCMXCIX')), undefined, 'a date without a year is handed over');
  t.match(await tagOf(item('gnre', TYPES.bare, Buffer.from([0, 1]))), { genres: ['Blues'] });
});

t.test('of several covers the first is told', async (t) => {
  t.match(await tagOf(item('covr', TYPES.png, 'x'), item('covr', TYPES.jpeg, 'x')), { picture: 'image/png' });
});

const PASSED_OVER: readonly [name: string, ...items: readonly Buffer[]][] = [
  ['a text of another name', item('desc', TYPES.text, 'x')],
  ['bytes of another name', item('desc', TYPES.bare, 'x')],
  ['a number of one byte', item('tmpo', TYPES.integer, zeros(1))],
  ['a number of eight bytes', item('tmpo', TYPES.integer, zeros(8))],
  ['an own item of another name', own('iTunNORM', 'x')],
  ['an own item of bytes', own('LABEL', 'x', 'com.apple.iTunes', TYPES.bare)],
  ['the same own item twice, of another name', own('OTHER', 'x'), own('OTHER', 'y')],
  ['a text of the greatest length', item('desc', TYPES.text, 'x'.repeat(16_384))],
];
for (const [name, ...items] of PASSED_OVER) {
  t.test(`passed over: ${name}`, async (t) => {
    const tag = await tagOf(...items, item('\xa9nam', TYPES.text, 'Title'));
    t.match(tag, { title: 'Title', label: '', picture: '', genres: [] });
  });
}

const UNUSUAL_ITEMS: readonly [name: string, ...items: readonly Buffer[]][] = [
  ['an item without a value', box('\xa9nam')],
  ['an item of two values', box('\xa9nam', data(TYPES.text, Buffer.from('x')), data(TYPES.text, Buffer.from('y')))],
  ['an item with another box', box('\xa9nam', data(TYPES.text, Buffer.from('x')), box('free'))],
  ['a cover with another box', box('covr', data(TYPES.jpeg, Buffer.from('x')), box('free'))],
  ['a value of less than its head', box('\xa9nam', box('data', zeros(7)))],
  ['a value of another version', box('\xa9nam', data(TYPES.text, Buffer.from('x'), 1))],
  ['a name in capitals', item('TRKN', TYPES.bare, zeros(8))],
  ['an item that stands twice', item('\xa9nam', TYPES.text, 'x'), item('\xa9nam', TYPES.text, 'y')],
  ['a cover of another kind', item('covr', TYPES.bare, 'x')],
  ['a cover without a byte', item('covr', TYPES.jpeg, '')],
  ['a text that is very long', item('desc', TYPES.text, 'x'.repeat(16_385))],
  ['a text of another type', item('\xa9nam', 2, 'x')],
  ['an empty text', item('\xa9nam', TYPES.text, '')],
  ['a text that is no UTF-8', item('\xa9nam', TYPES.text, Buffer.from([0xff]))],
  ['a track number of another type', item('trkn', TYPES.integer, zeros(8))],
  ['a track number that is too short', item('trkn', TYPES.bare, zeros(5))],
  ['a genre of another type', item('gnre', TYPES.integer, Buffer.from([0, 9]))],
  ['a genre that is too short', item('gnre', TYPES.bare, Buffer.from([9]))],
  ['a genre that nobody knows', item('gnre', TYPES.bare, Buffer.from([0, 255]))],
  ['genre 0', item('gnre', TYPES.bare, Buffer.from([0, 0]))],
  ['a compilation of another type', item('cpil', TYPES.bare, Buffer.from([1]))],
  ['a compilation of two bytes', item('cpil', TYPES.integer, Buffer.from([0, 1]))],
  ['a number of three bytes', item('tmpo', TYPES.integer, zeros(3))],
  ['another type of another name', item('desc', 2, 'x')],
  ['an own item without a name', box('----', named('mean', 'com.apple.iTunes'), data(TYPES.text, Buffer.from('x')))],
  [
    'an own item whose names stand the other way round',
    box('----', named('name', 'LABEL'), named('mean', 'com.apple.iTunes'), data(TYPES.text, Buffer.from('x'))),
  ],
  [
    'an own item whose value stands first',
    box('----', data(TYPES.text, Buffer.from('x')), named('mean', 'x'), named('name', 'x')),
  ],
  [
    'an own item whose name is too short',
    box('----', named('mean', 'x'), box('name', zeros(3)), data(1, Buffer.from('x'))),
  ],
  ['an own item whose name is very long', own('x'.repeat(16_385), 'x')],
  ['an own item of another type', own('LABEL', 'x', 'com.apple.iTunes', 2)],
  ['an own item of iTunes in capitals', own('LABEL', 'x', 'COM.APPLE.ITUNES')],
  ['an item of somebody else', own('LABEL', 'x', 'org.else')],
  ['several artists', own('artists', 'x')],
  ['a band', own('Band', 'x')],
  ['a label without a text', own('LABEL', '')],
  ['a gain that is none', own('REPLAYGAIN_TRACK_GAIN', 'loud')],
];
for (const [name, ...items] of UNUSUAL_ITEMS) {
  t.test(`handed over: ${name}`, async (t) => {
    t.equal(await tagOf(...items), undefined);
  });
}

const edit = (...values: readonly number[]): Buffer => box('edts', box('elst', u32(0, 1, ...values)));
/** A file that is handed over for what it holds besides its length. */
async function lengthOf(changes: Partial<Parts>): Promise<number | undefined> {
  const bytes = file({ stsd: described('ac-3'), ...changes });
  await writeFile(path, bytes);
  return native.mp4Length(path, bytes.length);
}

t.test('the length that is played is that of the edit, within the sound that there is', async (t) => {
  t.equal(await lengthOf({ edts: edit(1500, 0, 65_536) }), 1500);
  t.equal(await lengthOf({ edts: edit(1, 0, 65_536) }), 1);
  t.equal(await lengthOf({ edts: edit(1500, 44_100, 65_536) }), 1000, 'what lies behind its beginning');
  t.equal(await lengthOf({ edts: edit(9000, 0, 65_536) }), 2000);
  const scale = box('mvhd', zeros(12), u32(600), zeros(84));
  t.equal(await lengthOf({ edts: edit(1500, 0, 65_536), mvhd: scale }), 2000, 'in the scale of the movie');
  t.equal(await lengthOf({ edts: edit(900, 0, 65_536), mvhd: scale }), 1500);
  const long = box('mdhd', zeros(12), u32(1, 0xfffffffe), zeros(4));
  const slow = box('mvhd', zeros(12), u32(1), zeros(84));
  t.equal(await lengthOf({ edts: edit(0xfffffffe, 0, 65_536), mdhd: long, mvhd: slow }), 2 ** 31 - 1);
});

t.test('an edit that leaves less than a millisecond is as none', async (t) => {
  const mvhd = box('mvhd', zeros(12), u32(2000), zeros(84));
  t.match(await read({ edts: edit(1, 0, 65_536), mvhd }), { length: 2000 });
  t.match(await read({ edts: edit(2, 0, 65_536), mvhd }), { length: 1 });
});

t.test('a file whose edits say no length says none', async (t) => {
  const list = (...values: readonly number[]): Buffer => box('edts', box('elst', u32(...values)));
  for (const [name, edts] of [
    ['no edits', Buffer.alloc(0)],
    ['no list', box('edts')],
    ['no edit', list(0, 0, 0, 0, 0)],
    ['two edits', list(0, 2, 1500, 0, 65_536)],
    ['a list that is too short', list(0, 1, 1500)],
    ['another version', list(2 ** 24, 1, 1500, 0, 65_536)],
    ['an edit of nothing', edit(0, 0, 65_536)],
    ['an empty edit', edit(1500, -1, 65_536)],
    ['an edit behind the sound', edit(1500, 88_200, 65_536)],
  ] as const) {
    t.equal(await lengthOf({ edts }), undefined, name);
  }
  const scale = box('mvhd', zeros(100));
  t.equal(await lengthOf({ edts: edit(1500, 0, 65_536), mvhd: scale }), undefined, 'a movie without a time scale');
});
