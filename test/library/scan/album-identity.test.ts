/** Which files are one album, however they come, change and go. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { temporaryDirectory } from '../../http/rig.js';
import { albumMd5, recordId } from '../../../src/library/ids.js';
import { mp3, openShelf, put, type Shelf, type Texts } from './rig.js';

const RELEASE = '0f5e5a26-8e2c-4a1d-9c0e-2b5a3c7d9e10';
const ALBUMS = `SELECT title, artist_name, year, (SELECT count(*) FROM track WHERE album = album.key) FROM album
  ORDER BY title, artist_name, year`;

const song = (number: number, texts: Texts): Texts => ({
  TIT2: `Song ${number}`,
  TRCK: String(number),
  TALB: 'Set',
  ...texts,
});

/** A shelf with these files, scanned. */
async function shelfOf(t: Test, files: Readonly<Record<string, Texts>>): Promise<Shelf> {
  const shelf = await openShelf(t);
  for (const [name, texts] of Object.entries(files)) await put(join(shelf.music, name), mp3(texts));
  await shelf.scanner.scan();
  return shelf;
}

t.test('the years of its tracks do not part an album', async (t) => {
  const { rows } = await shelfOf(t, {
    'a/1.mp3': song(1, { TPE1: 'Nova', TDRC: '1969' }),
    'a/2.mp3': song(2, { TPE1: 'Nova', TDRC: '2001-02-03' }),
    'a/3.mp3': song(3, { TPE1: 'Nova', TDRC: '2001-02-03' }),
    'a/4.mp3': song(4, { TPE1: 'Nova' }),
  });
  t.strictSame(await rows(ALBUMS), [['Set', 'Nova', 2001, 4]]);
  t.strictSame(await rows('SELECT year_string, md5 FROM album'), [['2001-02-03', albumMd5('Nova', 'Set', 2001)]]);
  t.strictSame(await rows('SELECT year FROM track ORDER BY track_number'), [[1969], [2001], [2001], [0]]);
});

t.test('several artists in one folder make a compilation without any tag for it', async (t) => {
  const { music, scanner, rows } = await shelfOf(t, { 'a/1.mp3': song(1, { TPE1: 'One' }) });
  t.strictSame(await rows(ALBUMS), [['Set', 'One', 0, 1]]);
  await put(join(music, 'a/2.mp3'), mp3(song(2, { TPE1: 'Two' })));
  await put(join(music, 'a/3.mp3'), mp3(song(3, { TPE1: 'Three' })));
  await scanner.scan();
  t.strictSame(await rows(ALBUMS), [['Set', 'Various Artists', 0, 3]]);
  t.strictSame(await rows('SELECT DISTINCT album_artist FROM track'), [['Various Artists']]);
  t.strictSame(await rows("SELECT count(*) FROM track_words WHERE track_words MATCH 'artist : various'"), [[3]]);
  await rm(join(music, 'a/2.mp3'));
  await rm(join(music, 'a/3.mp3'));
  await scanner.scan();
  t.strictSame(await rows(ALBUMS), [['Set', 'One', 0, 1]], 'and none when one of them is left');
  t.strictSame(await rows('SELECT album_artist FROM track'), [['One']]);
});

t.test('featured artists do not make an album a compilation', async (t) => {
  const { rows } = await shelfOf(t, {
    'a/1.mp3': song(1, { TPE1: 'Nova feat. Luna' }),
    'a/2.mp3': song(2, { TPE1: 'Nova' }),
    'a/3.mp3': song(3, { TPE1: 'NOVA (ft. Stella)' }),
  });
  t.strictSame(await rows(ALBUMS), [['Set', 'Nova', 0, 3]]);
});

t.test('albums of named artists in one folder stay apart, and what names none joins its artist', async (t) => {
  const { rows } = await shelfOf(t, {
    '1.mp3': song(1, { TPE1: 'A', TPE2: 'A' }),
    '2.mp3': song(2, { TPE1: 'A' }),
    '3.mp3': song(3, { TPE1: 'B', TPE2: 'B' }),
  });
  t.strictSame(await rows(ALBUMS), [
    ['Set', 'A', 0, 2],
    ['Set', 'B', 0, 1],
  ]);
});

