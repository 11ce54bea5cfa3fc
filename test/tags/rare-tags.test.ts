/** Tags that few programs write as the specifications have them, or that music-metadata does not find. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { id3v2 } from '../bench/corpus-tags.mjs';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { temporaryDirectory } from '../http/rig.js';
import { compare, nativeTagOf, readNative, readTag } from './compare.js';
import { flacFile, mp4Maker, oggFile } from './containers.js';

const folder = await temporaryDirectory(t);
const TEXTS = { title: 'Jóga', artist: 'Björk', album: 'Homogenic', track: '2', date: '1997-09-22' };
const EXPECTED = { title: 'Jóga', artist: 'Björk', album: 'Homogenic', trackNumber: 2, year: 1997, length: 2000 };
const AUDIO = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0x00]), Buffer.alloc(380)])),
);

/** Two seconds of sound by ffmpeg. */
async function made(name: string, texts: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const path = join(folder, name);
  const metadata = Object.entries(texts).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);
  await ffmpegWrites(path, '-f', 'lavfi', '-i', 'sine=duration=2:sample_rate=48000', ...metadata, ...options);
  return path;
}

t.test('FLAC in Ogg has its tag and its length', async (t) => {
  for (const name of ['x.oga', 'x.ogg']) {
    const path = await made(name, TEXTS, '-c:a', 'flac');
    t.match(readNative(path), { ...EXPECTED, sampleRate: 48_000 }, name);
  }
});

t.test('RF64 has its tag and its length, by either name', async (t) => {
  const path = await made('x.wav', TEXTS, '-rf64', 'always');
  const expected = { ...EXPECTED, sampleRate: 48_000, bitrate: 768 };
  t.match(readNative(path), expected);
  t.match(await nativeTagOf(join(folder, 'x.rf64'), await readFile(path)), expected);
});

t.test('a CUE sheet in a tag is read by music-metadata', async (t) => {
  const path = join(folder, 'sheet.flac');
  const bytes = flacFile([
    ['TITLE', 'T'],
    ['CUESHEET', 'FILE "a" WAVE'],
  ]);
  t.equal(await nativeTagOf(path, bytes), undefined);
  t.match(await readTag(path), { title: 'T', cueSheet: 'FILE "a" WAVE', length: 1000 });
});

t.test('Matroska has an album, an album artist, a disc and a date', async (t) => {
  const more = { album_artist: 'Various Artists', disc: '2', composer: 'Sjón', genre: 'Art Pop' };
  const path = await made('x.mka', { ...TEXTS, ...more }, '-c:a', 'libvorbis');
  t.match(await readTag(path), {
    ...{ title: 'Jóga', artist: 'Björk', album: 'Homogenic', trackNumber: 2, year: 1997, yearString: '1997-09-22' },
    ...{ albumArtist: 'Various Artists', discNumber: 2, composer: 'Sjón', genres: ['Art Pop'] },
  });
});

t.test('names of ID3v2.2 in a tag of ID3v2.3, as iTunes left them, are understood', async (t) => {
  const path = join(folder, 'itunes.mp3');
  const texts = {
    'TT2\0': 'Title',
    'TP1\0': 'Artist',
    'TAL\0': 'Album',
    'TRK\0': '3/9',
    'TCP\0': '1',
    'TCO\0': '(17)',
  };
  const tag = id3v2({ version: 3, encoding: 'latin1', texts });
  const expected = { title: 'Title', artist: 'Artist', album: 'Album', trackNumber: 3, compilation: true };
  await writeFile(path, Buffer.concat([tag, AUDIO]));
  t.match(await readTag(path), { ...expected, genres: ['Rock'] });
  t.equal(readNative(path), undefined);
  // With a padding that is none another reader takes it.
  const odd = id3v2({ version: 3, encoding: 'latin1', texts: { ...texts, TDRV: 'x' } });
  await writeFile(path, Buffer.concat([odd, AUDIO]));
  t.equal(readNative(path), undefined);
  t.match(await readTag(path), expected);
});

t.test('how artists and albums are sorted is read from every kind of tag', async (t) => {
  const sorts = { artistSorts: ['Davis, Miles', 'Coltrane, John'], albumSort: 'Kind', albumArtistSort: 'Davis, Miles' };
  const single = { ...sorts, artistSorts: ['Davis, Miles'] };
  const frames = { TIT2: 'T', TPE1: ['A', 'B'], TSOP: [...sorts.artistSorts], TSOA: 'Kind', TSO2: 'Davis, Miles' };
  for (const [name, bytes, expected] of [
    ['4.mp3', Buffer.concat([id3v2({ version: 4, encoding: 'utf8', texts: frames }), AUDIO]), sorts],
    [
      '3.mp3',
      Buffer.concat([id3v2({ version: 3, encoding: 'utf16', texts: { ...frames, TSOP: 'Davis, Miles' } }), AUDIO]),
      single,
    ],
    ['x.flac', flacFile(COMMENTS), sorts],
    ['x.ogg', oggFile(COMMENTS, false), sorts],
  ] as const) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    t.match(await readTag(path), expected, name);
    t.equal(await compare(path), 'same', name);
  }
  const make = await mp4Maker(await made('source.m4a', {}, '-c:a', 'aac'));
  const path = join(folder, 'x.m4a');
  const values = { '\xa9nam': 'T', '\xa9ART': 'A', soar: 'Davis, Miles', soal: 'Kind', soaa: 'Davis, Miles' };
  await writeFile(path, make(Object.entries(values).map(([name, value]) => [name, 1, Buffer.from(value)])));
  t.match(await readTag(path), single, 'MP4');
  t.equal(await compare(path), 'same');
});

const COMMENTS = [
  ['TITLE', 'T'],
  ['ARTIST', 'A'],
  ['ARTIST', 'B'],
  ['ARTISTSORT', 'Davis, Miles'],
  ['ARTISTSORT', 'Coltrane, John'],
  ['ALBUMSORT', 'Kind'],
  ['ALBUMARTISTSORT', 'Davis, Miles'],
] as const;
