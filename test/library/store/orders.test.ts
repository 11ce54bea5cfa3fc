import fc from 'fast-check';
import t from 'tap';
import { albumMd5, recordId } from '../../../src/library/ids.js';
import { sortKey } from '../../../src/library/sort-key.js';
import { inOrder } from '../../../src/library/store/orders.js';
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
  const keys = await library.all('track');
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
    t.equal((await library.all(kind)).length, 1, kind);
  }
  await write((sql) => setAvailable(sql, '/stick', true));
  t.equal((await library.all('album')).length, 1501);
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
    t.equal((await library.all(kind)).length, 1, kind);
  }
  const genres = await library.records('genre', await library.all('genre'), { count: 'tracks' });
  t.equal(genres.toString(), '[{"count":1}]');
  await write((sql) => setAvailable(sql, '/stick', true));
  const again = await library.records('genre', await library.all('genre'), { count: 'tracks' });
  t.equal(again.toString(), '[{"count":2501}]');
});

t.test('the tracks of an album are all there, in their order, however many', async (t) => {
  const { library, write } = await libraryRig(t);
  const ofAlbum = Array.from({ length: 1300 }, (_, at) => ({
    ...{ name: String(at), title: `T ${at}`, artist: 'A', album: 'B' },
    ...{ discNumber: 1 + (at % 3), trackNumber: (at * 7) % 400 },
  }));
  await write((sql) => putOnShelf(sql, '/music', ofAlbum));
  const keys = await library.tracksOfAlbum(recordId('album', albumMd5('A', 'B', 0)));
  t.equal(new Set(keys).size, ofAlbum.length);
  const rows = JSON.parse((await library.records('track', keys, NUMBERS)).toString()) as [number, number][];
  const places = rows.map((row) => Object.values(row)).map(([disc = 0, number = 0]) => disc * 1000 + number);
  t.strictSame(
    places,
    [...places].sort((one, other) => one - other),
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
  const rows = await library.records('track', await library.liked('track'), TITLE);
  const liked = (JSON.parse(rows.toString()) as { title: string }[]).map(({ title }) => Number(title));
  t.equal(new Set(liked).size, names.length);
  const times = liked.map((title) => Math.floor(title / 50));
  t.strictSame(
    times,
    [...times].sort((one, other) => other - one),
  );
});

t.test('an order is made once for a state of the library', async (t) => {
  const { library, write } = await libraryRig(t);
  await write((sql) => putOnShelf(sql, '/music', [{ name: 'a' }]));
  const [one, other] = await Promise.all([library.all('track'), library.all('track')]);
  t.equal(one, other);
  await write((sql) => putOnShelf(sql, '/music', [{ name: 'b' }]));
  t.equal((await library.all('track')).length, 2);
});

t.test('a selection is brought into order, each once, without what is not shown', () => {
  const order = fc.uniqueArray(fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(order, fc.array(fc.integer({ min: 1, max: 90 })), (keys, selected) => {
      const places = new Uint32Array(61);
      keys.forEach((key, at) => (places[key] = at + 1));
      const wanted = keys.filter((key) => selected.includes(key));
      // A selection is brought into order in one way when it is small beside the list, and in another when it is not.
      const rest = Uint32Array.from({ length: 2000 }, (_, at) => 1000 + at);
      const long = Uint32Array.from([...keys, ...rest]);
      const longPlaces = new Uint32Array(3000);
      long.forEach((key, at) => (longPlaces[key] = at + 1));
      return (
        inOrder({ keys: Uint32Array.from(keys), places }, selected).join() === wanted.join() &&
        inOrder({ keys: long, places: longPlaces }, selected).join() === wanted.join()
      );
    }),
  );
  return Promise.resolve();
});
