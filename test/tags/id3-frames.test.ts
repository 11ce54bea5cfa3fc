/** ID3v2 at the borders of what the native reader takes: what is unusual is handed over. */
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { nativeTagOf } from './compare.js';

const path = join(await temporaryDirectory(t), 'x.mp3');
type Version = 2 | 3 | 4;

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const zeros = (length: number): Buffer => Buffer.alloc(length);
const synchSafe = (value: number): Buffer =>
  Buffer.from([(value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127]);

/** @param length that it says; its own where none is given */
function frame(version: Version, id: string, content: Buffer | string, flags = 0, length?: number): Buffer {
  const bytes = typeof content === 'string' ? ascii(content) : content;
  const said = length ?? bytes.length;
  const size = zeros(4);
  size.writeUInt32BE(said);
  if (version === 2) return Buffer.concat([ascii(id), size.subarray(1), bytes]);
  return Buffer.concat([ascii(id), version === 4 ? synchSafe(said) : size, Buffer.from([0, flags]), bytes]);
}
function tag(version: number, frames: readonly Buffer[], flags = 0, more = 0): Buffer {
  const body = Buffer.concat(frames);
  return Buffer.concat([ascii('ID3'), Buffer.from([version, 0, flags]), synchSafe(body.length + more), body]);
}
const text = (version: Version, id: string, value: string): Buffer => frame(version, id, `\0${value}`);
const own = (key: string, value: string, version: Version = 4): Buffer => frame(version, 'TXXX', `\0${key}\0${value}`);
const TITLE = text(4, 'TIT2', 'Title');

/** MPEG 1 layer III, 128 kbit/s, 48 kHz: 384 bytes a frame. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0x00]), zeros(380)]);
const SOUND = Buffer.concat(Array.from({ length: 10 }, () => FRAME));

const read = (bytes: Buffer) => nativeTagOf(path, Buffer.concat([bytes, SOUND]));
const tagOf = (version: Version, ...frames: readonly Buffer[]) => read(tag(version, frames));

t.test('the audio begins behind the tag and its padding, or at once without a tag', async (t) => {
  const expected = { length: 240, bitrate: 128 };
  t.match(await read(tag(4, [TITLE, zeros(100)])), { ...expected, title: 'Title' });
  t.match(await read(zeros(0)), { ...expected, title: 'x', hasTitle: false });
  t.match(await read(tag(4, [])), { ...expected, hasTitle: false });
});

t.test('each frame is the field of its name, in each version', async (t) => {
  const expected = {
    ...{ title: 'T', album: 'B', work: 'G', copyright: 'C', compilation: true, trackNumber: 3, discNumber: 2 },
    ...{ artist: 'A', artists: ['A'], albumArtist: 'AA', composer: 'X', label: 'L', genres: ['Jazz'] },
  };
  const fields: readonly (readonly [string, string, string])[] = [
    ...([
      ['TIT2', 'TT2', 'T'],
      ['TALB', 'TAL', 'B'],
      ['TIT1', 'TT1', 'G'],
      ['TCOP', 'TCR', 'C'],
    ] as const),
    ...([
      ['TCMP', 'TCP', '1'],
      ['TRCK', 'TRK', '3/9'],
      ['TPOS', 'TPA', '2'],
      ['TPE1', 'TP1', 'A'],
    ] as const),
    ...([
      ['TPE2', 'TP2', 'AA'],
      ['TCOM', 'TCM', 'X'],
      ['TPUB', 'TPB', 'L'],
      ['TCON', 'TCO', 'Jazz'],
    ] as const),
  ];
  for (const version of [2, 3, 4] as const) {
    const frames = fields.map(([long, short, value]) => text(version, version === 2 ? short : long, value));
    t.match(await tagOf(version, ...frames), expected, String(version));
  }
  t.match(await tagOf(3, text(3, 'TCMP', '0')), { compilation: false });
});

t.test('a year is that of its frame, or the beginning of a date', async (t) => {
  t.match(await read(tag(3, [text(3, 'TYER', '1999')])), { year: 1999, yearString: '1999' });
  t.match(await read(tag(4, [text(4, 'TDRC', '1999-05-01')])), {
    year: 1999,
    yearString: '1999-05-01',
  });
  t.equal(await tagOf(4, text(4, 'TDRC', 'then')), undefined, 'a date without a year is handed over');
});

t.test('several values stand with zeros between them in ID3v2.4, and slashes part nothing', async (t) => {
  t.match(await tagOf(4, text(4, 'TPE1', 'A\0B\0A'), text(4, 'TCON', 'Jazz\x0017')), {
    ...{ artist: 'A', artists: ['A', 'B'], genres: ['Jazz', 'Rock'] },
  });
  t.match(await tagOf(4, text(4, 'TPE1', 'A/B')), { artist: 'A/B', artists: ['A/B'] });
  t.match(await tagOf(3, text(3, 'TPE1', 'A/B'), text(3, 'TCOM', 'X/Y'), text(3, 'TPE2', 'P/Q')), {
    ...{ artist: 'A/B', artists: ['A/B'], composer: 'X/Y', albumArtist: 'P/Q' },
  });
  t.match(await tagOf(2, text(2, 'TP1', 'A/B')), { artists: ['A/B'] });
  t.match(await tagOf(4, text(4, 'TALB', 'B \0')), { album: 'B' }, 'spaces and zeros at the end are none of it');
});

t.test('own texts are artists, work and gains, by their names in either case', async (t) => {
  t.match(await tagOf(4, text(4, 'TPE1', 'A'), own('artists', 'A\0B'), own('Work', 'W'), own('Other', 'x')), {
    ...{ artist: 'A', artists: ['A', 'B'], work: 'W' },
  });
  t.match(await tagOf(4, own('replaygain_track_gain', '-3.5 dB'), own('REPLAYGAIN_ALBUM_PEAK', '0.5')), {
    replayGain: { trackGain: -3.5, albumPeak: 0.5 },
  });
  t.match(await tagOf(3, text(3, 'TPE1', 'A'), own('ARTISTS', 'A/B', 3)), { artists: ['A/B'] });
});

t.test('pictures are told by their kinds, in each version', async (t) => {
  for (const version of [3, 4] as const) {
    const first = frame(version, 'APIC', '\0image/JPG\0\x03\0xy');
    const other = frame(version, 'APIC', '\0image/png\0\x04\0xy');
    t.match(await tagOf(version, first, other), { picture: 'image/jpeg' });
    t.match(await tagOf(version, other, first), { picture: 'image/jpeg' }, 'the front cover, wherever it stands');
    t.match(await tagOf(version, other), { picture: 'image/png' });
  }
  const [front, back] = [frame(2, 'PIC', '\0JPG\x03\0xy'), frame(2, 'PIC', '\0PNG\x00\0xy')];
  t.match(await tagOf(2, back, front), { picture: 'image/jpeg' });
  t.match(await tagOf(2, back), { picture: 'image/png' });
});

t.test('unsynchronised frames, and given lengths, are read in ID3v2.4', async (t) => {
  const utf16 = Buffer.concat([Buffer.from([1, 0xff, 0, 0xfe]), Buffer.from('Ab', 'utf16le')]);
  t.match(await tagOf(4, frame(4, 'TIT2', utf16, 2)), { title: 'Ab' });
  const given = Buffer.concat([synchSafe(6), ascii('\0Title')]);
  t.match(await tagOf(4, frame(4, 'TIT2', given, 1)), { title: 'Title' });
  t.match(await read(tag(4, [TITLE], 0x80)), { title: 'Title' });
});

const IGNORED: readonly [name: string, version: Version, frame: Buffer][] = [
  ['private bytes', 4, frame(4, 'PRIV', '\xff\xfe\0')],
  ['private bytes that are very long', 4, frame(4, 'PRIV', zeros(20_000))],
  ['a text of another name', 4, text(4, 'TSSE', 'x')],
  ['an identifier of ID3v2.2', 2, frame(2, 'UFI', 'x')],
  ['a text of another name of ID3v2.2', 2, text(2, 'TSS', 'x')],
  ['a comment', 4, frame(4, 'COMM', '\0eng\0x')],
  ['a comment in UTF-8', 4, frame(4, 'COMM', '\x03eng\0x')],
  ['a comment in UTF-16', 3, frame(3, 'COMM', '\x01eng\xff\xfe\0\0\xff\xfex\0')],
  ['a comment of ID3v2.2', 2, frame(2, 'COM', '\0eng\0x')],
  ['a count', 4, frame(4, 'PCNT', '\0\0\0\x07')],
  ['a rating', 4, frame(4, 'POPM', 'me\0\xff\0\0\0\x07')],
  ['a rating without a count', 4, frame(4, 'POPM', 'me\0\xff')],
];
for (const [name, version, ignored] of IGNORED) {
  t.test(`passed over: ${name}`, async (t) => {
    const title = text(version, version === 2 ? 'TT2' : 'TIT2', 'Title');
    t.match(await tagOf(version, ignored, title), { title: 'Title' });
  });
}

const utf16be = Buffer.concat([ascii('\x01\xfe\xff'), Buffer.from('T', 'utf16le').swap16()]);
const HANDED_OVER: readonly [name: string, tag: Buffer][] = [
  ['ID3v2.1', tag(1, [TITLE])],
  ['ID3v2.5', tag(5, [TITLE])],
  ['a size that is none', Buffer.concat([ascii('ID3\x04\0\0\0\0\0\x80'), TITLE])],
  ['a tag that goes on behind the file', tag(4, [TITLE], 0, SOUND.length + 1)],
  ['an extended header', tag(4, [TITLE], 0x40)],
  ['a tag of ID3v2.3 that is unsynchronised', tag(3, [text(3, 'TIT2', 'Title')], 0x80)],
  ['padding with something in it', tag(4, [TITLE, zeros(50), ascii('x'), zeros(50)])],
  ['a frame without a name', tag(4, [frame(4, 'T T2', '\0x')])],
  ['a frame with a small letter', tag(4, [frame(4, 'TIt2', '\0x')])],
  ['a frame of ID3v2.2 with a small letter', tag(2, [frame(2, 'Tt2', '\0x')])],
  ['an empty frame', tag(4, [frame(4, 'TIT2', '')])],
  ['an empty frame of ID3v2.2', tag(2, [frame(2, 'TT2', '')])],
  ['a frame that goes on behind the tag', tag(4, [frame(4, 'TIT2', '\0x', 0, 3)])],
  ['a frame that is compressed', tag(4, [frame(4, 'TIT2', '\0x', 8)])],
  ['a frame of ID3v2.3 with flags', tag(3, [frame(3, 'TIT2', '\0x', 1)])],
  ['a frame of nothing but its length', tag(4, [frame(4, 'TIT2', synchSafe(0), 1)])],
  ['a length before a frame that is none', tag(4, [frame(4, 'TIT2', '\xff\xff\xff\xff\0x', 1)])],
  ['a frame that nobody knows', tag(4, [frame(4, 'ABCD', '\0x')])],
  ['a text that is very long', tag(4, [frame(4, 'TIT2', `\0${'x'.repeat(16_384)}`)])],
  ['an empty text', tag(4, [text(4, 'TIT2', '')])],
  ['a text of zeros', tag(4, [text(4, 'TIT2', '\0\0')])],
  ['a text of spaces', tag(4, [text(4, 'TALB', ' ')])],
  ['a text that stands twice', tag(4, [TITLE, TITLE])],
  ['two titles', tag(4, [text(4, 'TIT2', 'x\0y')])],
  ['two albums', tag(4, [text(4, 'TALB', 'x\0y')])],
  ['two values in ID3v2.3', tag(3, [text(3, 'TALB', 'x\0y')])],
  ['an empty artist among others', tag(4, [text(4, 'TPE1', 'x\0\0y')])],
  ['a text of another encoding', tag(4, [frame(4, 'TIT2', '\x04x')])],
  ['a text in UTF-16 with its bytes the other way round', tag(3, [frame(3, 'TIT2', utf16be)])],
  ['a text in UTF-16 without a mark', tag(3, [frame(3, 'TIT2', '\x01x\0')])],
  ['half a character of UTF-16', tag(3, [frame(3, 'TIT2', '\x01\xff\xfex\0y')])],
  ['a text that is no UTF-8', tag(4, [frame(4, 'TIT2', '\x03\xff')])],
  ['a mark in a text that needs none', tag(3, [frame(3, 'TIT2', '\0\xff\xfex')])],
  ['a release date', tag(4, [text(4, 'TDRV', 'x')])],
  ['people and what they did', tag(4, [text(4, 'TIPL', 'x')])],
  ['a year and a date', tag(4, [text(4, 'TYER', '1999'), text(4, 'TDRC', '1998')])],
  ['a genre whose name another reader has', tag(4, [text(4, 'TCON', '133')])],
  ['an own text without an end', tag(4, [frame(4, 'TXXX', '\0WORK')])],
  ['an own text that others use', tag(4, [own('style', 'x')])],
  ['an own text that stands twice', tag(4, [own('WORK', 'x'), own('work', 'y')])],
  ['an empty own text', tag(4, [own('WORK', '')])],
  ['a gain that is none', tag(4, [own('REPLAYGAIN_TRACK_GAIN', 'loud')])],
  ['two gains', tag(4, [own('REPLAYGAIN_TRACK_GAIN', '1 dB\x002 dB')])],
  ['artists without an artist', tag(4, [own('ARTISTS', 'A\0B')])],
  ['an own text in UTF-16 with its bytes the other way round', tag(3, [frame(3, 'TXXX', '\x01\xfe\xff\0W\0\0\0x')])],
  ['a picture without bytes', tag(4, [frame(4, 'APIC', '\0image/png\0\x03\0')])],
  ['a picture elsewhere', tag(4, [frame(4, 'APIC', '\0-->\0\x03\0http://x')])],
  ['a picture of ID3v2.2 of another kind', tag(2, [frame(2, 'PIC', '\0GIF\x03\0xy')])],
  ['a comment that is too short', tag(4, [frame(4, 'COMM', '\0eng')])],
  ['a comment of another encoding', tag(4, [frame(4, 'COMM', '\x02eng\0x')])],
  ['a comment with its bytes the other way round', tag(3, [frame(3, 'COMM', '\x01eng\xfe\xff\0\0\xfe\xff\0x')])],
  ['a large count', tag(4, [frame(4, 'PCNT', '\0\0\0\0\x07')])],
  ['a rating with a large count', tag(4, [frame(4, 'POPM', 'me\0\xff\0\0\0\0\x07')])],
  ['a rating without an end', tag(4, [frame(4, 'POPM', 'me')])],
  ['a rating that ends behind its text', tag(4, [frame(4, 'POPM', 'me\0')])],
];
for (const [name, bytes] of HANDED_OVER) {
  t.test(`handed over: ${name}`, async (t) => {
    t.equal(await read(bytes), undefined);
  });
}
