/** The library's lists, search, likes, counts and revisions. */
import t, { type Test } from 'tap';
import { albumMd5, recordId } from '../../src/library/ids.js';
import { Library } from '../../src/library/library.js';
import { rootId } from '../../src/library/store/known-roots.js';
import { keptLog } from '../fixtures/log.js';
import { libraryRig } from './rig.js';
import { putOnShelf, setAvailable, type ShelfTrack } from './shelf.js';

const NAME = { name: 'name' } as const;
const TITLE = { title: 'title' } as const;
/** An object of its own: statements are kept with the shape of a kind. */
const ALBUM = { title: 'title' } as const;
const COUNTED = { name: 'name', tracks: 'tracks' } as const;
const UNKNOWN = recordId('track', '/nowhere');

const trackId = (location: string): string => recordId('track', location);
const albumId = (artist: string, title: string): string => recordId('album', albumMd5(artist, title, 0));

/** MusicBrainz release id that makes the tracks of both volumes one album. */
const RELEASE = { releaseId: '0f5e5a26-8e2c-4a1d-9c0e-2b5a3c7d9e10' } as const;

/** Two volumes; on the stick are an album of its own, and a track of an album, an artist and a genre of the other one. */
async function twoVolumes(t: Test) {
  const rig = await libraryRig(t);
  const here: ShelfTrack[] = [
    { name: 'b', title: 'b', artist: 'Ann', albumArtist: 'Ann', album: 'One', genres: ['Jazz'], trackNumber: 2 },
    { name: 'a', title: 'a', artist: 'Ann', albumArtist: 'Ann', album: 'One', genres: ['Jazz', 'Pop'], trackNumber: 1 },
    { name: 'c', title: 'c', artist: 'Bea', albumArtist: 'Ann', album: 'Two', genres: ['Pop'], discNumber: 2 },
  ].map((track) => ({ ...track, artists: [track.artist], ...(track.album === 'One' && RELEASE) }));
  const stick: ShelfTrack[] = [
    { name: 'd', title: 'd', artist: 'Ann', albumArtist: 'Ann', album: 'One', genres: ['Jazz'], trackNumber: 3 },
    { name: 'e', title: 'e', artist: 'Cid', albumArtist: 'Cid', album: 'Six', genres: ['Folk'] },
  ].map((track) => ({ ...track, artists: [track.artist], ...(track.album === 'One' && RELEASE) }));
  await rig.write((sql) => {
    putOnShelf(sql, '/here', here);
    putOnShelf(sql, '/stick', stick);
  });
  const { library } = rig;
  const parsed = (bytes: Buffer): string =>
    (JSON.parse(bytes.toString()) as object[]).map((row) => Object.values(row).join(' ')).join();
  const titles = async (keys: Promise<ArrayLike<number>>) => parsed(await library.records('track', await keys, TITLE));
  const albums = async (keys: Promise<ArrayLike<number>>) => parsed(await library.records('album', await keys, ALBUM));
  const artists = async (keys: Promise<ArrayLike<number>>) => parsed(await library.records('artist', await keys, NAME));
  const genres = async () => parsed(await library.records('genre', await library.all('genre').keys(), COUNTED));
  const pull = (isPulled: boolean) => rig.write((sql) => setAvailable(sql, '/stick', !isPulled));
  return { ...rig, titles, albums, artists, genres, pull };
}

