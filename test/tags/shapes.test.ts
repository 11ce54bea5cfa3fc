/** Shapes of tags that are not the most usual, each read by the native reader, and as music-metadata reads it. */
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { apeV2, id3v1, id3v2 } from '../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { makeMp3 } from '../library/fixtures.js';
import { compare, native, nativeTagOf, readNative, readTag } from './compare.js';

const folder = await temporaryDirectory(t);
await makeMp3(join(folder, 'sound.mp3'), 0.5);
const sound = await readFile(join(folder, 'sound.mp3'));
const cover = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0x00, 0xff, 0xe0]), Buffer.alloc(300, 0xff)]);
const old = { title: 'Old Title', artist: 'Old Artist', album: 'Old Album', year: 1971, track: 9, genre: 8 };
const texts = { TIT2: 'Title', TPE1: 'Artist', TALB: 'Album', TRCK: '3/9', TPOS: '1/2', TCON: 'Jazz' };

/** Writes a file, looks that both readers agree and that nothing was handed over. @returns its tag */
async function read(t: Test, ...parts: readonly Buffer[]) {
  const path = join(folder, 'shape.mp3');
  await writeFile(path, Buffer.concat(parts));
  const result = await compare(path);
  t.equal(typeof result === 'object' ? result.difference : result, 'same');
  const tag = readNative(path);
  if (tag === undefined) throw new Error('handed over');
  return tag;
}

t.test('ID3v2.2 with a cover', async (t) => {
  const short = { ...texts, TYER: '1999', TCMP: '1', TPE2: 'Various Artists', TCOM: 'A/B' };
  const tag = await read(t, id3v2({ version: 2, encoding: 'utf16', texts: short, cover }), sound);
  t.match(tag, {
    title: 'Title',
    artist: 'Artist',
    albumArtist: 'Various Artists',
    composer: 'A/B',
    trackNumber: 3,
    discNumber: 1,
    year: 1999,
    compilation: true,
    picture: 'image/jpeg',
    length: 500,
  });
});

t.test('ID3v2.4 with unsynchronised frames, the cover among them', async (t) => {
  const values = { ...texts, TIT2: 'Ünï ÿ þ', TPE1: ['One', 'Two'], TDRC: '1999-05-01' };
  const tag = await read(
    t,
    id3v2({ version: 4, encoding: 'utf16', texts: values, own: { WORK: 'Ÿ' }, cover, unsynchronise: true }),
    sound,
  );
  t.match(tag, {
    title: 'Ünï ÿ þ',
    artists: ['One', 'Two'],
    yearString: '1999-05-01',
    work: 'Ÿ',
    picture: 'image/jpeg',
  });
});

t.test('several artists and genres in each version', async (t) => {
  const several = { ...texts, TPE1: ['One', 'Two', 'One'], TCON: ['Jazz', 'Rock'] };
  const newest = await read(t, id3v2({ version: 4, encoding: 'utf8', texts: several }), sound);
  t.strictSame([newest.artist, newest.artists, newest.genres], ['One, Two, One', ['One', 'Two'], ['Jazz', 'Rock']]);
  const middle = await read(
    t,
    id3v2({ version: 3, encoding: 'latin1', texts: { ...several, TCON: '(8)(17)' } }),
    sound,
  );
  t.strictSame([middle.artist, middle.artists, middle.genres], ['One/Two/One', ['One/Two/One'], ['Jazz', 'Rock']]);
});

t.test('genres by number, in parentheses, refined, and as plain figures', async (t) => {
  for (const [text, genres] of [
    ['17', ['Rock']],
    ['(17)', ['Rock']],
    ['(4)Eurodisco', ['Disco', 'Eurodisco']],
    ['(RX)(CR)', ['Remix', 'Cover']],
    ['((Mine)', ['(Mine)']],
    ['(255)', []],
    ['80s', ['80s']],
  ] as const) {
    const tag = await read(t, id3v2({ version: 3, encoding: 'latin1', texts: { TCON: text } }), sound);
    t.strictSame(tag.genres, genres, text);
  }
});

t.test('whatever stands in the genre, both readers take the same from it', async (t) => {
  const pieces = fc.constantFrom('(', ')', '17', '4', 'RX', 'CR', ' ', 'Jazz', '/', '255', '9', 'é');
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(2, 3, 4),
      async (words, version) => {
        const path = join(folder, 'genre.mp3');
        const tag = id3v2({ version, encoding: 'latin1', texts: { TCON: words.join('') } });
        await writeFile(path, Buffer.concat([tag, sound, id3v1(old)]));
        const result = await compare(path);
        if (typeof result === 'object') throw new Error(result.difference);
      },
    ),
    { numRuns: 100 },
  );
  t.pass();
});

t.test('every genre number of ID3v1', async (t) => {
  const path = join(folder, 'old.mp3');
  let own = 0;
  for (let genre = 0; genre < 256; genre++) {
    await writeFile(path, Buffer.concat([sound, id3v1({ ...old, genre })]));
    const result = await compare(path);
    if (typeof result === 'object') t.fail(result.difference);
    if (result === 'same') own += 1;
  }
  t.equal(own, 255, 'all but one are read here');
});

