import t from 'tap';
import { ranksOf, type TrackColumns } from '../../../src/library/rules/columns.js';
import { type RuleCriteria, toRules } from '../../../src/library/rules/criteria.js';
import { countMatches, findMatches } from '../../../src/library/rules/matches.js';
import { Turn } from '../../../src/library/turn.js';
import { libraryRig } from '../rig.js';
import { putOnShelf, type ShelfTrack } from '../shelf.js';
import { holdRandomRules } from './random-rules.js';

t.test(
  'rules find and count the tracks that a check of each one finds, in order, while plays and likes change',
  async (t) => {
    await holdRandomRules(t, 5, 200);
  },
);

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
  const all = await library.all('track').keys();
  for (const order of orders) t.strictSame([...order].sort(), [...all].sort());
  t.ok(new Set(orders.map((order) => order.join())).size > 1);
  const [one, same, other] = await Promise.all(
    [7, 7, 8].map((seed) => library.matching('track', { sort_by: 'random' }, seed)),
  );
  t.strictSame(one, same, 'the same seed is the same order');
  t.notSame(one, other);
});

t.test('albums and artists are listed once, in the order of their first track', async (t) => {
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

t.test('each artist of a track finds it, and one that is not wanted leaves it out', async (t) => {
  const { library, write } = await libraryRig(t);
  await write((sql) =>
    putOnShelf(sql, '/music', [
      { name: 'a', title: 'a', artist: 'Miles Davis; John Coltrane', artists: ['Miles Davis; John Coltrane'] },
      { name: 'b', title: 'b', artist: 'Miles Davis', artists: ['Miles Davis', 'Gil Evans'] },
      { name: 'c', title: 'c', artist: 'AC/DC', artists: ['AC/DC'] },
    ]),
  );
  const titles = async (operator: 'is' | 'is_not' | 'contains' | 'not_contains', value: string): Promise<string> => {
    const conditions = [{ field: 'artist' as const, operator, value }];
    const keys = await library.matching('track', {
      match_type: 'all' as const,
      conditions,
      sort_by: 'title',
      sort_order: 'ASC',
    });
    const rows = JSON.parse((await library.records('track', keys, TITLE_OF_TRACK)).toString()) as { title: string }[];
    return rows.map(({ title }) => title).join();
  };
  t.equal(await titles('is', 'miles davis'), 'a,b');
  t.equal(await titles('is', 'John Coltrane'), 'a');
  t.equal(await titles('is', 'Miles Davis; John Coltrane'), 'a');
  t.equal(await titles('is', 'Gil Evans'), 'b');
  t.equal(await titles('is', 'AC'), '');
  t.equal(await titles('is_not', 'Miles Davis'), 'c');
  t.equal(await titles('contains', 'evans'), 'b');
  t.equal(await titles('not_contains', 'coltrane'), 'b,c');
});

t.test('a search by rules lets the event loop run, on the fastest machine too', async (t) => {
  const { library, write } = await libraryRig(t);
  const shelf = Array.from({ length: 3000 }, (_, at): ShelfTrack => ({ name: String(at), artist: `A ${at % 9}` }));
  await write((sql) => putOnShelf(sql, '/music', shelf));
  for (const kind of ['track', 'artist'] as const) await library.all(kind).keys();
  let rounds = 0;
  let isOver = false;
  const turn = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const artists = await library.matching('artist', { sort_by: 'year', sort_order: 'ASC' });
  isOver = true;
  t.equal(artists.length, 9);
  t.ok(rounds >= 4, `${rounds} turns of the event loop`);
});

/** Columns without a library: track `key` has its key in every number. */
function columnsOf(rows: number): TrackColumns {
  // By title they come in another order than that in which they were found.
  const keys = Uint32Array.from({ length: rows }, (_, at) => ((at * 7919) % rows) + 1);
  const each = (value: (key: number) => number): Uint32Array => keys.map(value);
  const zeros = (): Uint32Array => new Uint32Array(rows);
  const parity = { codes: each((key) => key % 2), texts: ['even', 'odd'] };
  return {
    revision: '',
    keys,
    ranks: ranksOf(keys),
    artist: each((key) => (key % 50) + 1),
    album: each((key) => rows - key),
    numbers: {
      ...{ play_count: each((key) => key), skip_count: zeros(), last_played: zeros(), last_skipped: zeros() },
      ...{
        is_liked: zeros(),
        date_added: zeros(),
        year: each((key) => key % 3),
        duration_ms: zeros(),
        bitrate: zeros(),
      },
    },
    texts: { genre: parity, artist: parity, album: parity },
  };
}

t.test('however many tracks and conditions there are, each match is found once, in order, and counted', async (t) => {
  const moment = { now: 0, seed: 7 };
  const odd = { field: 'genre', operator: 'is', value: 'odd' } as const;
  for (const rows of [1, 512, 513, 8193, 20_011]) {
    const columns = columnsOf(rows);
    const keys = [...columns.keys];
    for (const count of [1, 8, 9]) {
      const rules = toRules({ conditions: Array(count).fill(odd), sort_by: 'title', sort_order: 'ASC' });
      const wanted = keys.filter((key) => key % 2 === 1);
      const found = await findMatches('track', rules, columns, undefined, moment, new Turn());
      t.equal(found.join(), wanted.join(), `${rows} tracks, ${count} conditions`);
      t.equal(await countMatches(rules, columns, 0, new Turn()), wanted.length);
    }
    const byPlays = toRules({ sort_by: 'play_count', sort_order: 'DESC' });
    const plays = await findMatches('track', byPlays, columns, undefined, moment, new Turn());
    t.equal(plays.join(), keys.toSorted((one, other) => other - one).join(), `${rows} tracks by plays`);
    const byYear = toRules({ sort_by: 'year', sort_order: 'ASC' });
    const years = await findMatches('track', byYear, columns, undefined, moment, new Turn());
    t.equal(years.join(), keys.toSorted((one, other) => (one % 3) - (other % 3)).join(), 'of one year by title');
    const artists = await findMatches(
      'artist',
      toRules({ sort_by: 'title', sort_order: 'DESC' }),
      columns,
      undefined,
      moment,
      new Turn(),
    );
    t.equal(artists.join(), [...new Set(keys.toReversed().map((key) => (key % 50) + 1))].join());
    t.equal(await countMatches(toRules({ conditions: [] }), columns, 0, new Turn()), rows, 'without conditions all');
  }
});

t.test('a random order mixes well: neighbours, and neighbouring seeds, have nothing in common', async (t) => {
  const columns = columnsOf(5000);
  const order = async (seed: number): Promise<number[]> => [
    ...(await findMatches('track', toRules({ sort_by: 'random' }), columns, undefined, { now: 0, seed }, new Turn())),
  ];
  const [one, other] = [await order(1), await order(2)];
  for (const keys of [one, other]) {
    t.equal(new Set(keys).size, 5000);
    const rises = keys.filter((key, at) => at > 0 && key > (keys[at - 1] ?? 0)).length;
    t.ok(rises > 2300 && rises < 2700, `${rises} rises`);
    const small = keys.slice(0, 2500).filter((key) => key <= 2500).length;
    t.ok(small > 1150 && small < 1350, `${small} of the first half in front`);
  }
  const same = one.filter((key, at) => key === other[at]).length;
  t.ok(same < 20, `${same} at the same index`);
});

const NAME = { name: 'name' } as const;
const TITLE = { name: 'title' } as const;
const TITLE_OF_TRACK = { title: 'title' } as const;
