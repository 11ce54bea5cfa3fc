import t from 'tap';
import type { RuleCriteria } from '../../../src/library/rules/criteria.js';
import { libraryRig } from '../rig.js';
import { putOnShelf, type ShelfTrack } from '../shelf.js';
import { holdRandomRules } from './random-rules.js';

t.test('rules find and count what a look at every track finds, in the same order, while people listen', async (t) => {
  await holdRandomRules(t, 5, 200);
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
  const [one, same, other] = await Promise.all(
    [7, 7, 8].map((seed) => library.matching('track', { sort_by: 'random' }, seed)),
  );
  t.strictSame(one, same, 'the same seed is the same order');
  t.notSame(one, other);
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

const NAME = { name: 'name' } as const;
const TITLE = { name: 'title' } as const;
