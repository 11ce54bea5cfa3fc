/** A library that an earlier version made: its albums are put together anew, and what people did with them is kept. */
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { migrate } from '../../../src/database/migrations.js';
import { albumMd5, md5, recordId } from '../../../src/library/ids.js';
import { Library } from '../../../src/library/library.js';
import { MovedFiles } from '../../../src/playlists/moved/moved-files.js';
import { BINDING, databaseIn } from '../../database/rig.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';
import { mp3, openShelf, put } from './rig.js';

const MIGRATIONS = fileURLToPath(new URL('../../../src/library/migrations', import.meta.url));
const RELEASE = '0f5e5a26-8e2c-4a1d-9c0e-2b5a3c7d9e10';
/** The first step that the earlier version did not have. */
const STEP = '2026-11-24-album-identity.sql';

interface Song {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly year: number;
  readonly number: number;
}

type Songs = Readonly<Record<string, Song>>;

const song = (title: string, artist: string, album: string, year: number, number: number): Song => ({
  ...{ title, artist, album, year, number },
});

function albumId(artist: string, album: string, year: number): string {
  return recordId('album', albumMd5(artist, album, year));
}

/** Files of these songs; one whose album is called as itself has none in its tag. */
async function putSongs(music: string, songs: Songs): Promise<void> {
  for (const [path, { title, artist, album, year, number }] of Object.entries(songs)) {
    const texts = { TIT2: title, TPE1: artist, TDRC: String(year), TRCK: String(number) };
    await put(join(music, path), mp3(album === title ? texts : { ...texts, TALB: album }));
  }
}

/** What the earlier version wrote of these files: an album for each artist, title and year, and the time of each file. */
async function earlierLibrary(folder: string, roots: Readonly<Record<string, Songs>>): Promise<string> {
  const steps = join(folder, 'steps');
  await mkdir(steps);
  for (const name of await readdir(MIGRATIONS))
    if (name < STEP) await copyFile(join(MIGRATIONS, name), join(steps, name));
  const file = join(folder, 'library.db');
  const sql = new BetterSqlite(file, { nativeBinding: BINDING });
  migrate(sql, steps);
  const keyOf = (table: string, column: string, value: string): number | undefined =>
    sql.prepare<[string], number>(`SELECT key FROM ${table} WHERE ${column} = ?`).pluck().get(value);
  const add = (table: string, row: Readonly<Record<string, string | number>>): number => {
    const names = Object.keys(row);
    const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    return Number(sql.prepare(text).run(...Object.values(row)).lastInsertRowid);
  };
  const addSong = async (root: number, location: string, { title, artist, album, year, number }: Song) => {
    const folder = join(location, '..');
    const { size, mtimeMs } = await stat(location);
    const inFolder = keyOf('folder', 'path', folder) ?? add('folder', { root, path: folder });
    const inFile = add('file', { folder: inFolder, name: basename(location), size, modified: Math.trunc(mtimeMs) });
    const by =
      keyOf('artist', 'name', artist) ??
      add('artist', { id: recordId('artist', artist), name: artist, sort_key: artist });
    const identity = albumMd5(artist, album, year);
    const texts = { year, year_string: String(year) };
    const onAlbum =
      keyOf('album', 'md5', identity) ??
      add('album', {
        ...{ id: recordId('album', identity), md5: identity, title: album, sort_key: album, artist_name: artist },
        ...{ artist: by, label: '', copyright: '', ...texts },
      });
    const track = add('track', {
      ...{ id: recordId('track', location), location, md5: md5(location), root, file: inFile, title, sort_key: title },
      ...{ artist_name: artist, album_title: album, album_artist: artist, composer: '', genre_name: '', artist: by },
      ...{ album: onAlbum, track_number: number, disc_number: 0, length: 1, bitrate: 1, frequency: 1, size },
      ...{ created_at: 1, updated_at: 1, ...texts },
    });
    add('track_artist', { artist: by, track });
  };
  for (const [path, songs] of Object.entries(roots)) {
    const root = add('root', { path, mounted: 0, available: 1 });
    for (const [name, each] of Object.entries(songs)) await addSong(root, join(path, name), each);
  }
  sql.close();
  return file;
}

