/** Cue sheets: texts, tracks, times, encodings, and the files that they mean. */
import fc from 'fast-check';
import t from 'tap';
import { fallbackTag, type TrackTag } from '../../src/tags/track-tag.js';
import { parseCueSheet, readCueSheet } from '../../src/tags/cue.js';
import { partsOfSheet, partLocation, SheetFiles } from '../../src/tags/cue-tracks.js';

const SHEET = `REM GENRE "Art Pop"
REM DATE 1997
REM DISCNUMBER 2
REM COMMENT "ExactAudioCopy v1.0"
PERFORMER "Björk"
TITLE "Homogenic"
FILE "Björk - Homogenic.flac" WAVE
  TRACK 01 AUDIO
    TITLE "Hunter"
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "Jóga"
    PERFORMER "Björk & Strings"
    SONGWRITER "Sjón"
    ISRC GBAAA9700001
    FLAGS DCP
    INDEX 00 04:13:10
    INDEX 01 04:15:17
  TRACK 03 AUDIO
    TITLE "Unravel"
    INDEX 01 09:20:74
`;

const whole: TrackTag = {
  ...fallbackTag('/m/a.flac', 1000),
  length: 763_000,
  artist: 'File Artist',
  sampleRate: 44_100,
};

t.test('a sheet gives its texts, and each track its place in CD frames', async (t) => {
  const sheet = parseCueSheet(SHEET);
  const file = 'Björk - Homogenic.flac';
  t.strictSame(sheet, {
    title: 'Homogenic',
    performer: 'Björk',
    songwriter: '',
    genre: 'Art Pop',
    date: '1997',
    discNumber: 2,
    tracks: [
      { number: 1, file, start: 0, end: 255_227, title: 'Hunter', performer: '', songwriter: '' },
      {
        number: 2,
        file,
        start: 255_227,
        end: 560_987,
        title: 'Jóga',
        performer: 'Björk & Strings',
        songwriter: 'Sjón',
      },
      { number: 3, file, start: 560_987, end: undefined, title: 'Unravel', performer: '', songwriter: '' },
    ],
  });
});

t.test('a place in milliseconds leads back to the CD frame that the sheet says', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 75 * 60 * 99 }), (frames) => {
      const index = [frames / 4500, (frames / 75) % 60, frames % 75].map((part) =>
        String(Math.floor(part)).padStart(2, '0'),
      );
      const sheet = parseCueSheet(`FILE a WAVE\nTRACK 1 AUDIO\nINDEX 01 ${index.join(':')}`);
      return Math.round(((sheet?.tracks[0]?.start ?? NaN) * 75) / 1000) === frames;
    }),
  );
});

t.test('a sheet of several files, with gaps at the end of the file before, keeps its tracks apart', async (t) => {
  const sheet = parseCueSheet(`FILE "1.wav" WAVE
  TRACK 01 AUDIO
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    INDEX 00 03:00:00
FILE "2.wav" WAVE
    INDEX 01 00:00:00
  TRACK 03 AUDIO
    INDEX 01 02:00:00`);
  t.strictSame(
    sheet?.tracks.map(({ number, file, start, end }) => [number, file, start, end]),
    [
      [1, '1.wav', 0, undefined],
      [2, '2.wav', 0, 120_000],
      [3, '2.wav', 120_000, undefined],
    ],
  );
});

t.test('sheets in other encodings are read', async (t) => {
  const titleOf = (bytes: Buffer) => readCueSheet(bytes)?.title;
  const rest = '"\r\nFILE "a.wav" WAVE\r\n TRACK 01 AUDIO\r\n  INDEX 01 00:00:00\r\n';
  const sheetWith = (title: Buffer) => Buffer.concat([Buffer.from('TITLE "'), title, Buffer.from(rest)]);
  t.equal(titleOf(Buffer.from(`\ufeffTITLE "Björk${rest}`, 'utf8')), 'Björk', 'UTF-8 with a byte order mark');
  t.equal(titleOf(Buffer.from(`\ufeffTITLE "夜${rest}`, 'utf16le')), '夜', 'UTF-16');
  t.equal(titleOf(sheetWith(Buffer.from('Björk', 'latin1'))), 'Björk', 'windows-1252');
  t.equal(titleOf(sheetWith(Buffer.from([0x49, 0x92, 0x6d, 0x20, 0x64, 0x6f, 0x6e, 0x92, 0x74]))), 'I’m don’t');
  t.equal(titleOf(sheetWith(Buffer.from([0x96, 0xe9, 0x82, 0xcc, 0x89, 0xcc]))), '夜の歌', 'Shift-JIS');
  t.equal(titleOf(sheetWith(Buffer.from([0xd6, 0xd0, 0xb9, 0xfa]))), '中国', 'GBK');
});