t.test('ID3v1 alone', async (t) => {
  const tag = await read(t, sound, id3v1(old));
  t.match(tag, {
    title: 'Old Title',
    artist: 'Old Artist',
    album: 'Old Album',
    year: 1971,
    trackNumber: 9,
    genre: 'Jazz',
  });
});

t.test('an APE tag wins over ID3v2, and ID3v1 fills what is left', async (t) => {
  const ape = apeV2({
    Title: 'Ape Title',
    Artist: 'Ape Artist',
    'Album Artist': 'Ape Album Artist',
    Year: '2003',
    Track: '7/12',
    Disc: '2',
    Genre: 'Ambient\0Drone',
    Composer: 'Ape Composer',
    Compilation: '1',
    REPLAYGAIN_TRACK_GAIN: '-3.00 dB',
    REPLAYGAIN_ALBUM_GAIN: '-4.00 dB',
    MP3GAIN_MINMAX: '100,200',
  });
  const head = id3v2({
    version: 3,
    encoding: 'utf16',
    texts: { ...texts, TYER: '1990' },
    own: { REPLAYGAIN_TRACK_GAIN: '1.00 dB' },
  });
  const both = await read(t, head, sound, ape);
  t.match(both, {
    title: 'Ape Title',
    artist: 'Ape Artist',
    artists: ['Artist'],
    albumArtist: 'Ape Album Artist',
    album: 'Album',
    year: 2003,
    yearString: '2003',
    trackNumber: 7,
    discNumber: 2,
    genres: ['Ambient', 'Drone'],
    composer: 'Ape Composer',
    compilation: true,
    replayGain: { trackGain: -3, albumGain: -4 },
    length: 500,
  });
  const all = await read(t, head, sound, ape, id3v1(old));
  t.match(all, { title: 'Ape Title', year: 2003, trackNumber: 9 });
  const dated = await read(
    t,
    id3v2({ version: 4, encoding: 'utf8', texts: { TIT2: 'Title', TDRC: '1990' } }),
    sound,
    ape,
    id3v1(old),
  );
  t.match(dated, { year: 1971, yearString: '2003', album: 'Old Album' }, 'as music-metadata has it');
});

t.test('an APE tag that lies or holds a picture is handed over, and still read', async (t) => {
  const path = join(folder, 'ape.mp3');
  const honest = apeV2({ Title: 'Ape Title' });
  for (const [name, change] of [
    ['size', (bytes: Buffer) => bytes.writeUInt32LE(5000, bytes.length - 20)],
    ['count', (bytes: Buffer) => bytes.writeUInt32LE(2, bytes.length - 16)],
    ['item', (bytes: Buffer) => bytes.writeUInt32LE(1, 0)],
    ['picture', (bytes: Buffer) => bytes.writeUInt32LE(2, 4)],
  ] as const) {
    const bytes = Buffer.from(honest);
    change(bytes);
    await writeFile(path, Buffer.concat([sound, bytes]));
    t.equal(readNative(path), undefined, name);
  }
  await writeFile(path, Buffer.concat([sound, apeV2({ Title: 'Title', Artist: 'One\0Two' })]));
  t.equal(readNative(path), undefined, 'several artists');
  t.match(await readTag(path), { artist: 'One, Two', artists: ['One', 'Two'] });
});

t.test('texts in wrong encodings become readable in each tag', async (t) => {
  const utf8 = Buffer.from('Björk', 'utf8').toString('latin1');
  const repaired = async (...parts: readonly Buffer[]) => {
    const path = join(folder, 'repaired.mp3');
    t.equal(await nativeTagOf(path, Buffer.concat(parts)), undefined);
    return readTag(path);
  };
  const tag = await repaired(id3v2({ version: 3, encoding: 'latin1', texts: { ...texts, TPE1: utf8 } }), sound);
  t.equal(tag.artist, 'Björk', 'UTF-8 labelled as ISO-8859-1');
  const japanese = Buffer.from([0x96, 0xe9, 0x82, 0xcc, 0x89, 0xcc]).toString('latin1');
  const chinese = Buffer.from([0xb5, 0xcb, 0xc0, 0xf6, 0xbe, 0xfd]).toString('latin1');
  t.match(await repaired(sound, id3v1({ ...old, title: japanese })), { title: '夜の歌' }, 'Shift-JIS in ID3v1');
  const oldest = await repaired(sound, id3v1({ ...old, artist: chinese }));
  t.match(oldest, { artist: '邓丽君', artists: ['邓丽君'] }, 'GBK in ID3v1');
});

t.test('an encoding that was named is for music-metadata, where a text does not say its own', async (t) => {
  const named = (encoding: 'latin1' | 'utf8', artist: string) => {
    const path = join(folder, 'named.mp3');
    const tag = id3v2({ version: 4, encoding, texts: { ...texts, TPE1: artist } });
    writeFileSync(path, Buffer.concat([tag, sound]));
    const { length: size } = Buffer.concat([tag, sound]);
    return { read: native.read(path, size, 'windows-1251'), full: () => readTag(path, { encoding: 'windows-1251' }) };
  };
  t.match(named('utf8', 'Björk').read, { artist: 'Björk' }, 'UTF-8 says it');
  t.match(named('latin1', 'Plain').read, { artist: 'Plain' }, 'ASCII is the same in all');
  const unsaid = named('latin1', '\xdf');
  t.equal(unsaid.read, undefined);
  t.match(await unsaid.full(), { artist: 'Я' });
});