/** A library as the earlier version made it, with these albums liked. */
async function earlierShelf(t: Test, roots: Readonly<Record<string, Songs>>, liked: readonly string[]) {
  const folder = await temporaryDirectory(t);
  for (const [path, songs] of Object.entries(roots)) await putSongs(path, songs);
  const file = await earlierLibrary(folder, roots);
  const [music = ''] = Object.keys(roots);
  const shelf = await openShelf(t, { music, file });
  const records = shelf.database;
  const state = databaseIn(folder);
  t.teardown(() => state.close());
  const library = new Library({ records, state, log: SILENT_LOG });
  const moved = new MovedFiles({
    ...{ state, records, kept: library.kept, roots: [music], log: SILENT_LOG },
    moved: () => library.tracksMoved(),
  });
  for (const album of liked) await library.like('album', album);
  const likes = () => state.read((sql) => sql.prepare('SELECT id FROM liked ORDER BY id').pluck().all() as string[]);
  return { ...shelf, library, moved, likes };
}

t.test('albums of an earlier version come together, with their ids, likes, counts and playlists', async (t) => {
  const music = await temporaryDirectory(t);
  const songs = {
    'plain/1.mp3': song('A', 'Nova', 'Plain', 1990, 1),
    'plain/2.mp3': song('B', 'Nova', 'Plain', 1990, 2),
    'years/1.mp3': song('C', 'Nova', 'Years', 1969, 1),
    'years/2.mp3': song('D', 'Nova', 'Years', 2001, 2),
    'years/3.mp3': song('E', 'Nova', 'Years', 2001, 3),
    'mix/1.mp3': song('F', 'One', 'Mix', 2000, 1),
    'mix/2.mp3': song('G', 'Two', 'Mix', 2000, 2),
  };
  const trackIds = Object.keys(songs).map((path) => recordId('track', join(music, path)));
  const [first = ''] = trackIds;
  const shelf = await earlierShelf(t, { [music]: songs }, [
    albumId('Nova', 'Plain', 1990),
    albumId('Nova', 'Years', 2001),
    albumId('Two', 'Mix', 2000),
  ]);
  const { library, moved } = shelf;
  await library.like('track', first);
  await library.played(first, 100);

  t.equal((await shelf.scanner.scan()).read, 7, 'files that did not change are read once more');
  await moved.look();
  const mix = albumId('Various Artists', 'Mix', 2000);
  const albums = [
    [mix, 'Mix', 'Various Artists', 2000, 2],
    [albumId('Nova', 'Plain', 1990), 'Plain', 'Nova', 1990, 2],
    [albumId('Nova', 'Years', 1969), 'Years', 'Nova', 2001, 3],
  ];
  const found = `SELECT id, title, artist_name, year, (SELECT count(*) FROM track WHERE album = album.key) FROM album
    ORDER BY title`;
  t.strictSame(await shelf.rows(found), albums);
  t.strictSame((await shelf.rows('SELECT id FROM track')).flat().sort(), trackIds.toSorted());
  t.strictSame(
    await shelf.likes(),
    [mix, albumId('Nova', 'Plain', 1990), albumId('Nova', 'Years', 1969), first].sort(),
    'likes go to the albums that have the tracks',
  );
  t.match(await library.statsOf(first), { playCount: 1 });
  t.equal(await library.tracksOf('album', albumId('Nova', 'Years', 2001)).total(), 3, 'an old id leads to the album');
  t.equal((await shelf.scanner.scan()).read, 0);

  const anew = await openShelf(t, { music });
  await anew.scanner.scan();
  t.strictSame(await anew.rows(found), albums, 'a library that is made anew has the same ids');
});

const COUNTS =
  'SELECT title, artist_name, (SELECT count(*) FROM track WHERE album = album.key) FROM album ORDER BY 1, 2';

t.test('likes go on to where the tracks are in the end', async (t) => {
  const music = await temporaryDirectory(t);
  const songs = {
    'set/1.mp3': song('A', 'Nova', 'Set', 1969, 1),
    'set/2.mp3': song('B', 'Nova', 'Set', 1971, 2),
    'set/3.mp3': song('C', 'Luna', 'Set', 1971, 3),
    'loose/1.mp3': song('D', 'Nova', 'D', 1990, 1),
    'loose/2.mp3': song('E', 'Luna', 'E', 1990, 2),
  };
  const ids = Object.values(songs).map(({ artist, album, year }) => albumId(artist, album, year));
  const shelf = await earlierShelf(t, { [music]: songs }, ids);
  await shelf.scanner.scan();
  await shelf.moved.look();
  t.strictSame(await shelf.rows(COUNTS), [
    ['Set', 'Various Artists', 3],
    ['Unknown album', 'Various Artists', 2],
  ]);
  const titles: unknown[] = [];
  for (const id of ids) {
    const key = await shelf.library.find('album', id);
    titles.push(...(await shelf.rows(`SELECT title FROM album WHERE key = ${key ?? 0}`)).flat());
  }
  t.strictSame(titles, ['Set', 'Set', 'Set', 'Unknown album', 'Unknown album']);
  t.strictSame(await shelf.likes(), (await shelf.rows('SELECT id FROM album ORDER BY id')).flat());
});

