import { rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../../http/rig.js';
import { mp3, openShelf, put, putAlbum } from './rig.js';

t.test('a scan finds every file and all that hangs on it', async (t) => {
  const { music, scanner, rows, titles } = await openShelf(t);
  await putAlbum(join(music, 'Nova', 'Satellites'), 'Nova', 'Satellites', 3);
  await put(
    join(music, 'both.mp3'),
    mp3({ TIT2: 'Both', TPE1: ['One', 'Other'], TALB: 'Joint', TCON: ['Jazz', 'Rock'], TRCK: '2', TPOS: '2' }),
  );
  const { folders, files, read, failed } = await scanner.scan();
  t.strictSame({ folders, files, read, failed }, { folders: 3, files: 4, read: 4, failed: 0 });
  t.strictSame(await titles(), ['Both', 'Satellites 1', 'Satellites 2', 'Satellites 3']);
  t.strictSame(await rows('SELECT name FROM artist ORDER BY sort_key'), [['Nova'], ['One'], ['Other']]);
  t.strictSame(await rows('SELECT name FROM genre ORDER BY sort_key'), [['Jazz'], ['Rock']]);
  t.strictSame(await rows('SELECT title, artist_name, year FROM album ORDER BY sort_key'), [
    ['Joint', 'One', 0],
    ['Satellites', 'Nova', 1997],
  ]);
  const [both] = await rows(
    `SELECT track_number, disc_number, frequency, bitrate,
      (SELECT group_concat(name, '+') FROM track_artist JOIN artist ON artist.key = track_artist.artist WHERE track = track.key),
      (SELECT count(*) FROM track_genre WHERE track = track.key)
    FROM track WHERE title = 'Both'`,
  );
  t.strictSame(both, [2, 2, 44_100, 128, 'One+Other', 2]);
  t.strictSame(await rows("SELECT count(*) FROM track_words WHERE track_words MATCH 'satell*'"), [[3]]);
  t.strictSame(await rows("SELECT count(*) FROM artist_words WHERE artist_words MATCH 'other'"), [[1]]);
});

t.test('a scan without a change reads no file and writes nothing', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await putAlbum(join(music, 'album'), 'Nova', 'Satellites', 5);
  await scanner.scan();
  const before = await rows('SELECT revision FROM library');
  const { files, read } = await scanner.scan();
  t.strictSame({ files, read }, { files: 5, read: 0 });
  t.strictSame(await rows('SELECT revision FROM library'), before);
  t.equal((await scanner.scan(true)).read, 5, 'unless it is asked to read all again');
});

t.test('a folder is scanned alone, and read again where that is asked for', async (t) => {
  const { music, scanner, titles } = await openShelf(t);
  await putAlbum(join(music, 'a'), 'Nova', 'Satellites', 2);
  await put(join(music, 'b.mp3'), mp3({ TIT2: 'Elsewhere' }));
  t.equal((await scanner.scanFolder(join(music, 'a'))).read, 3, 'a library that was never seen is found as a whole');
  await put(join(music, 'a', '3.mp3'), mp3({ TIT2: 'Third' }));
  t.equal((await scanner.scanFolder(join(music, 'a'))).read, 1);
  t.equal((await scanner.scanFolder(join(music, 'a'), true)).read, 3);
  t.strictSame(await titles(), ['Elsewhere', 'Satellites 1', 'Satellites 2', 'Third']);
});

t.test('a path belongs to the root that contains it, whatever the other roots are called', async (t) => {
  const base = await temporaryDirectory(t);
  const roots = ['a', 'a longer', 'b'].map((name) => join(base, name));
  const { scanner, rows } = await openShelf(t, { roots });
  for (const root of roots) await put(join(root, 'album', '1.mp3'), mp3({ TIT2: 'First' }));
  await scanner.scan();
  for (const folder of [...roots, join(base, 'a longer one')]) {
    await put(join(folder, 'album', '2.mp3'), mp3({ TIT2: 'Second' }));
    await scanner.scanFolder(join(folder, 'album'));
  }
  const found = await rows(
    'SELECT path, count(*) FROM track JOIN root ON root.key = track.root GROUP BY path ORDER BY path',
  );
  t.strictSame(
    found,
    roots.map((root) => [root, 2]),
  );
});

