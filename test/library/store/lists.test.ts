import t from 'tap';
import { albumMd5, recordId } from '../../../src/library/ids.js';
import type { Sqlite } from '../../../src/database/sqlite.js';
import { sortKey } from '../../../src/library/sort-key.js';
import type { KeyList } from '../../../src/library/store/lists.js';
import { libraryRig } from '../rig.js';
import { putOnShelf, setAvailable } from '../shelf.js';

const TITLE = { title: 'title' } as const;
const NUMBERS = { disc: 'discNumber', number: 'trackNumber' } as const;

t.test('an order longer than a turn is whole, and sorted by its keys', async (t) => {
  const { library, write } = await libraryRig(t);
  const titles = Array.from({ length: 2500 }, (_, at) => `${['The ', '', 'Ä'][at % 3]}${(at * 7919) % 300} x`);
  await write((sql) =>
    putOnShelf(
      sql,
      '/music',
      titles.map((title, at) => ({ name: String(at), title })),
    ),
  );
  const keys = await library.all('track').keys();
  t.equal(new Set(keys).size, titles.length);
  const rows = JSON.parse((await library.records('track', keys, TITLE)).toString()) as { title: string }[];
  const sorted = titles.map(sortKey).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  t.strictSame(
    rows.map(({ title }) => sortKey(title)),
    sorted,
  );
});

t.test('an order leaves out what is away, from turn to turn', async (t) => {
  const { library, write } = await libraryRig(t);
  const names = Array.from({ length: 1500 }, (_, at) => ({ name: String(at), title: `T ${at}`, album: `A ${at}` }));
  await write((sql) => {
    putOnShelf(sql, '/here', [{ name: 'x', title: 'Here', album: 'Here', genres: ['G'] }]);
    putOnShelf(sql, '/stick', names);
    setAvailable(sql, '/stick', false);
  });
  for (const kind of ['track', 'album', 'artist', 'genre'] as const) {
    t.equal(await library.all(kind).total(), 1, kind);
  }
  await write((sql) => setAvailable(sql, '/stick', true));
  t.equal(await library.all('album').total(), 1501);
});

t.test('what has a track on two volumes is shown while one of them is there', async (t) => {
  const { library, write } = await libraryRig(t);
  const names = Array.from({ length: 2500 }, (_, at) => ({ name: String(at), artist: 'A', album: 'B', genres: ['G'] }));
  await write((sql) => {
    putOnShelf(sql, '/stick', names);
    putOnShelf(sql, '/here', [{ ...names[0]!, name: 'x', title: 'Here' }]);
    setAvailable(sql, '/stick', false);
  });
  for (const kind of ['track', 'album', 'artist', 'genre'] as const) {
    t.equal(await library.all(kind).total(), 1, kind);
  }
  const genres = await library.records('genre', await library.all('genre').keys(), { count: 'tracks' });
  t.equal(genres.toString(), '[{"count":1}]');
  await write((sql) => setAvailable(sql, '/stick', true));
  const again = await library.records('genre', await library.all('genre').keys(), { count: 'tracks' });
  t.equal(again.toString(), '[{"count":2501}]');
});

t.test('the tracks of an album are all there, in their order, however many', async (t) => {
  const { library, write } = await libraryRig(t);
  const ofAlbum = Array.from({ length: 1300 }, (_, at) => ({
    ...{ name: String(at), title: `T ${at}`, artist: 'A', album: 'B' },
    ...{ discNumber: 1 + (at % 3), trackNumber: (at * 7) % 400 },
  }));
  await write((sql) => putOnShelf(sql, '/music', ofAlbum));
  const keys = await library.tracksOf('album', recordId('album', albumMd5('A', 'B', 0))).keys();
  t.equal(new Set(keys).size, ofAlbum.length);
  const rows = JSON.parse((await library.records('track', keys, NUMBERS)).toString()) as [number, number][];
  const numbers = rows.map((row) => Object.values(row)).map(([disc = 0, number = 0]) => disc * 1000 + number);
  t.strictSame(
    numbers,
    [...numbers].sort((one, other) => one - other),
  );
});

