import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import t from 'tap';
import { mp3, openShelf, put, putAlbum } from './rig.js';

const COVER = 'SELECT cover, cover_ending FROM album';
const track = (title: string, number: string) => ({ TIT2: title, TPE1: 'Nova', TALB: 'Satellites', TRCK: number });

t.test('what a tag leaves out is settled', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await put(join(music, 'Some name.mp3'), mp3({}));
  await put(join(music, 'b.mp3'), mp3({ TIT2: 'B', TPE2: 'The Band' }));
  await scanner.scan();
  t.strictSame(await rows('SELECT title, artist_name, album_title, album_artist, genre FROM track ORDER BY title'), [
    ['B', 'The Band', 'Unknown album', 'The Band', null],
    ['Some name', 'Unknown Artist', 'Unknown album', 'Unknown Artist', null],
  ]);
});

t.test('an album of a folder is one of album artist and title, and of the year that most tracks have', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  const files = [
    { TPE1: 'A', TPE2: 'Band', TALB: 'Live', TDRC: '1990' },
    { TPE1: 'B', TPE2: 'Band', TALB: 'Live', TDRC: '1990' },
    { TPE1: 'B', TPE2: 'Band', TALB: 'Live', TDRC: '1995' },
    { TPE1: ['B', 'C'], TALB: 'Live', TDRC: '1990' },
    { TPE1: ['B', 'D'], TALB: 'Live', TDRC: '1990' },
  ];
  for (const [index, texts] of files.entries())
    await put(join(music, `${index}.mp3`), mp3({ ...texts, TIT2: `${index}` }));
  await scanner.scan();
  const albums = await rows(
    'SELECT artist_name, year, (SELECT count(*) FROM track WHERE album = album.key) FROM album ORDER BY 1, 2',
  );
  t.strictSame(albums, [
    ['B', 1990, 2],
    ['Band', 1990, 3],
  ]);
});

t.test('the cover is a picture in the first track that has one, else an image beside them', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await put(join(music, '1.mp3'), mp3(track('A', '1')));
  const second = await put(join(music, '2.mp3'), mp3(track('B', '2'), true));
  await scanner.scan();
  t.strictSame(await rows(COVER), [[second, 'jpg']]);
  const image = await put(join(music, 'Folder.JPEG'), 'image');
  await scanner.scan();
  t.strictSame(await rows(COVER), [[second, 'jpg']]);
  await rm(second);
  await scanner.scan();
  t.strictSame(await rows(COVER), [[image, 'jpg']], 'when the file that held it goes');
  const better = await put(join(music, 'cover.png'), 'image');
  await scanner.scan();
  t.strictSame(await rows(COVER), [[better, 'png']], 'without a track that changed');
  await rm(image);
  await rm(better);
  await scanner.scan();
  t.strictSame(await rows(COVER), [[null, null]]);
});

t.test('the discs of a set share its cover', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  const set = join(music, 'Set');
  const image = await put(join(set, 'cover.jpg'), 'image');
  await put(join(set, 'CD 1', '1.mp3'), mp3({ ...track('A', '1'), TPOS: '1/2' }));
  await put(join(set, 'CD 2', '1.mp3'), mp3({ ...track('B', '1'), TPOS: '2/2' }));
  await put(join(set, 'Bonus', '1.mp3'), mp3({ ...track('C', '1'), TALB: 'Bonus' }));
  await scanner.scan();
  t.strictSame(await rows('SELECT title, cover FROM album ORDER BY title'), [
    ['Bonus', null],
    ['Satellites', image],
  ]);
});

t.test('an artist is shown by the picture in the folder of that name', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  const folder = join(music, 'BJÖRK');
  await put(join(folder, 'Debut', '1.mp3'), mp3({ TIT2: 'X', TPE1: 'Björk', TALB: 'Debut' }));
  const image = await put(join(folder, 'folder.jpg'), 'image');
  await put(join(music, 'Nova', 'folder.jpg'), 'image of the album beside it');
  await put(join(music, 'Nova', '1.mp3'), mp3(track('A', '1')));
  await scanner.scan();
  const images = 'SELECT name, image FROM artist ORDER BY name';
  t.strictSame(await rows(images), [
    ['Björk', image],
    ['Nova', null],
  ]);
  const better = await put(join(folder, 'artist.png'), 'image');
  await scanner.scan();
  t.strictSame((await rows(images))[0], ['Björk', better]);
  await rm(better);
  await rm(image);
  await scanner.scan();
  t.strictSame((await rows(images))[0], ['Björk', null]);
});