t.test('only what changed is read, and keeps its id', async (t) => {
  const { music, scanner, rows, titles } = await openShelf(t);
  const path = await put(join(music, 'a.mp3'), mp3({ TIT2: 'Before', TPE1: 'Nova', TALB: 'Old' }));
  await put(join(music, 'b.mp3'), mp3({ TIT2: 'Other', TPE1: 'Nova', TALB: 'Old' }));
  await scanner.scan();
  const ids = await rows("SELECT id, created_at FROM track WHERE location LIKE '%/a.mp3'");
  const [before] = await rows('SELECT revision FROM library');
  await put(path, mp3({ TIT2: 'After', TPE1: 'Somebody', TALB: 'New' }));
  t.equal((await scanner.scan()).read, 1);
  t.strictSame(await titles(), ['After', 'Other']);
  t.strictSame(await rows("SELECT id, created_at FROM track WHERE location LIKE '%/a.mp3'"), ids);
  t.strictSame(await rows('SELECT name FROM artist ORDER BY sort_key'), [['Nova'], ['Somebody']]);
  t.strictSame(await rows("SELECT count(*) FROM track_words WHERE track_words MATCH 'before'"), [[0]]);
  const [after] = await rows('SELECT revision FROM library');
  t.ok(Number(after?.[0]) > Number(before?.[0]), 'lists are others');
});

t.test('a file of the same size with another date is read again', async (t) => {
  const { music, scanner } = await openShelf(t);
  const path = await put(join(music, 'a.mp3'), mp3({ TIT2: 'One' }));
  await scanner.scan();
  await put(path, mp3({ TIT2: 'Two' }));
  await utimes(path, 1000, 1000);
  t.equal((await scanner.scan()).read, 1);
});

t.test('sizes and dates are those of fs.stat, before 1970 and between two milliseconds too', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  const dates = [-1.0006, -0.9, 0, 1.9996, 1_700_000_000.1239];
  const expected: unknown[] = [];
  for (const [at, date] of dates.entries()) {
    const path = await put(join(music, `${at}.mp3`), mp3({ TIT2: 'x'.repeat(at + 1) }));
    await utimes(path, date, date);
    const { size, mtimeMs } = await stat(path);
    expected.push([size, Math.trunc(mtimeMs)]);
  }
  t.equal((await scanner.scan()).read, dates.length);
  t.strictSame(await rows('SELECT size, modified FROM file ORDER BY name'), expected);
  t.equal((await scanner.scan()).read, 0);
});

t.test('what is removed disappears, and what has no track any more with it', async (t) => {
  const { music, scanner, rows, titles } = await openShelf(t);
  await putAlbum(join(music, 'a'), 'Nova', 'Satellites', 2);
  await put(join(music, 'b', 'deep', 'x.mp3'), mp3({ TIT2: 'Gone', TPE1: 'Nobody', TALB: 'Void', TCON: 'Noise' }));
  await scanner.scan();
  await rm(join(music, 'b'), { recursive: true });
  await rm(join(music, 'a', '1.mp3'));
  await scanner.scan();
  t.strictSame(await titles(), ['Satellites 2']);
  for (const [kind, name] of Object.entries({ artist: 'Nova', genre: 'Jazz' })) {
    t.strictSame(await rows(`SELECT name FROM ${kind}`), [[name]]);
  }
  t.strictSame(await rows('SELECT title FROM album'), [['Satellites']]);
  t.strictSame(await rows('SELECT count(*) FROM folder'), [[1]]);
  t.strictSame(await rows("SELECT count(*) FROM album_words WHERE album_words MATCH 'void'"), [[0]]);
});

t.test('a folder that was moved keeps nothing where it was', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await putAlbum(join(music, 'old', 'album'), 'Nova', 'Satellites', 2);
  await scanner.scan();
  await rename(join(music, 'old'), join(music, 'new'));
  await scanner.scan();
  t.strictSame(await rows("SELECT count(*) FROM track WHERE location LIKE '%/new/album/%'"), [[2]]);
  t.strictSame(await rows('SELECT count(*) FROM track'), [[2]]);
});

t.test('an album goes on under another of its artists when the first one leaves it', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  const common = { TALB: 'Hits', TCMP: '1', TDRC: '1999' };
  const first = await put(join(music, '1.mp3'), mp3({ ...common, TIT2: 'A', TPE1: 'One' }));
  await put(join(music, '2.mp3'), mp3({ ...common, TIT2: 'B', TPE1: 'Other' }));
  await scanner.scan();
  t.strictSame(await rows('SELECT artist_name FROM album'), [['Various Artists']], 'one compilation of both');
  await rm(first);
  await scanner.scan();
  t.strictSame(await rows('SELECT artist.name FROM album JOIN artist ON artist.key = album.artist'), [['Other']]);
  t.strictSame(await rows('SELECT name FROM artist'), [['Other']]);
});

t.test('a second library of the same files has the same ids', async (t) => {
  const one = await openShelf(t);
  await putAlbum(join(one.music, 'a'), 'Nova', 'Satellites', 3);
  await one.scanner.scan();
  const other = await openShelf(t, { music: one.music });
  await other.scanner.scan();
  for (const kind of ['track', 'album', 'artist', 'genre']) {
    const ids = `SELECT id FROM ${kind} ORDER BY id`;
    t.strictSame(await other.rows(ids), await one.rows(ids), kind);
  }
  t.ok((await stat(other.file)).size > 0);
});