t.test('folders of discs are one album, in the order of the discs, and other folders are another', async (t) => {
  const files = {
    'Set/CD2/1.mp3': song(1, { TIT2: 'Third', TPE1: 'Nova' }),
    'Set/CD1/1.mp3': song(1, { TIT2: 'First', TPE1: 'Nova' }),
    'Set/CD1/2.mp3': song(2, { TIT2: 'Second', TPE1: 'Nova' }),
    'Live (Disc 1)/1.mp3': song(1, { TALB: 'Live', TPE1: 'Nova' }),
    'Live (Disc 2)/1.mp3': song(1, { TALB: 'Live', TPE1: 'Nova' }),
    'Other/1.mp3': song(1, { TPE1: 'Nova' }),
  };
  const { rows } = await shelfOf(t, files);
  t.strictSame(await rows(ALBUMS), [
    ['Live', 'Nova', 0, 2],
    ['Set', 'Nova', 0, 1],
    ['Set', 'Nova', 0, 3],
  ]);
  const titles = await rows(
    "SELECT title FROM track WHERE location LIKE '%/Set/%' ORDER BY disc_number, track_number, key",
  );
  t.strictSame(titles.flat(), ['First', 'Second', 'Third']);
  t.equal((await rows('SELECT DISTINCT id FROM album')).length, 3);
  t.equal((await rows('SELECT DISTINCT md5 FROM album')).length, 2, 'the MD5 of the texts is that of both');
});

t.test('roots and mount points that are called like discs are no discs of one album', async (t) => {
  const folder = await temporaryDirectory(t);
  const roots = [join(folder, 'CD1'), join(folder, 'Set CD2'), join(folder, 'Set CD3')];
  for (const root of roots) await put(join(root, '1.mp3'), mp3(song(1, { TPE1: 'Nova' })));
  await put(join(folder, 'CD1/CD2/1.mp3'), mp3(song(1, { TPE1: 'Nova' })));
  const { scanner, rows } = await openShelf(t, { music: folder, roots });
  await scanner.scan();
  t.strictSame((await rows(ALBUMS)).map(([, , , tracks]) => tracks).sort(), [1, 1, 2]);
  t.strictSame(await rows('SELECT disc_number FROM track ORDER BY location'), [[0], [2], [0], [0]]);
});

t.test('a release of MusicBrainz is one album wherever its files are', async (t) => {
  const release = (texts: Texts) => ({ ...texts, 'TXXX:MusicBrainz Album Id': RELEASE });
  const { rows } = await shelfOf(t, {
    'a/1.mp3': release(song(1, { TPE1: 'One', TPE2: 'Band', TDRC: '1990' })),
    'b/2.mp3': release(song(2, { TPE1: 'Two', TPE2: 'Band', TDRC: '1991', TALB: 'Set (bonus)' })),
    'b/3.mp3': release(song(3, { TPE1: 'Two', TPE2: 'Band', TDRC: '1991' })),
    'b/4.mp3': song(4, { TPE1: 'Two', TPE2: 'Band' }),
  });
  t.strictSame(await rows(ALBUMS), [['Set', 'Band', 1991, 4]], 'with what has no id beside them');
});

const OTHER = '7c1d2b90-0000-4a1d-9c0e-2b5a3c7d9e10';
const of = (release: string, texts: Texts): Texts => ({ ...texts, 'TXXX:MusicBrainz Album Id': release });
/** How many tracks each album has, and whether they are on a release. */
const RELEASES = `SELECT album.identity GLOB 'release*', count(*) FROM track JOIN album ON album.key = album
  GROUP BY album.key ORDER BY 1, 2`;