t.test('of two folders with the name of an artist the first by its path shows them', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await put(join(music, 'Rips', 'Nova', '1.mp3'), mp3(track('A', '1')));
  await put(join(music, 'Zip', 'NOVA', '2.mp3'), mp3(track('B', '2')));
  await put(join(music, 'Zip', 'NOVA', 'artist.jpg'), 'second');
  const first = await put(join(music, 'Rips', 'Nova', 'artist.jpg'), 'first');
  await scanner.scan();
  t.strictSame(await rows('SELECT name, image FROM artist'), [['Nova', first]]);
});

const SHEET = `PERFORMER "Nova"
TITLE "Live"
FILE "album.wav" WAVE
  TRACK 01 AUDIO
    TITLE "One"
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "Two"
    INDEX 01 00:00:45
`;

t.test('a cue sheet makes several tracks of a file, and one again when it goes', async (t) => {
  const { music, scanner, rows, titles } = await openShelf(t);
  const path = await put(join(music, 'album.mp3'), mp3({ TIT2: 'Whole', TPE1: 'Nova' }));
  await scanner.scan();
  t.strictSame(await titles(), ['Whole']);
  const sheet = await put(join(music, 'album.cue'), SHEET);
  t.equal((await scanner.scan()).read, 1);
  const parts = 'SELECT title, location, part_start, part_end FROM track ORDER BY part_start';
  t.strictSame(await rows(parts), [
    ['One', `${path}#track=1`, 0, 600],
    ['Two', `${path}#track=2`, 600, null],
  ]);
  t.equal((await scanner.scan()).read, 0);
  await put(sheet, SHEET.replace('"Two"', '"Second"'));
  await scanner.scan();
  t.strictSame(await titles(), ['One', 'Second']);
  await rm(sheet);
  await scanner.scan();
  t.strictSame(await titles(), ['Whole']);
  t.strictSame(await rows("SELECT count(*) FROM track_words WHERE track_words MATCH 'second'"), [[0]]);
});

t.test('problems come in pages, in the order of their folders', async (t) => {
  const { music, scanner } = await openShelf(t);
  for (const name of ['a', 'b', 'c', 'd', 'e']) await put(join(music, 'x', `${name}.flac`), 'not a flac');
  await putAlbum(join(music, 'y'), 'Nova', 'Satellites', 2);
  await scanner.scan();
  const { total, rows } = await scanner.problems(2, 3);
  t.strictSame([total, rows.map(({ path }) => basename(path))], [5, ['d.flac', 'e.flac']]);
});

t.test('a folder that becomes a root of its own keeps its tracks and their ids', async (t) => {
  const first = await openShelf(t);
  const inner = join(first.music, 'inner');
  await putAlbum(inner, 'Nova', 'Satellites', 2);
  await first.scanner.scan();
  const ids = 'SELECT id, created_at FROM track ORDER BY id';
  const before = await first.rows(ids);
  await first.scanner.stop();
  await first.database.close();
  const second = await openShelf(t, { file: first.file, music: inner });
  t.equal((await second.scanner.scan()).read, 0);
  t.strictSame(await second.rows(ids), before);
  t.equal((await second.titles()).length, 2);
});

t.test('roots inside each other are looked at once', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await putAlbum(join(music, 'inner'), 'Nova', 'Satellites', 2);
  const both = await openShelf(t, { roots: [join(music, 'inner'), music, music] });
  t.equal((await both.scanner.scan()).files, 2);
  t.strictSame(await both.rows('SELECT path FROM root'), [[music]]);
  t.equal((await scanner.scan()).files, 2);
  t.strictSame(await rows('SELECT count(*) FROM track'), [[2]]);
});
