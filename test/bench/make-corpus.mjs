/**
 * Makes a music library to scan, the same on every machine that has the same encoders:
 *
 *   node test/bench/make-corpus.mjs FOLDER [--count=10000] [--mix=1000]
 *
 * FOLDER/mp3 has `count` MP3 files, FOLDER/mix has `mix` files of other formats, FOLDER/manifest.json gives for each
 * file the tags that a reader has to find. A few short clips are encoded once by `lame` and `ffmpeg`; the tags around
 * them are written by `corpus-tags.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apeV2, id3v1, id3v2 } from './corpus-tags.mjs';

const SECONDS = 1.5;
const TRACKS = 10;
const CLIPS = [
  { name: 'vbr', options: ['-V', '5'] },
  { name: 'info', options: ['-b', '64'] },
  { name: 'plain', options: ['-b', '64', '-t'] },
  { name: 'mono', options: ['-m', 'm', '-b', '48'] },
  { name: 'low', options: ['--resample', '22.05', '-V', '6'] },
];
const WORDS = ['Night', 'Björk', '夜の歌', 'River', 'Émigré', 'Солнце', 'The Beat', '東京', 'Ωmega', 'Señor'];
const LATIN = ['Night', 'Bjork', 'Hour', 'River', 'Émigré', 'Sun', 'The Beat', 'Tokyo', 'Omega', 'Señor'];
const GENRES = ['Jazz', 'Ambient', 'Post-Rock', 'Electronic', 'Classical'];
const MIX = [
  { extension: 'flac', codec: ['-c:a', 'flac'] },
  { extension: 'ogg', codec: ['-c:a', 'libvorbis'] },
  { extension: 'opus', codec: ['-c:a', 'libopus'] },
  { extension: 'm4a', codec: ['-c:a', 'aac'] },
  { extension: 'alac.m4a', codec: ['-c:a', 'alac'] },
  { extension: 'wav', codec: ['-c:a', 'pcm_s16le'] },
  { extension: 'aiff', codec: ['-c:a', 'pcm_s16be', '-write_id3v2', '1'] },
  { extension: 'wv', codec: ['-c:a', 'wavpack'] },
];

function makeClips(folder) {
  return CLIPS.map(({ name, options }, index) => {
    const wav = join(folder, 'clip.wav');
    const source = `sine=frequency=${220 + 110 * index}:duration=${SECONDS}:sample_rate=44100`;
    const input = ['-v', 'error', '-y', '-f', 'lavfi', '-i', source];
    execFileSync('ffmpeg', [...input, '-af', 'volume=0.5,tremolo=f=6', '-ac', '2', '-bitexact', wav]);
    const mp3 = join(folder, `${name}.mp3`);
    execFileSync('lame', ['--quiet', ...options, wav, mp3]);
    const bytes = readFileSync(mp3);
    return { name, bytes, milliseconds: lengthOf(bytes) };
  });
}

/**
 * Length in whole milliseconds, counted by frames; encoder delay and padding are subtracted where the LAME tag states
 * them.
 */
function lengthOf(bytes) {
  const full = ((bytes[1] >> 3) & 1) === 1;
  const rate = [44_100, 48_000, 32_000][(bytes[2] >> 2) & 3] / (full ? 1 : 2);
  const kilobits = full
    ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
  const samples = full ? 1152 : 576;
  let frames = 0;
  for (let at = 0; at + 4 < bytes.length && bytes[at] === 0xff; frames++) {
    at += Math.floor(((samples / 8) * kilobits[bytes[at + 2] >> 4] * 1000) / rate) + ((bytes[at + 2] >> 1) & 1);
  }
  const lame = bytes.indexOf('LAME', 0, 'latin1');
  const hasHeader = bytes.subarray(0, 200).includes('Xing') || bytes.subarray(0, 200).includes('Info');
  const bits = hasHeader ? bytes.readUIntBE(lame + 21, 3) : 0;
  const trim = (bits >> 12) + (bits & 0xfff);
  return Math.floor((((frames - (hasHeader ? 1 : 0)) * samples - trim) * 1000) / rate);
}

/** Tags of the file with this number: every tenth number begins a new album. */
function describe(index) {
  const album = Math.floor(index / TRACKS);
  const words = index % 7 === 0 ? LATIN : WORDS;
  const word = (step) => words[(index * step + album) % words.length];
  return {
    title: `${word(3)} ${word(7)} ${index}`,
    artist: album % 9 === 0 ? `${word(1)} Singers` : `${words[album % words.length]} Ensemble`,
    album: `${words[(album * 3) % words.length]} Sessions ${album}`,
    albumArtist: album % 9 === 0 ? 'Various Artists' : `${words[album % words.length]} Ensemble`,
    track: (index % TRACKS) + 1,
    disc: album % 5 === 0 ? 2 : 1,
    year: 1960 + (album % 60),
    genres: album % 4 === 0 ? [GENRES[album % 5], GENRES[(album + 2) % 5]] : [GENRES[album % 5]],
    compilation: album % 9 === 0,
    work: index % 6 === 2 ? `${word(5)} No. ${album}` : '',
  };
}

