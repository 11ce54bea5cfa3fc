import fc from 'fast-check';
import t from 'tap';
import { recordId } from '../../../src/library/ids.js';
import { FIELD_KINDS, OPERATORS, type RuleCriteria, SORTS, UNITS } from '../../../src/library/rules/criteria.js';
import { libraryRig } from '../rig.js';
import { putOnShelf, type ShelfTrack } from '../shelf.js';
import { bruteForce, type PlainTrack } from './brute-force.js';

const FIELDS = ['date_added', 'year', 'genre', 'artist', 'album', 'duration_ms', 'bitrate', 'is_liked'] as const;
const GENRES = ['', 'Rock', 'rock', 'ÄÖ', 'äö', 'Post-Rock'];
const NUMBERS = [0, 1, 1990, 2000, 180_000, 320];
const NOW = Math.floor(Date.now() / 1000);
const COUNT = 60;

/** All combinations of a few values, each by itself in a row; titles in their order. */
const TRACKS: readonly PlainTrack[] = Array.from({ length: COUNT }, (_, at) => {
  const pick = <Value>(values: readonly Value[], step: number): Value => values[Math.floor(at / step) % values.length]!;
  return {
    id: recordId('track', `/music/${at}`),
    title: String(at).padStart(3, '0'),
    genre: pick(GENRES, 1),
    artist: pick(['Abba', 'Zappa', 'abbacus'], 2),
    album: pick(['B side', 'a side'], 3),
    year: pick([0, 1990, 2000], 5),
    length: pick([1, 180_000, 400_000], 7),
    bitrate: pick([0, 128, 320], 4),
    // Far from the ends of the spans that are asked for: the clock goes on.
    added: NOW - 43_200 - 86_400 * pick([0, 6, 13, 29, 59, 364, 729], 2),
    liked: at % 5 === 0,
  };
});

const condition = fc.constantFrom(...FIELDS).chain((field) => {
  const value = {
    text: fc.constantFrom(...GENRES, 'abba', 'o'),
    number: fc.constantFrom(...NUMBERS, 0.5),
    time: fc.constantFrom(0, 1, 2, 7, 14, NOW - 1_000_000),
    boolean: fc.boolean(),
  }[FIELD_KINDS[field]] as fc.Arbitrary<unknown>;
  const unit = fc.constantFrom(...UNITS, null);
  return fc.record({ field: fc.constant(field), operator: fc.constantFrom(...OPERATORS), value, value2: value, unit });
});

const criteria = fc.record(
  {
    match_type: fc.constantFrom('all', 'any'),
    conditions: fc.array(condition, { maxLength: 4 }),
    limit: fc.option(fc.nat(COUNT)),
    sort_by: fc.constantFrom(...SORTS.filter((sort) => !/random|count|played/.test(sort)), null),
    sort_order: fc.constantFrom('ASC', 'DESC', null),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<RuleCriteria>;

t.test('rules find what a look at every track finds, in the same order', async (t) => {
  const { library, write } = await libraryRig(t);
  const shelf = TRACKS.map((track, at): ShelfTrack => ({ ...track, name: String(at), albumArtist: 'Various' }));
  await write((sql) => {
    putOnShelf(sql, '/music', shelf);
    const date = sql.prepare('UPDATE track SET created_at = ? WHERE id = ?');
    for (const { id, added } of TRACKS) date.run(added, id);
  });
  for (const { id, liked } of TRACKS) if (liked) await library.like('track', id);
  const ids = async (rules: RuleCriteria): Promise<string[]> => {
    const rows = await library.records('track', await library.matching('track', rules), ID);
    return (JSON.parse(rows.toString()) as { id: string }[]).map(({ id }) => id);
  };
  await fc.assert(
    fc.asyncProperty(criteria, async (rules) => {
      const expected = bruteForce(TRACKS, rules, Math.floor(Date.now() / 1000));
      return (await ids(rules)).join() === expected.join();
    }),
    { numRuns: 300 },
  );
});

t.test('a random order holds every match once, and is not always the same', async (t) => {
  const { library, write } = await libraryRig(t);
  await write((sql) =>
    putOnShelf(
      sql,
      '/music',
      Array.from({ length: 50 }, (_, at) => ({ name: String(at) })),
    ),
  );
  const orders = await Promise.all(Array.from({ length: 4 }, () => library.matching('track', { sort_by: 'random' })));
  const all = await library.all('track');
  for (const order of orders) t.strictSame([...order].sort(), [...all].sort());
  t.ok(new Set(orders.map((order) => order.join())).size > 1);
});

t.test('albums and artists stand once, in the order of their first track', async (t) => {
  const { library, write } = await libraryRig(t);
  const put = (title: string, artist: string): ShelfTrack => ({ name: title, title, artist, album: `of ${artist}` });
  await write((sql) => putOnShelf(sql, '/music', [put('a', 'Z'), put('b', 'Y'), put('c', 'Z'), put('d', 'X')]));
  const names = async (kind: 'artist' | 'album', rules: RuleCriteria): Promise<string> => {
    const keys = await library.matching(kind, { ...rules, sort_by: 'title', sort_order: 'ASC' });
    const rows = kind === 'artist' ? library.records(kind, keys, NAME) : library.records(kind, keys, TITLE);
    return (JSON.parse((await rows).toString()) as { name: string }[]).map(({ name }) => name).join();
  };
  t.equal(await names('artist', {}), 'Z,Y,X');
  t.equal(await names('album', {}), 'of Z,of Y,of X');
  t.equal(await names('artist', { limit: 1 }), 'Z', 'the limit is one of tracks');
});

t.test('the event loop turns while tracks are looked at, on the quickest machine too', async (t) => {
  const { library, write } = await libraryRig(t);
  const shelf = Array.from({ length: 3000 }, (_, at): ShelfTrack => ({ name: String(at), artist: `A ${at % 9}` }));
  await write((sql) => putOnShelf(sql, '/music', shelf));
  for (const kind of ['track', 'artist'] as const) await library.all(kind);
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const artists = await library.matching('artist', { sort_by: 'year', sort_order: 'ASC' });
  isOver = true;
  t.equal(artists.length, 9);
  t.ok(turns >= 4, `${turns} turns`);
});

const ID = { id: 'id' } as const;
const NAME = { name: 'name' } as const;
const TITLE = { name: 'title' } as const;