t.test('what is no track is left out', async (t) => {
  t.equal(parseCueSheet(''), undefined);
  t.equal(parseCueSheet('FILE "a.wav" WAVE\nTRACK 01 AUDIO\nTITLE "no index"'), undefined);
  t.equal(readCueSheet(Buffer.alloc(2 ** 20, 'TRACK 01 AUDIO\nINDEX 01 00:00:00\n')), undefined, 'too large');
  const sheet = parseCueSheet(`FILE a.wav WAVE
    TRACK 01 MODE1/2352
      TITLE "data"
      INDEX 01 00:00:00
    TRACK 02 AUDIO
      INDEX 01 01:00:00
    TRACK 02 AUDIO
      TITLE "again"
      INDEX 01 02:00:00
    TRACK 03 AUDIO
      INDEX 01 03:00:00
    TRACK 04 AUDIO
      INDEX 01 01:30:00`);
  t.strictSame(
    sheet?.tracks.map(({ number, start, title }) => [number, start, title]),
    [
      [2, 60_000, ''],
      [4, 90_000, ''],
    ],
    'no data, no number twice, nothing that ends before it begins',
  );
});

t.test('no text makes it fail or take long', async (t) => {
  const words = fc.constantFrom(
    'TRACK',
    'INDEX',
    'FILE',
    'REM',
    ' ',
    '"',
    '01',
    '00:00:00',
    'AUDIO',
    'TITLE',
    '\n',
    '\0',
    '夜',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 200 }), (parts) => {
      const tracks = parseCueSheet(parts.join(' '))?.tracks ?? [];
      return tracks.every(({ start, end }) => start >= 0 && (end === undefined || end > start));
    }),
  );
  t.equal(parseCueSheet(`FILE ${' '.repeat(400_000)}`), undefined);
  t.equal(parseCueSheet('TRACK 1 AUDIO\n'.repeat(20_000)), undefined);
});

t.test('a sheet finds its file beside it, under another ending too, and never elsewhere', async (t) => {
  const files = new SheetFiles(['CD1.flac', 'CD2.FLAC', 'cover.flac', 'x.mp3', 'x.ogg']);
  t.equal(files.find('CD1.flac'), 'CD1.flac');
  t.equal(files.find('cd2.flac'), 'CD2.FLAC');
  t.equal(files.find('C:\\Rips\\CD1.wav'), 'CD1.flac');
  t.equal(files.find('../../etc/CD1.wav'), 'CD1.flac');
  t.equal(files.find('x.wav'), undefined, 'two could be meant');
  t.equal(files.find('y.wav'), undefined);
});

t.test('a part has its own length, and from the file what the sheet does not say', async (t) => {
  const sheet = parseCueSheet(SHEET);
  if (sheet === undefined) throw new Error('no sheet');
  const parts = partsOfSheet(sheet, 'Björk - Homogenic.flac', whole);
  t.strictSame(
    parts.map(({ number, start, end, tag }) => [number, start, end, tag.length, tag.title, tag.artist]),
    [
      [1, 0, 255_227, 255_227, 'Hunter', 'Björk'],
      [2, 255_227, 560_987, 305_760, 'Jóga', 'Björk & Strings'],
      [3, 560_987, undefined, 202_013, 'Unravel', 'Björk'],
    ],
  );
  t.match(parts[1]?.tag, {
    album: 'Homogenic',
    albumArtist: 'Björk',
    artists: ['Björk & Strings'],
    composer: 'Sjón',
    genres: ['Art Pop'],
    trackNumber: 2,
    discNumber: 2,
    year: 1997,
    sampleRate: 44_100,
    fileSize: 1000,
  });
  t.equal(partLocation('/m/a.flac', 2), '/m/a.flac#track=2');
  const short = partsOfSheet(sheet, 'Björk - Homogenic.flac', { ...whole, length: 400_000 });
  t.strictSame(
    short.map(({ end, tag }) => [end, tag.length]),
    [
      [255_227, 255_227],
      [undefined, 144_773],
    ],
    'a track that begins behind the end is none',
  );
  t.strictSame(partsOfSheet(sheet, 'other.flac', whole), []);
  t.strictSame(partsOfSheet({ ...sheet, tracks: sheet.tracks.slice(0, 1) }, 'Björk - Homogenic.flac', whole), []);
});
