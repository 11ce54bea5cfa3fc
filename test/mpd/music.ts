/** Music for MPD and Tonearm alike: silence in FLAC files, each with Vorbis comments of its own. */
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { mp3, put } from '../library/scan/rig.js';

/** A minute: longer than any test plays. */
const SECONDS = 60;
const COMMENT = 4;

/** A block of Vorbis comments (RFC 9639 section 8.6). */
function comments(texts: readonly string[]): Buffer {
  const sized = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(texts.length);
  return Buffer.concat([sized('test'), count, ...texts.map(sized)]);
}

/** A FLAC file with these comments in the place of its own. */
function withComments(file: Buffer, texts: readonly string[]): Buffer {
  const blocks: { readonly type: number; readonly content: Buffer }[] = [];
  let at = 4;
  for (let isLast = false; !isLast;) {
    const head = file.readUInt32BE(at);
    isLast = head >>> 31 === 1;
    const length = head & 0xff_ffff;
    blocks.push({ type: (head >>> 24) & 0x7f, content: file.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  const kept = blocks.filter(({ type }) => type !== COMMENT && type !== 1);
  const all = [...kept, { type: COMMENT, content: comments(texts) }];
  const written = all.flatMap(({ type, content }, index) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(((((index === all.length - 1 ? 0x80 : 0) | type) << 24) | content.length) >>> 0);
    return [head, content];
  });
  return Buffer.concat([file.subarray(0, 4), ...written, file.subarray(at)]);
}

type Album = readonly [folder: string, shared: readonly string[], tracks: readonly (readonly string[])[]];

const ALBUMS: readonly Album[] = [
  [
    'Can/Future Days',
    ['ARTIST=Can', 'ALBUM=Future Days', 'DATE=1973', 'GENRE=Krautrock', 'COMPOSER=Holger Czukay'],
    [
      ['TITLE=Future Days', 'TRACKNUMBER=1'],
      ['TITLE=Spray', 'TRACKNUMBER=2'],
      ['TITLE=Moonshake', 'TRACKNUMBER=3', 'GENRE=Rock'],
    ],
  ],
  [
    'Can/Tago Mago',
    ['ARTIST=Can', 'ALBUM=Tago Mago', 'DATE=1971-02', 'GENRE=Krautrock'],
    [
      ['TITLE=Paperhouse', 'TRACKNUMBER=1', 'DISCNUMBER=1'],
      ['TITLE=Aumgn', 'TRACKNUMBER=1', 'DISCNUMBER=2'],
    ],
  ],
  [
    'Neu!/Neu! 75',
    ['ARTIST=Neu!', 'ALBUM=Neu! 75', 'DATE=1975', 'LABEL=Brain'],
    [
      ['TITLE=Isi', 'TRACKNUMBER=1'],
      ['TITLE=Seeland', 'TRACKNUMBER=2'],
    ],
  ],
  [
    'Various/Duets',
    ['ALBUM=Duets', 'ALBUMARTIST=Various Artists', 'DATE=1999'],
    [
      ['TITLE=Together', 'TRACKNUMBER=1', 'ARTIST=One', 'ARTIST=Guest'],
      [`TITLE=it's "quoted"`, 'TRACKNUMBER=2', 'ARTIST=Two'],
    ],
  ],
  ['Öäü/Straße', ['ARTIST=Öäü', 'ALBUM=Straße'], [['TITLE=Größe Straße', 'TRACKNUMBER=1']]],
];

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'Can/Future Days': ['01 Future Days', '02 Spray', '03 Moonshake'],
  'Can/Tago Mago': ['1-01 Paperhouse', '2-01 Aumgn'],
  'Neu!/Neu! 75': ['01 Isi', '02 Seeland'],
  'Various/Duets': ['01 Together', '02 Quoted'],
  'Öäü/Straße': ['01 Größe'],
};

/** Times of change: whole seconds, another one for each file. */
const FIRST = Date.UTC(2020, 0, 1) / 1000;

/** Files with ID3 tags, by their names. */
const TAGGED: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  'Tagged/Set/03 Third.mp3': {
    ...{ TIT2: 'Third', TPE1: 'Band', TPE2: 'Band and Friends', TALB: 'Set', TRCK: '3/12', TPOS: '1/2' },
    ...{ TDRC: '2001-05-06', TCON: 'Jazz', TCOM: 'Somebody' },
  },
  'Tagged/Set/01 First.mp3': { TIT2: 'First', TPE1: 'Band', TALB: 'Set', TRCK: '01', TPOS: '2/2', TDRC: '2001' },
};

/** Tracks that `putMusic` makes. */
export const TRACK_COUNT = ALBUMS.reduce((sum, [, , tracks]) => sum + tracks.length, Object.keys(TAGGED).length);

export async function putMusic(folder: string): Promise<void> {
  const silence = join(folder, '..', 'silence.flac');
  await ffmpegWrites(silence, '-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=stereo', '-t', String(SECONDS), '-bitexact');
  const base = await readFile(silence);
  let at = FIRST;
  for (const [album, shared, tracks] of ALBUMS) {
    for (const [index, own] of tracks.entries()) {
      const path = join(folder, album, `${NAMES[album]?.[index] ?? ''}.flac`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, withComments(base, [...shared, ...own]));
      at += 60;
      await utimes(path, at, at);
    }
  }
  for (const [name, texts] of Object.entries(TAGGED)) {
    await put(join(folder, name), mp3(texts));
    at += 60;
    await utimes(join(folder, name), at, at);
  }
}