t.test('likes are all there, the newest first, however many', async (t) => {
  const { library, state, write } = await libraryRig(t);
  const names = Array.from({ length: 1200 }, (_, at) => String(at));
  await write((sql) =>
    putOnShelf(
      sql,
      '/music',
      names.map((name) => ({ name, title: name })),
    ),
  );
  await state.write((sql) => {
    const like = sql.prepare("INSERT INTO liked VALUES ('track', ?, ?)");
    // Many at the same time: their ids decide.
    for (const name of names) like.run(recordId('track', `/music/${name}`), Math.floor(Number(name) / 50));
  });
  const rows = await library.records('track', await library.liked('track').keys(), TITLE);
  const liked = (JSON.parse(rows.toString()) as { title: string }[]).map(({ title }) => Number(title));
  t.equal(new Set(liked).size, names.length);
  const times = liked.map((title) => Math.floor(title / 50));
  t.strictSame(
    times,
    [...times].sort((one, other) => other - one),
  );
});

t.test('any page of any list is the same part of the whole list, whatever is away', async (t) => {
  const { library, write } = await libraryRig(t);
  const tracks = Array.from({ length: 60 }, (_, at) => ({
    ...{ name: `${at}.mp3`, title: `T ${(at * 7) % 20}`, album: `B ${at % 7}`, albumArtist: `A ${at % 3}` },
    ...{ artists: [`A ${at % 5}`, `A ${(at + 1) % 5}`], genres: [`G ${at % 4}`, 'G'] },
  }));
  await write((sql) => {
    putOnShelf(sql, '/here', tracks);
    putOnShelf(sql, '/stick', tracks);
  });
  const genre = recordId('genre', 'G');
  const artist = recordId('artist', 'A 1');
  const lists = (): KeyList[] => [
    ...(['track', 'album', 'artist', 'genre'] as const).map((kind) => library.all(kind)),
    ...[library.tracksOf('artist', artist), library.tracksOf('genre', genre), library.albumsOf('artist', artist)],
    ...[library.albumsOf('genre', genre), library.artistsOfGenre(genre)],
  ];
  for (const available of [true, false]) {
    await write((sql) => setAvailable(sql, '/stick', available));
    for (const [at, list] of lists().entries()) {
      const all = await list.keys();
      t.ok(all.length > 0, `list ${at}`);
      t.equal(new Set(all).size, all.length);
      t.equal(await list.total(), all.length);
      for (const offset of [0, 1, 3, all.length - 1, all.length, all.length + 5]) {
        const limit = 2;
        t.strictSame(await list.keys({ offset, limit }), all.slice(offset, offset + limit), `${at}: ${offset}`);
      }
    }
  }
});

/** Repeats all albums and tracks: their keys, ids and locations differ, and an album has the tracks of the one it repeats. */
function repeat(sql: Sqlite, times: number): void {
  const most = sql.prepare('SELECT max(max(track.key), max(album.key)) FROM track, album').pluck().get() as number;
  for (const table of ['album', 'track']) {
    const names = sql.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all() as string[];
    const values = names.map((name) => {
      if (name === 'key') return `key + ${most} * copy.n`;
      if (name === 'album') return `album + ${most} * copy.n`;
      return ['id', 'md5', 'identity', 'location'].includes(name) ? `${name} || '-' || copy.n` : `${table}.${name}`;
    });
    sql.exec(`WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < ${times})
      INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM ${table}, copy`);
  }
}