t.test('tracks without a release id join the release in their folder, whichever comes first', async (t) => {
  const named = { TPE1: 'Nova', TPE2: 'Nova' };
  const { music, scanner, rows } = await shelfOf(t, {
    'a/1.mp3': song(1, named),
    'a/2.mp3': of(RELEASE, song(2, named)),
    'a/3.mp3': song(3, named),
    'a/4.mp3': song(4, { TPE1: 'Nova feat. Luna' }),
    'a/5.mp3': song(5, { ...named, TALB: 'Other' }),
    'a/6.mp3': song(6, { TPE1: 'Luna', TPE2: 'Luna' }),
    'b/7.mp3': song(7, named),
    'set/CD1/1.mp3': of(OTHER, song(1, named)),
    'set/CD2/1.mp3': song(1, named),
  });
  t.strictSame(await rows(RELEASES), [
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 2],
    [1, 4],
  ]);
  await put(join(music, 'b/8.mp3'), mp3(of(OTHER, song(8, named))));
  await scanner.scan();
  t.strictSame(await rows(RELEASES), [
    [0, 1],
    [0, 1],
    [1, 4],
    [1, 4],
  ]);
  const [[liked]] = (await rows(
    "SELECT DISTINCT album.id FROM album JOIN track ON album = album.key WHERE location LIKE '%/a/1.mp3'",
  )) as [[string]];
  await put(join(music, 'a/2.mp3'), mp3(song(2, named)));
  await rm(join(music, 'b/8.mp3'));
  await rm(join(music, 'set/CD1'), { recursive: true });
  await scanner.scan();
  t.strictSame(
    await rows(RELEASES),
    [
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 4],
    ],
    'and leave it when nothing of it is in their folder any more',
  );
  t.strictSame(await rows('SELECT * FROM release_home'), []);
  t.strictSame(
    await rows(`SELECT album_moved.id = album.id FROM album_moved, album JOIN track ON album = album.key
      WHERE was = '${liked}' AND location LIKE '%/a/1.mp3'`),
    [[1]],
    'likes go along',
  );
});

t.test('of two releases in one folder, tracks without an id join the one whose id is first', async (t) => {
  const named = { TPE1: 'Nova', TPE2: 'Nova' };
  const { music, scanner, rows } = await shelfOf(t, {
    '1.mp3': of(OTHER, song(1, named)),
    '2.mp3': song(2, named),
    '3.mp3': song(3, named),
  });
  t.strictSame(await rows(RELEASES), [[1, 3]]);
  await put(join(music, '4.mp3'), mp3(of(RELEASE, song(4, named))));
  await scanner.scan();
  const found = `SELECT location LIKE '%/4.mp3', count(*) FROM track GROUP BY album ORDER BY 2`;
  t.strictSame(
    (await rows(found)).map(([, tracks]) => tracks),
    [1, 3],
  );
  t.strictSame(
    await rows("SELECT count(*) FROM track WHERE album = (SELECT album FROM track WHERE location LIKE '%/4.mp3')"),
    [[3]],
  );
});

t.test('a compilation without album artists is one album, with and without release ids', async (t) => {
  const { music, scanner, rows } = await shelfOf(t, {
    '1.mp3': song(1, { TPE1: 'One' }),
    '2.mp3': of(RELEASE, song(2, { TPE1: 'Two' })),
    '3.mp3': of(RELEASE, song(3, { TPE1: 'Three' })),
  });
  t.strictSame(await rows(ALBUMS), [['Set', 'Various Artists', 0, 3]]);
  await put(join(music, '4.mp3'), mp3(song(4, { TPE1: 'Four' })));
  await scanner.scan();
  t.strictSame(await rows(ALBUMS), [['Set', 'Various Artists', 0, 4]]);
  t.strictSame(await rows('SELECT DISTINCT album_artist FROM track'), [['Various Artists']]);
});

t.test('a folder that is moved keeps the id of its album, also beside a copy of it', async (t) => {
  const album = { 'a/1.mp3': song(1, { TPE1: 'Nova' }), 'a/2.mp3': song(2, { TPE1: 'Nova' }) };
  const { music, scanner, rows } = await shelfOf(t, album);
  const id = recordId('album', albumMd5('Nova', 'Set', 0));
  t.strictSame(await rows('SELECT id FROM album'), [[id]]);
  await mkdir(join(music, 'b'));
  await rename(join(music, 'a'), join(music, 'b/a'));
  await scanner.scan();
  t.strictSame(await rows('SELECT id FROM album'), [[id]]);
  await put(join(music, 'copy/1.mp3'), mp3(song(1, { TPE1: 'Nova' })));
  await put(join(music, 'copy/2.mp3'), mp3(song(2, { TPE1: 'Nova' })));
  await scanner.scan();
  t.equal((await rows('SELECT id FROM album')).length, 2);
  const [[copy]] = (await rows(`SELECT id FROM album WHERE id <> '${id}'`)) as [[string]];
  await rm(join(music, 'b'), { recursive: true });
  await scanner.scan();
  t.strictSame(await rows('SELECT id FROM album'), [[id]]);
  t.strictSame(await rows(`SELECT id FROM album_moved WHERE was = '${copy}'`), [[id]], 'a like of the copy goes along');
});