t.test('lists leave out a volume that is away, and show it when it is back', async (t) => {
  const { library, titles, albums, artists, genres, pull } = await twoVolumes(t);
  const artist = (name: string) => recordId('artist', name);
  const genre = (name: string) => recordId('genre', name);
  const lists = async () => ({
    tracks: await titles(library.all('track').keys()),
    albums: await albums(library.all('album').keys()),
    artists: await artists(library.all('artist').keys()),
    genres: await genres(),
    ofAlbum: await titles(library.tracksOf('album', albumId('Ann', 'One')).keys()),
    ofArtist: await titles(library.tracksOf('artist', artist('Ann')).keys()),
    ofGenre: await titles(library.tracksOf('genre', genre('Jazz')).keys()),
    albumsOfArtist: await albums(library.albumsOf('artist', artist('Ann')).keys()),
    albumsOfPlayer: await albums(library.albumsOf('artist', artist('Bea')).keys()),
    albumsOfGenre: await albums(library.albumsOf('genre', genre('Pop')).keys()),
    artistsOfGenre: await artists(library.artistsOfGenre(genre('Pop')).keys()),
    artistsOfAbsent: await artists(library.artistsOfGenre(genre('Folk')).keys()),
  });
  const whole = {
    tracks: 'a,b,c,d,e',
    albums: 'One,Six,Two',
    artists: 'Ann,Bea,Cid',
    genres: 'Folk 1,Jazz 3,Pop 2',
    ofAlbum: 'a,b,d',
    ofArtist: 'a,b,d',
    ofGenre: 'a,b,d',
    albumsOfArtist: 'One',
    albumsOfPlayer: 'Two',
    albumsOfGenre: 'One,Two',
    artistsOfGenre: 'Ann,Bea',
    artistsOfAbsent: 'Cid',
  };
  t.strictSame(await lists(), whole);
  await pull(true);
  t.strictSame(await lists(), {
    ...whole,
    tracks: 'a,b,c',
    albums: 'One,Two',
    artists: 'Ann,Bea',
    genres: 'Jazz 2,Pop 2',
    ofAlbum: 'a,b',
    ofArtist: 'a,b',
    ofGenre: 'a,b',
    artistsOfAbsent: '',
  });
  await pull(false);
  t.strictSame(await lists(), whole);
});

t.test('search leaves out a volume that is away', async (t) => {
  const { library, pull } = await twoVolumes(t);
  const shapes = { track: TITLE, album: ALBUM, artist: NAME };
  const found = async (text: string) => {
    const results = await library.search(text, shapes);
    return [results.track, results.album, results.artist].map((bytes) => bytes.toString()).join(' ');
  };
  for (const [text, whole, pulled] of [
    ['e', '[{"title":"e"}] [] []', '[] [] []'],
    ['d', '[{"title":"d"}] [] []', '[] [] []'],
    ['six', '[{"title":"e"}] [{"title":"Six"}] []', '[] [] []'],
    ['cid', '[{"title":"e"}] [{"title":"Six"}] [{"name":"Cid"}]', '[] [] []'],
    [
      'one',
      '[{"title":"b"},{"title":"a"},{"title":"d"}] [{"title":"One"}] []',
      '[{"title":"b"},{"title":"a"}] [{"title":"One"}] []',
    ],
    ['bea', '[{"title":"c"}] [] [{"name":"Bea"}]', '[{"title":"c"}] [] [{"name":"Bea"}]'],
    ['...', '[] [] []', '[] [] []'],
  ] as const) {
    await pull(false);
    t.equal(await found(text), whole, text);
    await pull(true);
    t.equal(await found(text), pulled, `${text} without the stick`);
  }
});

t.test('volumes are listed with their number of tracks, whether they are there or not', async (t) => {
  const { library, pull } = await twoVolumes(t);
  const volume = (path: string, tracks: number, available: boolean) => ({
    id: rootId(path),
    ...{ path, available, mounted: false, tracks, bytes: tracks * 1000 },
  });
  t.strictSame(await library.roots(), [volume('/here', 3, true), volume('/stick', 2, true)]);
  await pull(true);
  t.strictSame(await library.roots(), [volume('/here', 3, true), volume('/stick', 2, false)]);
});

t.test('a volume of more tracks than are counted at a time has all of them', async (t) => {
  const { library, write } = await libraryRig(t);
  await write((sql) => {
    putOnShelf(sql, '/here', [{ name: 'x' }]);
    const { artist, album, root, file } = sql.prepare('SELECT artist, album, root, file FROM track').get() as Record<
      string,
      number
    >;
    const columns = (sql.pragma('table_info(track)') as { name: string }[]).map(({ name }) => name);
    t.ok(artist && album && root && file);
    const copied = columns.map((name) =>
      name === 'key' ? 'at.value + 100' : ['id', 'location'].includes(name) ? `${name} || at.value` : name,
    );
    sql.exec(`WITH at(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM at WHERE value < 20000)
      INSERT INTO track (${columns.join()}) SELECT ${copied.join()} FROM at CROSS JOIN track WHERE track.key = 1`);
  });
  t.match(await library.roots(), [{ path: '/here', tracks: 20_001 }]);
  let [locations, pages] = [new Set<string>(), 0];
  for await (const page of library.allLocations()) {
    locations = new Set([...locations, ...page]);
    pages += 1;
  }
  t.equal(locations.size, 20_001);
  t.ok(pages > 10, 'in pages');
});