t.test('a list that is read in many time slices is whole and in order, and so is any page of it', async (t) => {
  const { library, records, write } = await libraryRig(t);
  const tracks = Array.from({ length: 60 }, (_, at) => ({
    ...{ name: `${at}.mp3`, title: `T ${(at * 7) % 20}`, album: `B ${at % 12}`, albumArtist: `A ${at % 3}` },
    ...{ artists: [`A ${at % 5}`], year: 1990 + (at % 4), discNumber: at % 2, trackNumber: at % 3 },
  }));
  await write((sql) => {
    putOnShelf(sql, '/here', tracks);
    putOnShelf(
      sql,
      '/stick',
      tracks.map(({ album, ...track }) => ({ ...track, album: `${album} b` })),
    );
    repeat(sql, 200);
  });
  const byAlbum = 'FROM album JOIN track ON track.album = album.key WHERE track.root IN';
  const albums = 'FROM album WHERE key IN (SELECT album FROM track WHERE root IN';
  const inAlbum = 'disc_number, track_number, track.key';
  const cases: readonly (readonly [name: string, list: () => Promise<KeyList>, text: string, order: string])[] = [
    ['all tracks', async () => library.all('track'), 'key FROM track WHERE root IN', 'sort_key, key'],
    ['the newest', () => library.orders.tracks('added'), 'key FROM track WHERE root IN', 'created_at DESC, key'],
    [
      'tracks by artist',
      () => library.orders.tracks('artist'),
      `track.key ${byAlbum}`,
      `artist_sort, album.year DESC, album.sort_key, album.key, ${inAlbum}`,
    ],
    [
      'tracks by album',
      () => library.orders.tracks('album'),
      `track.key ${byAlbum}`,
      `album.sort_key, album.key, ${inAlbum}`,
    ],
    ['all albums', async () => library.all('album'), `key ${albums}`, 'sort_key, key'],
    [
      'albums by artist',
      () => library.orders.albums('artist'),
      `key ${albums}`,
      'artist_sort, year DESC, sort_key, key',
    ],
    ['albums by year', () => library.orders.albums('year'), `key ${albums}`, 'year DESC, sort_key, key'],
    ['the newest albums', () => library.orders.albums('added'), `key ${albums}`, 'key DESC'],
  ];
  for (const available of [true, false]) {
    await write((sql) => setAvailable(sql, '/stick', available));
    const present = '(SELECT key FROM root WHERE available)';
    for (const [name, list, text, order] of cases) {
      const close = text.includes('(') ? ')' : '';
      const expected = await records.read(
        (sql) => sql.prepare(`SELECT ${text} ${present}${close} ORDER BY ${order}`).pluck().all() as number[],
      );
      const found = await (await list()).keys();
      t.ok(found.length > 2000, `${name}: ${found.length}`);
      t.ok(Buffer.from(found.buffer).equals(Buffer.from(Uint32Array.from(expected).buffer)), `${name}: in order`);
      for (const offset of [1, 1999, 2000, 9999, 10_000, 10_001, 20_001, found.length - 1, found.length]) {
        for (const limit of [1, 3, 2000, 2500]) {
          const page = await (await list()).keys({ offset, limit });
          const part = found.subarray(offset, offset + limit);
          if (page.join() !== part.join()) t.fail(`${name}: ${limit} after ${offset}`);
        }
      }
    }
  }
});

t.test('what lists repeat of a track follows the track', async (t) => {
  const { records, write } = await libraryRig(t);
  await write((sql) => {
    putOnShelf(sql, '/here', [{ name: 'a', title: 'A', artist: 'X', album: 'One', genres: ['G'] }]);
    putOnShelf(sql, '/stick', [{ name: 'b', title: 'B', artist: 'X', album: 'Two', genres: ['G'] }]);
    sql.exec(`UPDATE track SET root = (SELECT key FROM root WHERE path = '/stick'),
      album = (SELECT key FROM album WHERE title = 'Two') WHERE title = 'A'`);
  });
  for (const kind of ['artist', 'genre']) {
    const wrong = `SELECT count(*) FROM track_${kind} AS link JOIN track ON track.key = link.track
      WHERE (link.sort_key, link.root, link.album) IS NOT (track.sort_key, track.root, track.album)`;
    t.equal(await records.read((sql) => sql.prepare(wrong).pluck().get()), 0, kind);
  }
});
