/** Files of every kind as common tools write them: read by the native reader, and as music-metadata reads them. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { flacFile, opusFile, vorbisFile } from '../decode/formats/ogg/xiph-fixtures.js';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { temporaryDirectory } from '../http/rig.js';
import { compare, readNative, readTag } from './compare.js';

const run = promisify(execFile);
const SOUND = { frames: 44_100 };

/** Looks that both readers agree and that nothing was handed over. @returns the tag */
async function read(t: Test, path: string) {
  const result = await compare(path);
  t.equal(typeof result === 'object' ? result.difference : result, 'same');
  const tag = readNative(path);
  if (tag === undefined) throw new Error('handed over');
  return tag;
}

/** A second of sound by ffmpeg. */
async function encode(t: Test, name: string, ...options: readonly string[]): Promise<string> {
  const path = join(await temporaryDirectory(t), name);
  await ffmpegWrites(path, '-f', 'lavfi', '-i', 'sine=duration=1:sample_rate=44100', ...options);
  return path;
}

const metadata = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);

const TEXTS = { title: 'Jóga', artist: 'Björk', album: 'Homogenic', track: '2/10', disc: '1/2', date: '1997-09-22' };
const EXPECTED = { title: 'Jóga', artist: 'Björk', album: 'Homogenic', trackNumber: 2, discNumber: 1, year: 1997 };
const COMMENTS = {
  ARTIST: ['One', 'Two'],
  GENRE: ['Jazz', 'Rock'],
  ALBUMARTIST: ['Various Artists'],
  DISCNUMBER: ['2'],
  COMPILATION: ['1'],
  WORK: ['Quartet'],
};
const pairs = Object.entries(COMMENTS).flatMap(([key, values]) => values.map((value) => `${key}=${value}`));
const COMMENTED = {
  artist: 'One, Two',
  artists: ['One', 'Two'],
  genres: ['Jazz', 'Rock'],
  albumArtist: 'Various Artists',
  discNumber: 2,
  compilation: true,
  work: 'Quartet',
};

t.test('Vorbis comments hold several artists and genres, in FLAC, Vorbis and Opus', async (t) => {
  t.match(await read(t, await flacFile(t, SOUND, ...pairs.map((pair) => `--tag=${pair}`))), {
    ...COMMENTED,
    length: 1000,
  });
  const vorbis = await read(t, await vorbisFile(t, SOUND, ...pairs.flatMap((pair) => ['-c', pair])));
  t.match(vorbis, { ...COMMENTED, length: 1000, sampleRate: 44_100 });
  const opus = await opusFile(
    t,
    SOUND,
    ...pairs.flatMap((pair) => ['--comment', pair]),
    '--comment',
    'R128_TRACK_GAIN=256',
  );
  t.match(await read(t, opus), { ...COMMENTED, length: 1000, sampleRate: 44_100, replayGain: { trackGain: 6 } });
});

t.test('ffmpeg writes the same into every container', async (t) => {
  const texts = metadata({ ...TEXTS, genre: 'Art Pop', album_artist: 'Various Artists', composer: 'Sjón' });
  for (const [name, options, more] of [
    ['aac.m4a', ['-c:a', 'aac'], { albumArtist: 'Various Artists', composer: 'Sjón' }],
    ['alac.m4a', ['-c:a', 'alac'], { albumArtist: 'Various Artists', composer: 'Sjón' }],
    ['fast.m4a', ['-c:a', 'aac', '-movflags', '+faststart'], { albumArtist: 'Various Artists' }],
    ['x.aiff', ['-write_id3v2', '1'], { albumArtist: 'Various Artists', composer: 'Sjón' }],
    ['x.wv', ['-c:a', 'wavpack'], { albumArtist: 'Various Artists', composer: 'Sjón' }],
    ['x.ogg', ['-c:a', 'libvorbis'], { albumArtist: 'Various Artists', composer: 'Sjón' }],
    ['x.opus', ['-c:a', 'libopus'], { albumArtist: 'Various Artists', composer: 'Sjón' }],
    ['x.flac', ['-c:a', 'flac'], { albumArtist: 'Various Artists', composer: 'Sjón' }],
    ['x.mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '3'], { albumArtist: 'Various Artists', composer: 'Sjón' }],
  ] as const) {
    const tag = await read(t, await encode(t, name, ...texts, ...options));
    t.match(tag, { ...EXPECTED, genres: ['Art Pop'], ...more, length: 1000 }, name);
  }
});

t.test('RIFF INFO, whose texts ffmpeg writes as UTF-8, becomes readable', async (t) => {
  const tag = await read(t, await encode(t, 'x.wav', ...metadata({ ...TEXTS, genre: 'Art Pop' })));
  t.match(tag, { title: 'Jóga', artist: 'Björk', album: 'Homogenic', trackNumber: 2, year: 1997, genres: ['Art Pop'] });
  t.match(tag, { length: 1000, sampleRate: 44_100, bitrate: 706 });
});

t.test('an MP4 file with a cover and items of its own', async (t) => {
  const folder = await temporaryDirectory(t);
  const cover = join(folder, 'cover.jpg');
  await ffmpegWrites(cover, '-f', 'lavfi', '-i', 'color=red:s=16x16', '-frames:v', '1');
  const path = join(folder, 'x.m4a');
  const source = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1:sample_rate=44100', '-i', cover];
  const maps = ['-map', '0', '-map', '1', '-c:a', 'aac', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await run('ffmpeg', [...source, ...maps, ...metadata({ ...TEXTS, compilation: '1' }), path]);
  t.match(await read(t, path), { ...EXPECTED, picture: 'image/jpeg', compilation: true, length: 1000 });
});

t.test('what is not usual is handed over, and still read', async (t) => {
  const video = await encode(t, 'x.mp4', '-f', 'lavfi', '-i', 'color=red:s=16x16:d=1', ...metadata(TEXTS));
  t.equal(readNative(video), undefined, 'a film');
  t.match(await readTag(video), { title: 'Jóga', artist: 'Björk' });
  const path = await encode(t, 'y.ogg', '-c:a', 'libvorbis', ...metadata(TEXTS));
  const bytes = await readFile(path);
  await writeFile(path, Buffer.concat([bytes, bytes]));
  t.equal(readNative(path), undefined, 'a chain of streams');
  t.match(await readTag(path), { title: 'Jóga' });
  await writeFile(path, bytes.subarray(0, bytes.length - 100));
  t.equal(readNative(path), undefined, 'without its end');
});
