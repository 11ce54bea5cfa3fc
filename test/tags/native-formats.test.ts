/** Other formats than MP3, whatever their tags hold: the native reader beside music-metadata. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { apeV2, id3v1, id3v2 } from '../bench/corpus-tags.mjs';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { temporaryDirectory } from '../http/rig.js';
import { compare, native } from './compare.js';
import { flacFile, mp4Maker, oggFile, OWN_ITEM, wavFile, type Item, type Pairs } from './containers.js';

const folder = await temporaryDirectory(t);
const RUNS = { numRuns: Number(process.env['TONEARM_TEST_RUNS'] ?? 60) };
/** MPEG 1 layer III, 128 kbit/s, 48 kHz: 384 bytes a frame. */
const AUDIO = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0x00]), Buffer.alloc(380)])),
);
const HEAD = 65_536;

async function encode(name: string, ...options: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await ffmpegWrites(path, '-f', 'lavfi', '-i', ...options);
  return path;
}

const plain = fc.constantFrom('Jóga', 'Björk', 'Jazz', '夜の歌', '7', '2/10', '1997', '1');
const text = fc.oneof(
  { arbitrary: plain, weight: 8 },
  fc.constantFrom(
    '7',
    '07/12',
    '1999',
    '1999-05-21',
    'May 1999',
    '17',
    '(17)',
    'RX',
    '1',
    '0',
    '',
    '-6.50 dB',
    '0.988',
  ),
  fc.constantFrom('256', '-1280', '+32767', '-32768', '99999', '1. dB', '+1 dB', '60 dB', 'a/b', 'a\0b', '\0', 'a\0'),
  fc.constantFrom(' a', 'a ', '\u00a0a', 'a\u3000', 'é', 'Ã©', '\u00c3\u00a9', 'àé', '😀', '\u0085', 'a\tb', '\ufeffa'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('x', '夜').map((letter) => letter.repeat(1001)),
);
const pairsOf = (...names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 5 }) as fc.Arbitrary<Pairs>;

/** Looks at many files of one kind. */
async function agrees<Content>(t: Test, name: string, contents: fc.Arbitrary<Content>, make: (of: Content) => Buffer) {
  const path = join(folder, name);
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(contents, async (content) => {
      await writeFile(path, make(content));
      const result = await compare(path);
      if (typeof result === 'object') throw new Error(result.difference);
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
    }),
    RUNS,
  );
  t.ok((outcomes.get('same') ?? 0) > 0, `${name}: ${JSON.stringify([...outcomes])}`);
}

t.test('Vorbis comments in FLAC, Vorbis and Opus', async (t) => {
  const comments = pairsOf(
    ...[
      'TITLE',
      'Artist',
      'ARTIST',
      'ARTISTS',
      'ALBUM',
      'ALBUMARTIST',
      'ALBUM ARTIST',
      'album_artist',
      'DATE',
      'GENRE',
    ],
    ...['TRACKNUMBER', 'DISCNUMBER', 'COMPILATION', 'COMPOSER', 'LABEL', 'PUBLISHER', 'WORK', 'GROUPING', 'STYLE', 'x'],
    ...['REPLAYGAIN_TRACK_GAIN', 'REPLAYGAIN_ALBUM_PEAK', 'R128_TRACK_GAIN', 'R128_ALBUM_GAIN', 'CUESHEET', 'ENCODER'],
  );
  const titled = comments.map((pairs): Pairs => [['Title', 'A title'], ...pairs.filter(([key]) => key !== 'TITLE')]);
  const either = fc.oneof(comments, titled, titled, titled);
  await agrees(t, 'x.flac', either, flacFile);
  await agrees(t, 'x.ogg', fc.tuple(either, fc.integer({ min: 40, max: 2000 })), ([pairs, bytes]) =>
    oggFile(pairs, false, bytes),
  );
  await agrees(t, 'x.opus', fc.tuple(either, fc.integer({ min: 40, max: 2000 })), ([pairs, bytes]) =>
    oggFile(pairs, true, bytes),
  );
});

t.test('a value that ends with a space, in a list of several, is handed over', async (t) => {
  const path = join(folder, 'spaced.flac');
  for (const pairs of [
    [
      ['PUBLISHER', 'a '],
      ['LABEL', 'b'],
    ],
    [
      ['ARTIST', 'a'],
      ['ARTIST', 'a '],
    ],
  ] as const) {
    await writeFile(path, flacFile([['TITLE', 'A title'], ...pairs]));
    t.equal(await compare(path), 'handed over');
  }
});

t.test('texts of RIFF, which may be UTF-8 or not', async (t) => {
  const infos = pairsOf('INAM', 'TITL', 'IART', 'IPRD', 'ITRK', 'IGNR', 'GNRE', 'ICRD', 'ISFT', 'YEAR', 'ICMT');
  const bytes = fc
    .boolean()
    .chain((utf8) =>
      infos.map((pairs) =>
        pairs.map(([name, value]) => [name, utf8 ? Buffer.from(value, 'utf8').toString('latin1') : value] as const),
      ),
    );
  const titled = bytes.map((pairs): Pairs => [['INAM', 'A title'], ...pairs.filter(([name]) => name !== 'INAM')]);
  await agrees(t, 'x.wav', fc.oneof(bytes, titled, titled), wavFile);
});