t.test('what leads from an album to another folder are its files, never its texts alone', async (t) => {
  const loose = (number: number): Texts => ({ TIT2: `Song ${number}`, TPE1: `Artist ${number}` });
  const { music, scanner, rows } = await shelfOf(t, {
    'a/1.mp3': loose(1),
    'a/2.mp3': loose(2),
    'b/3.mp3': loose(30),
    'b/4.mp3': loose(40),
    'c/1.mp3': song(1, { TPE1: 'Nova' }),
    'd/2.mp3': song(20, { TPE1: 'Nova' }),
  });
  const albumIn = async (folder: string) =>
    (
      await rows(`SELECT DISTINCT album.id FROM album JOIN track ON album = album.key
      WHERE location LIKE '${music}/${folder}/%'`)
    ).flat();
  const [[a], b, d] = await Promise.all([albumIn('a'), albumIn('b'), albumIn('d')]);
  for (const folder of ['a', 'c']) await rm(join(music, folder), { recursive: true });
  await scanner.scan();
  t.strictSame(await albumIn('b'), b);
  t.strictSame(await albumIn('d'), d);
  t.strictSame(await rows('SELECT * FROM album_moved'), [], 'likes of what is gone go to nobody');
  await put(join(music, 'e/1.mp3'), mp3(loose(5)));
  await put(join(music, 'e/2.mp3'), mp3(loose(6)));
  await scanner.scan();
  t.not((await albumIn('e'))[0], a, 'nor does a folder that is added get them');
  await rename(join(music, 'b'), join(music, 'f'));
  await scanner.scan();
  t.strictSame(await rows('SELECT was, id FROM album_moved'), [[...b, ...(await albumIn('f'))]], 'a move is followed');
});

t.test('what an album was known by leads to the album that its tracks went to', async (t) => {
  const { music, scanner, rows } = await shelfOf(t, { 'a/1.mp3': song(1, { TPE1: 'Nova' }) });
  const before = recordId('album', albumMd5('Nova', 'Set', 0));
  await put(join(music, 'a/1.mp3'), mp3(song(1, { TPE1: 'Nova', TALB: 'The Set' })));
  await scanner.scan();
  const after = recordId('album', albumMd5('Nova', 'The Set', 0));
  t.strictSame(await rows('SELECT was, id FROM album_moved'), [[before, after]]);
  await put(join(music, 'a/1.mp3'), mp3(song(1, { TPE1: 'Nova' })));
  await scanner.scan();
  t.strictSame(await rows('SELECT was, id FROM album_moved'), [[after, before]], 'and back');
});

t.test('an album that was there for the length of a scan takes no old id from the one that it leads to', async (t) => {
  const { music, scanner, rows } = await shelfOf(t, { 'a/1.mp3': song(1, { TPE1: 'Nova' }) });
  const before = recordId('album', albumMd5('Nova', 'Set', 0));
  await put(join(music, 'a/1.mp3'), mp3(song(1, { TPE1: 'Nova', TALB: 'The Set' })));
  await scanner.scan();
  const moved = [[before, recordId('album', albumMd5('Nova', 'The Set', 0))]];
  t.strictSame(await rows('SELECT was, id FROM album_moved'), moved);
  await put(join(music, 'b/1.mp3'), mp3(song(1, { TPE1: 'Nova' })));
  await put(join(music, 'b/2.mp3'), mp3(song(2, { TPE1: 'Luna' })));
  await scanner.scan();
  t.strictSame(await rows(ALBUMS), [
    ['Set', 'Various Artists', 0, 2],
    ['The Set', 'Nova', 0, 1],
  ]);
  t.strictSame(await rows('SELECT was, id FROM album_moved'), moved);
});