/** Whether the work is in a TXXX frame, as some taggers write it; others write TIT1 (content group). */
const hasOwnWork = ({ work, track }) => work !== '' && track % 4 === 3;

function textsOf(record, version) {
  const { title, artist, album, albumArtist, track, disc, year, genres, compilation, work } = record;
  return {
    TIT2: title,
    TPE1: artist,
    TALB: album,
    TPE2: albumArtist,
    TRCK: `${track}/${TRACKS}`,
    TPOS: `${disc}/2`,
    [version === 4 ? 'TDRC' : 'TYER']: version === 4 ? `${year}-05-21` : String(year),
    TCON: version === 4 ? genres : genres[0],
    ...(compilation ? { TCMP: '1' } : {}),
    ...(work !== '' && !hasOwnWork(record) ? { TIT1: work } : {}),
    TSSE: 'Lavf',
  };
}

/** @returns bytes of the file, and the tags that the manifest lists for it */
function makeMp3(index, clips, cover) {
  const record = describe(index);
  const clip = clips[index % clips.length];
  const version = index % 20 === 19 ? 2 : index % 2 === 0 ? 3 : 4;
  const latin = index % 7 === 0;
  const encoding = latin ? 'latin1' : version === 4 ? 'utf8' : 'utf16';
  const tag = id3v2({
    version,
    encoding,
    texts: textsOf(record, version),
    own: {
      ...(index % 3 === 0 ? { REPLAYGAIN_TRACK_GAIN: '-6.50 dB', REPLAYGAIN_TRACK_PEAK: '0.988' } : {}),
      ...(hasOwnWork(record) ? { WORK: record.work } : {}),
    },
    cover: index % 4 === 0 ? cover : undefined,
    padding: index % 5 === 0 ? 0 : 1024,
    unsynchronise: index % 50 === 13,
  });
  const ape = index % 40 === 6 ? apeV2({ Title: record.title, Comment: 'twice tagged' }) : Buffer.alloc(0);
  const old = latin ? id3v1(record) : Buffer.alloc(0);
  const genres = version === 4 ? record.genres : record.genres.slice(0, 1);
  const expected = { ...record, genres };
  return {
    bytes: Buffer.concat([tag, clip.bytes, ape, old]),
    expected: { ...expected, milliseconds: clip.milliseconds },
  };
}

function makeMix(count, folder, write) {
  const bases = MIX.map(({ extension, codec }) => ({ extension, codec }));
  for (let index = 0; index < count; index++) {
    const record = describe(index);
    const { extension, codec } = bases[index % bases.length];
    const name = `${String(index).padStart(5, '0')}.${extension}`;
    const seconds = '1';
    const tags = { title: record.title, artist: record.artist, album: record.album, album_artist: record.albumArtist };
    const numbers = { track: record.track, disc: record.disc, date: record.year, genre: record.genres[0] };
    const metadata = Object.entries({ ...tags, ...numbers }).flatMap(([key, value]) => [
      '-metadata',
      `${key}=${value}`,
    ]);
    const path = join(folder, name);
    const source = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}:sample_rate=48000`];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...metadata, '-fflags', '+bitexact', ...codec, path]);
    write(join('mix', name), { ...record, genres: record.genres.slice(0, 1), milliseconds: 1000 });
  }
}

/** @returns the manifest: path below `folder` → what a reader has to find */
export function makeCorpus(folder, { count = 10_000, mix = 1000 } = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'corpus-'));
  const manifest = {};
  try {
    const clips = makeClips(scratch);
    const cover = join(scratch, 'cover.jpg');
    const picture = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=red:s=32x32', '-frames:v', '1', cover];
    execFileSync('ffmpeg', picture);
    const image = readFileSync(cover);
    for (let index = 0; index < count; index++) {
      const album = join('mp3', `album-${String(Math.floor(index / TRACKS)).padStart(4, '0')}`);
      if (index % TRACKS === 0) mkdirSync(join(folder, album), { recursive: true });
      const { bytes, expected } = makeMp3(index, clips, image);
      const path = join(album, `${String((index % TRACKS) + 1).padStart(2, '0')}.mp3`);
      writeFileSync(join(folder, path), bytes);
      manifest[path] = expected;
    }
    mkdirSync(join(folder, 'mix'), { recursive: true });
    makeMix(mix, join(folder, 'mix'), (path, expected) => (manifest[path] = expected));
  } finally {
    rmSync(scratch, { recursive: true });
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 1));
  return manifest;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, ...options] = process.argv.slice(2);
  if (folder === undefined) throw new Error('the folder is missing');
  const number = (name, otherwise) => {
    const given = options.find((option) => option.startsWith(`--${name}=`));
    return given === undefined ? otherwise : Number(given.split('=')[1]);
  };
  makeCorpus(folder, { count: number('count', 10_000), mix: number('mix', 1000) });
}