t.test('items of MP4', async (t) => {
  const make = await mp4Maker(await encode('base.m4a', 'sine=duration=1', '-c:a', 'aac', '-metadata', 'title=x'));
  const names = ['nam', 'ART', 'alb', 'day', 'gen', 'wrt', 'grp', 'wrk', 'cpy', 'too', 'Gen'].map(
    (name) => `\xa9${name}`,
  );
  const own = ['LABEL', 'label', 'REPLAYGAIN_TRACK_GAIN', 'replaygain_track_peak', 'iTunNORM', 'BAND', 'ARTISTS', 'é'];
  const ownNames = [...own.map((name) => `${OWN_ITEM}${name}`), '----:com.apple.itunes:LABEL', '----:other:LABEL'];
  const written = fc.tuple(
    fc.constantFrom(...names, 'aART', 'cprt', ...ownNames, 'covr', 'sonm', 'SONM', 'AART'),
    fc.constantFrom(1, 1, 1, 1, 1, 0, 13, 14, 21),
    text.map((value) => Buffer.from(value, 'utf8')),
  );
  const counted = fc.tuple(
    fc.constantFrom('trkn', 'disk', 'gnre', 'cpil', 'tmpo', 'stik', 'Gnre', '\xa9day'),
    fc.constantFrom(0, 0, 21, 1),
    fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
  );
  const genre = fc.integer({ min: 0, max: 255 }).map((number): Item => ['gnre', 0, Buffer.from([0, number])]);
  const track = fc
    .integer({ min: 0, max: 255 })
    .map((number): Item => ['trkn', 0, Buffer.from([0, 0, 0, number, 0, 9])]);
  const items: fc.Arbitrary<readonly Item[]> = fc.array(fc.oneof(written, written, counted, genre, track), {
    maxLength: 4,
  });
  const titled = items.map((all): readonly Item[] => [['\xa9nam', 1, Buffer.from('A title')], ...all]);
  await agrees(t, 'x.m4a', fc.oneof(items, titled, titled), make);
});

t.test('an APE tag behind MP3, with ID3 tags or without', async (t) => {
  const ape = pairsOf(
    ...['Title', 'Artist', 'ARTISTS', 'Album', 'Album Artist', 'album_artist', 'ALBUMARTIST', 'Year', 'Date', 'Track'],
    ...['Disc', 'DISCNUMBER', 'Genre', 'Composer', 'Label', 'Work', 'Grouping', 'Compilation', 'Copyright', 'Lyrics'],
    ...['REPLAYGAIN_TRACK_GAIN', 'REPLAYGAIN_ALBUM_PEAK', 'MP3GAIN_UNDO', 'Comment', 'x', 'é'],
  );
  const tags = fc.record({
    ape,
    version: fc.constantFrom<2 | 3 | 4>(2, 3, 4),
    texts: pairsOf('TIT2', 'TPE1', 'TALB', 'TPE2', 'TYER', 'TDRC', 'TCON', 'TRCK', 'TCMP'),
    old: fc.boolean(),
    unsynchronise: fc.boolean(),
  });
  await agrees(t, 'x.mp3', tags, ({ ape, version, texts, old, unsynchronise }) => {
    const all = { TIT2: 'Title', ...Object.fromEntries(texts) };
    const head = id3v2({ version, encoding: version === 4 ? 'utf8' : 'utf16', texts: all, unsynchronise, padding: 20 });
    const end = id3v1({ title: 'Old', artist: 'Singer', album: 'Songs', track: 3, year: 1960, genre: 8 });
    return Buffer.concat([head, AUDIO, apeV2(Object.fromEntries(ape)), ...(old ? [end] : [])]);
  });
});

t.test('a file whose tags or last pages are far from its head', async (t) => {
  const noise = ['anoisesrc=duration=20:seed=1:amplitude=0.5', '-metadata', 'title=Jóga', '-metadata', 'artist=Björk'];
  for (const [name, ...options] of [
    ['large.ogg', '-c:a', 'libvorbis'],
    ['large.opus', '-c:a', 'libopus'],
    ['large.m4a', '-c:a', 'aac'],
    ['fast.m4a', '-c:a', 'aac', '-movflags', '+faststart'],
    ['large.wv', '-c:a', 'wavpack'],
    ['large.flac', '-c:a', 'flac'],
    ['large.wav', '-c:a', 'pcm_s24le'],
    ['large.aiff', '-c:a', 'pcm_s16be', '-write_id3v2', '1'],
    ['large.mp3', '-c:a', 'libmp3lame', '-id3v2_version', '4'],
  ] as const) {
    const path = await encode(name, ...noise, ...options);
    const { size } = await stat(path);
    t.ok(size > HEAD, name);
    t.equal(await compare(path), 'same', name);
    t.match(native.read(path, size), { title: 'Jóga', artist: 'Björk', length: 20_000 }, name);
  }
});
