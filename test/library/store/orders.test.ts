import fc from 'fast-check';
import t from 'tap';
import { sortKey } from '../../../src/library/sort-key.js';
import { inOrder } from '../../../src/library/store/orders.js';
import { libraryRig } from '../rig.js';
import { putOnShelf, setAvailable } from '../shelf.js';

const TITLE = { title: 'title' } as const;

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
      return inOrder({ keys: Uint32Array.from(keys), places }, selected).join() === wanted.join();
    }),
  );
  return Promise.resolve();
});