t.test('tracks that were not read again stay where they are', async (t) => {
  const music = await temporaryDirectory(t);
  const disk = await temporaryDirectory(t);
  const liked = albumId('Queen', 'Greatest Hits', 1981);
  const roots = {
    [music]: {
      '1.mp3': song('A', 'Queen', 'Greatest Hits', 1981, 1),
      '2.mp3': song('B', 'ABBA', 'Greatest Hits', 1981, 2),
    },
    [disk]: {
      'queen/1.mp3': song('C', 'Queen', 'Greatest Hits', 1981, 1),
      'queen/2.mp3': song('D', 'Queen', 'Greatest Hits', 1981, 2),
    },
  };
  const shelf = await earlierShelf(t, roots, [liked]);
  await shelf.scanner.scan();
  await shelf.moved.look();
  const apart = [
    ['Greatest Hits', 'Queen', 2],
    ['Greatest Hits', 'Various Artists', 2],
  ];
  t.strictSame(await shelf.rows(COUNTS), apart, 'the disk is away');
  t.strictSame(await shelf.likes(), [liked]);
  await shelf.scanner.stop();

  const whole = await openShelf(t, { music, file: shelf.file, roots: [music, disk] });
  t.equal((await whole.scanner.scan()).read, 2);
  await shelf.moved.look();
  t.strictSame(await whole.rows(COUNTS), apart, 'the disk is back');
  const [queen] = await whole.rows("SELECT id FROM album WHERE artist_name = 'Queen'");
  t.strictSame(await shelf.likes(), queen);
});

t.test('albums that an earlier version parted by release ids come together, with ids, likes and counts', async (t) => {
  const { music, scanner, database, file, rows } = await openShelf(t);
  const tags = { TPE1: 'Nova', TPE2: 'Nova', TALB: 'Half' };
  await put(join(music, 'half/1.mp3'), mp3({ ...tags, TIT2: 'A' }));
  await put(join(music, 'half/2.mp3'), mp3({ ...tags, TIT2: 'B', 'TXXX:MusicBrainz Album Id': RELEASE }));
  await scanner.scan();
  const ids = await rows('SELECT id FROM track ORDER BY location');
  const [[release]] = (await rows('SELECT id FROM album')) as [[string]];
  const sql = new BetterSqlite(file, { nativeBinding: BINDING });
  sql.exec(`INSERT INTO album (id, identity, md5, title, sort_key, artist_name, artist, year, year_string, label, copyright)
      SELECT 'parted', '${music}/half' || char(10) || 'half' || char(10) || 'nova', md5, title, sort_key, artist_name, artist,
        year, year_string, label, copyright FROM album;
    UPDATE track SET album = last_insert_rowid() WHERE title = 'A';
    DELETE FROM release_home;
    UPDATE file SET modified = -1`);
  sql.close();
  const state = databaseIn(await temporaryDirectory(t));
  t.teardown(() => state.close());
  const library = new Library({ records: database, state, log: SILENT_LOG });
  const moved = new MovedFiles({
    ...{ state, records: database, kept: library.kept, roots: [music], log: SILENT_LOG },
    moved: () => library.tracksMoved(),
  });
  await library.like('album', 'parted');
  await library.played(String(ids[0]), 100);
  t.equal((await scanner.scan()).read, 2);
  await moved.look();
  t.strictSame(await rows('SELECT id FROM album'), [[release]]);
  t.strictSame(await rows('SELECT id FROM track ORDER BY location'), ids);
  t.strictSame(await state.read((sql) => sql.prepare('SELECT id FROM liked').pluck().all()), [release]);
  t.match(await library.statsOf(String(ids[0])), { playCount: 1 });
});