t.test('tracks are named by their ids with what is known of them, and streams too', async (t) => {
  const { library, pull } = await twoVolumes(t);
  const url = 'http://radio.example/';
  await library.saveStream({ url, title: 'Radio', artist: '', album: '', length: 0 });
  await pull(true);
  const stream = recordId('track', url);
  const [d, unknown, radio, a, again] = await library.named([
    trackId('/stick/d'),
    UNKNOWN,
    stream,
    trackId('/here/a'),
    stream,
  ]);
  t.match(d, { location: '/stick/d', available: false, title: 'd', artist: 'Ann', album: 'One', stream: undefined });
  t.equal(unknown, undefined);
  t.match(radio, { stream: { id: stream, url, title: 'Radio' } });
  t.match(a, { location: '/here/a', available: true, title: 'a' });
  t.strictSame(again, radio);
});

t.test('an unknown id is an error, or has an empty list', async (t) => {
  const { library } = await twoVolumes(t);
  for (const keys of [
    library.tracksOf('album', UNKNOWN).keys(),
    library.tracksOf('artist', UNKNOWN).keys(),
    library.tracksOf('genre', UNKNOWN).keys(),
    library.albumsOf('artist', UNKNOWN).keys(),
    library.albumsOf('genre', UNKNOWN).keys(),
  ]) {
    t.equal((await keys).length, 0);
  }
  t.equal(await library.find('album', UNKNOWN), undefined);
  t.equal(await library.find('artist', trackId('/here/a')), undefined, 'an id of another kind');
  t.equal(await library.pictureOf(UNKNOWN), undefined);
  t.equal(await library.statsOf(UNKNOWN), undefined);
  t.equal(await library.findStream(UNKNOWN), undefined);
  await t.rejects(library.fileOf(UNKNOWN), { code: 'UNKNOWN_ID', message: 'There is no track with this id.' });
  await t.rejects(library.like('album', UNKNOWN), { code: 'UNKNOWN_ID', message: 'There is no album with this id.' });
  await t.rejects(library.unlike('track', UNKNOWN), { code: 'UNKNOWN_ID' });
  t.equal(await library.fileOf(trackId('/stick/d')), '/stick/d');
});

t.test('likes are listed newest first, stay while their track is away, and can be removed then', async (t) => {
  const { library, titles, pull } = await twoVolumes(t);
  let reports = 0;
  const leave = library.subscribeToLikes(() => reports++);
  let now = 1_000_000;
  t.capture(Date, 'now', () => now++);
  for (const name of ['/here/b', '/stick/e', '/here/a', '/here/b']) await library.like('track', trackId(name));
  t.equal(reports, 4);
  t.equal(await titles(library.liked('track').keys()), 'a,e,b', 'what is liked already keeps its time');
  t.equal(await library.liked('album').total(), 0);
  await pull(true);
  t.equal(await titles(library.liked('track').keys()), 'a,b');
  t.equal(await library.isLiked('track', trackId('/stick/e')), true);
  await library.unlike('track', trackId('/stick/e'));
  t.equal(await library.isLiked('track', trackId('/stick/e')), false);
  leave();
  await library.unlike('track', trackId('/here/a'));
  t.equal(reports, 5);
  t.equal(await titles(library.liked('track').keys()), 'b');
});

t.test('an album can be liked and unliked by its former id', async (t) => {
  const { library, state, albums, write } = await twoVolumes(t);
  const [now, before] = [albumId('Ann', 'Two'), albumId('Ann', '2')];
  await write((sql) => sql.prepare('INSERT INTO album_moved (was, id) VALUES (?, ?)').run(before, now));
  await library.like('album', before);
  t.equal(await albums(library.liked('album').keys()), 'Two');
  // A like that was saved under the former id keeps that id until the migration of likes.
  await state.write((sql) => sql.prepare("INSERT INTO liked (kind, id, at) VALUES ('album', ?, 1)").run(before));
  await library.unlike('album', before);
  t.equal(await albums(library.liked('album').keys()), '');
  t.strictSame([await library.isLiked('album', now), await library.isLiked('album', before)], [false, false]);
});

t.test('likes of one second, more than a batch, are each read once', async (t) => {
  const { library, state } = await libraryRig(t);
  await state.write((sql) => {
    const like = sql.prepare("INSERT INTO liked (kind, id, at) VALUES ('track', ?, 7)");
    for (let at = 0; at < 1000; at++) like.run(`id ${at}`);
  });
  t.equal(await library.liked('track').total(), 0, 'nobody knows them');
});

