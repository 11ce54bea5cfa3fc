/** Lyrics in every kind of tag, in real files. */
import { execFile } from 'node:child_process';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { readLyrics } from '../../src/tags/lyrics.js';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { temporaryDirectory } from '../http/rig.js';
import { flacFile, mp4Maker, oggFile, OWN_ITEM } from './containers.js';

const folder = await temporaryDirectory(t);
const WORDS = 'Erste Zeile\nZweite – Зайка';
const LRC = '[00:01.00]Erste Zeile\n[00:02.50]Zweite';

const SOUND = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0x00]), Buffer.alloc(380)])),
);
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const synchSafe = (value: number): Buffer =>
  Buffer.from([(value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127]);

/** An MP3 whose tag has these frames. */
function mp3(version: 3 | 4, frames: readonly (readonly [id: string, content: Buffer])[]): Buffer {
  const parts = frames.map(([id, content]) => {
    const size = version === 4 ? synchSafe(content.length) : u32(content.length);
    return Buffer.concat([ascii(id), size, Buffer.alloc(2), content]);
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([ascii('ID3'), Buffer.from([version, 0, 0]), synchSafe(body.length), body, SOUND]);
}

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
/** @param encoding 3 for UTF-8, 1 for UTF-16, 0 for bytes that do not say what they are */
const uslt = (encoding: 0 | 1 | 3, text: string | Buffer): Buffer => {
  const words = typeof text !== 'string' ? text : encoding === 1 ? utf16(text) : Buffer.from(text);
  const descriptor = encoding === 1 ? Buffer.concat([utf16(''), Buffer.alloc(2)]) : Buffer.alloc(1);
  return Buffer.concat([Buffer.from([encoding]), ascii('deu'), descriptor, words]);
};
/** @param format 2 for milliseconds, 1 for MPEG frames @param kind 1 for lyrics */
function sylt(lines: readonly (readonly [text: string, at: number])[], format = 2, kind = 1): Buffer {
  const entries = lines.map(([text, at]) => Buffer.concat([Buffer.from(text), Buffer.alloc(1), u32(at)]));
  return Buffer.concat([Buffer.from([3]), ascii('deu'), Buffer.from([format, kind, 0]), ...entries]);
}

let files = 0;
async function lyricsOf(ending: string, bytes: Buffer, encoding: Parameters<typeof readLyrics>[1] = 'auto') {
  const path = join(folder, `${++files}.${ending}`);
  await writeFile(path, bytes);
  return readLyrics(path, encoding);
}

t.test('USLT in ID3v2.3 and 2.4, in each encoding', async (t) => {
  for (const version of [3, 4] as const) {
    const found = { texts: [WORDS], timed: [] };
    t.strictSame(await lyricsOf('mp3', mp3(version, [['USLT', uslt(1, WORDS)]])), found);
    t.strictSame(await lyricsOf('mp3', mp3(version, [['USLT', uslt(3, WORDS)]])), found);
    t.match(await lyricsOf('mp3', mp3(version, [['USLT', uslt(0, ascii('Fr\xfchling'))]])), { texts: ['Frühling'] });
    t.match(await lyricsOf('mp3', mp3(version, [['USLT', uslt(0, 'Frühling')]])), { texts: ['Frühling'] });
  }
  const cyrillic = Buffer.from([0xc7, 0xe0, 0xe9, 0xea, 0xe0]);
  t.match(await lyricsOf('mp3', mp3(3, [['USLT', uslt(0, cyrillic)]]), 'windows-1251'), { texts: ['Зайка'] });
});

t.test('SYLT has times, of whole lines or of syllables', async (t) => {
  const lines = sylt([
    ['Erste Zeile', 1000],
    ['Zweite', 2500],
  ]);
  const timed = [
    { at: 1000, text: 'Erste Zeile' },
    { at: 2500, text: 'Zweite' },
  ];
  t.strictSame(await lyricsOf('mp3', mp3(4, [['SYLT', lines]])), { texts: [], timed });
  const syllables = sylt([
    ['Ers', 1000],
    ['te Zeile', 1400],
    ['\nZwei', 2500],
    ['te', 2700],
  ]);
  const joined = { timed: [timed[0], { at: 2500, text: '\nZweite' }] };
  t.match(await lyricsOf('mp3', mp3(3, [['SYLT', syllables]])), joined);
});

t.test('chords, and times that are no milliseconds, are no lyrics', async (t) => {
  for (const frame of [sylt([['Am', 0]], 2, 5), sylt([['Wort', 40]], 1)]) {
    t.equal(await lyricsOf('mp3', mp3(4, [['SYLT', frame]])), undefined);
  }
});

t.test('Vorbis comments, by each of their names, in FLAC, Vorbis and Opus', async (t) => {
  for (const name of ['LYRICS', 'lyrics', 'UNSYNCEDLYRICS', 'UNSYNCED LYRICS', 'SYNCEDLYRICS', 'SyncLyrics']) {
    const found = { texts: [LRC], timed: [] };
    t.strictSame(await lyricsOf('flac', flacFile([[name, LRC]])), found, name);
    t.strictSame(await lyricsOf('ogg', oggFile([[name, LRC]], false)), found, name);
    t.strictSame(await lyricsOf('opus', oggFile([[name, LRC]], true)), found, name);
  }
  t.equal(await lyricsOf('flac', flacFile([['LYRICIST', 'Somebody']])), undefined);
  t.match(
    await lyricsOf(
      'flac',
      flacFile([
        ['LYRICS', WORDS],
        ['SYNCEDLYRICS', LRC],
      ]),
    ),
    { texts: [WORDS, LRC] },
  );
});

t.test('MP4, by Apple’s name and by own ones', async (t) => {
  const whole = join(folder, 'whole.m4a');
  await ffmpegWrites(whole, '-f', 'lavfi', '-i', 'sine=duration=1', '-metadata', 'title=T');
  const make = await mp4Maker(whole);
  t.strictSame(await lyricsOf('m4a', make([['\xa9lyr', 1, Buffer.from(WORDS)]])), { texts: [WORDS], timed: [] });
  t.match(await lyricsOf('m4a', make([[`${OWN_ITEM}LYRICS`, 1, Buffer.from(LRC)]])), { texts: [LRC] });
});

t.test('APEv2 behind an MP3, and the tags of WMA, Matroska and AIFF', async (t) => {
  const item = Buffer.concat([u32(Buffer.byteLength(WORDS)).swap32(), u32(0), ascii('Lyrics\0'), Buffer.from(WORDS)]);
  const footer = Buffer.alloc(32);
  footer.write('APETAGEX');
  footer.writeUInt32LE(2000, 8);
  footer.writeUInt32LE(item.length + 32, 12);
  footer.writeUInt32LE(1, 16);
  t.match(await lyricsOf('mp3', Buffer.concat([SOUND, item, footer])), { texts: [WORDS] });
  for (const [name, field, codec] of [
    ['x.wma', 'WM/Lyrics', 'wmav2'],
    ['x.mka', 'LYRICS', 'flac'],
  ] as const) {
    const path = join(folder, name);
    await ffmpegWrites(path, '-f', 'lavfi', '-i', 'sine=duration=1', '-metadata', `${field}=${WORDS}`, '-c:a', codec);
    t.match(await readLyrics(path, 'auto'), { texts: [WORDS] }, name);
  }
});

t.test('what ffmpeg and others wrote is found, and what is damaged is refused', async (t) => {
  const path = join(folder, 'lame.mp3');
  const args = ['-f', 'lavfi', '-i', 'sine=duration=1', '-metadata', `lyrics=${WORDS}`, '-id3v2_version', '3'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...args, path]);
  t.match(await readLyrics(path, 'auto'), { texts: [WORDS] });
  await truncate(path, 40);
  t.equal(await readLyrics(path, 'auto').catch(() => undefined), undefined);
  t.equal(await lyricsOf('mp3', Buffer.alloc(2000, 7)).catch(() => undefined), undefined);
  const cut = mp3(4, [['SYLT', sylt([['Wort', 1000]]).subarray(0, 13)]]);
  t.equal(await lyricsOf('mp3', cut).catch(() => undefined), undefined);
  t.ok((await readFile(path)).length > 0);
});