t.test('plays and skips are counted at their time, or now', async (t) => {
  const { library } = await libraryRig(t);
  t.capture(Date, 'now', () => 1_700_000_000_999);
  await library.played('x', 5);
  await library.skipped('x', 6);
  t.match(await library.statsOf('x'), {
    playCount: 1,
    skipCount: 1,
    lastPlayed: 5,
    lastSkipped: 6,
    updatedAt: 1_700_000_000,
  });
  await library.played('x');
  await library.skipped('x');
  t.match(await library.statsOf('x'), {
    playCount: 2,
    skipCount: 2,
    lastPlayed: 1_700_000_000,
    lastSkipped: 1_700_000_000,
  });
});

t.test('each revision is another one after a change of its own, and only then', async (t) => {
  const { library, write, pull } = await twoVolumes(t);
  const id = trackId('/here/a');
  const read = async () => ({
    library: await library.revision(),
    likes: library.likesRevision,
    stats: library.statsRevision,
    streams: library.streamsRevision,
  });
  type Revisions = Awaited<ReturnType<typeof read>>;
  const radio = { url: 'http://radio.example/', title: 'Radio', artist: '', album: '', length: 0 };
  const changes: readonly [string, () => unknown, readonly (keyof Revisions)[]][] = [
    ['nothing', () => undefined, []],
    ['a scan', () => write(() => undefined), ['library']],
    ['a pulled stick', () => pull(true), ['library']],
    ['a like', () => library.like('track', id), ['likes']],
    ['no like any more', () => library.unlike('track', id), ['likes']],
    ['a play', () => library.played(id), ['stats']],
    ['a skip', () => library.skipped(id), ['stats']],
    ['a stream', () => library.saveStream(radio), ['streams']],
    ['moved files', () => library.tracksMoved(), ['likes', 'stats']],
    ['a restored backup', () => library.peopleRenewed(), ['likes', 'stats', 'streams']],
  ];
  let before = await read();
  for (const [name, change, expected] of changes) {
    await change();
    const now = await read();
    const keys = Object.keys(now) as (keyof Revisions)[];
    t.strictSame(
      keys.filter((key) => now[key] !== before[key]),
      expected,
      name,
    );
    before = now;
  }
});

t.test('the revision changes with the availability of a volume alone', async (t) => {
  const { library, records } = await twoVolumes(t);
  const before = await library.revision();
  await records.write((sql) => setAvailable(sql, '/stick', false));
  const pulled = await library.revision();
  t.not(pulled, before);
  await records.write((sql) => setAvailable(sql, '/here', false));
  t.not(await library.revision(), pulled);
  await records.write((sql) => {
    setAvailable(sql, '/here', true);
    setAvailable(sql, '/stick', true);
  });
  t.equal(await library.revision(), before);
});

t.test('the queue gets the records of its locations, and new ones when the library has changed', async (t) => {
  const { library, write } = await twoVolumes(t);
  const entriesOf = async (...locations: string[]) => {
    const known = await library.entries(locations, TITLE);
    return locations.map((location) => known.get(location));
  };
  t.strictSame(await entriesOf('/here/a', '/here/x', '/stick/d'), ['{"title":"a"}', undefined, '{"title":"d"}']);
  await write((sql) => putOnShelf(sql, '/here', [{ name: 'x', title: 'New' }]));
  t.strictSame(await entriesOf('/here/x'), ['{"title":"New"}']);
});

t.test('queries of the queue never fail, and the log says once that the library cannot be read', async (t) => {
  const { records, state } = await libraryRig(t);
  t.capture(records, 'read', () => Promise.reject(new Error('out of order')));
  t.capture(state, 'read', () => Promise.reject(new Error('out of order')));
  for (const [name, ask, answer] of [
    ['entries', (library: Library) => library.entries(['/a'], TITLE), new Map()],
    ['partOf', (library: Library) => library.partOf('/a.flac#track=1'), undefined],
    ['streamsAt', (library: Library) => library.streamsAt(['http://radio.example/']), []],
  ] as const) {
    const { log, lines } = keptLog('library');
    const library = new Library({ records, state, log });
    t.strictSame(await library.streamsAt([]), [], 'nothing is asked for nothing');
    t.strictSame(lines, []);
    for (let round = 0; round < 2; round++) t.strictSame(await ask(library), answer, name);
    t.strictSame(lines, ['<4>library: the library cannot be read error="out of order"'], name);
  }
});
