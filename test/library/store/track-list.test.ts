import fc from 'fast-check';
import t, { type Test } from 'tap';
import { TRACK } from '../../../src/http/wire/track.js';
import { type LibraryRig, libraryRig } from '../rig.js';
import { listTracks, putOnShelf, setAvailable, type ShelfTrack } from '../shelf.js';

const COUNT = 300;
const titled = (count: number, first = 0): ShelfTrack[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `${first + at}.mp3`,
    title: `${['The ', '', 'Ä '][at % 3]}${((first + at) * 7919) % 97}`,
    artist: `A ${at % 5}`,
    genres: at % 2 === 0 ? ['G'] : [],
    picture: at % 7 === 0 ? 'image/jpeg' : '',
  }));

async function listed(t: Test, count = COUNT): Promise<LibraryRig> {
  const rig = await libraryRig(t);
  await rig.write((sql) => {
    putOnShelf(sql, '/here', titled(count));
    listTracks(sql);
  });
  return rig;
}

/** Whether the rows came from the list: nothing else shows what is written there now. */
async function isFromList({ library, records }: LibraryRig, keys: ArrayLike<number>): Promise<boolean> {
  await records.write((sql) => sql.prepare("UPDATE track_list SET json = json_set(json, '$.title', 'listed')").run());
  const rows = JSON.parse((await library.neighbours(keys, TRACK)).toString()) as { title: string }[];
  return rows.length > 0 && rows.every(({ title }) => title === 'listed');
}

t.test('neighbours in the list are what they are one by one', async (t) => {
  const { library } = await listed(t);
  const all = await library.all('track');
  const bounds = fc.tuple(fc.nat({ max: COUNT }), fc.nat({ max: COUNT }));
  await fc.assert(
    fc.asyncProperty(bounds, async ([one, other]) => {
      const keys = all.subarray(Math.min(one, other), Math.max(one, other));
      const wanted = await library.records('track', keys, TRACK);
      return (await library.neighbours(keys, TRACK)).equals(wanted);
    }),
  );
});

t.test('neighbours are read from the list', async (t) => {
  const rig = await listed(t);
  const all = await rig.library.all('track');
  t.ok(await isFromList(rig, all));
  t.ok(await isFromList(rig, all.subarray(10, 20)));
});

t.test('what is no run of neighbours any more is looked up one by one', async (t) => {
  const rig = await listed(t);
  const { library, write } = rig;
  const before = (await library.all('track')).slice();
  t.notOk(await isFromList(rig, before.toReversed()), 'another order');
  t.notOk(
    await isFromList(
      rig,
      before.filter((_, at) => at !== 5),
    ),
    'one is left out',
  );
  await write((sql) => putOnShelf(sql, '/here', titled(1, COUNT)));
  t.notOk(await isFromList(rig, before), 'one has come');
  t.ok(await isFromList(rig, await library.all('track')), 'the new order is one again');
  const now = (await library.all('track')).slice();
  await write((sql) => sql.prepare('DELETE FROM track_list WHERE key = ?').run(now[50]));
  t.notOk(await isFromList(rig, now), 'one has gone');
});

t.test('tracks whose volume is away are not shown from the list', async (t) => {
  const { library, write } = await listed(t);
  await write((sql) => {
    putOnShelf(sql, '/stick', titled(20, 1000));
    setAvailable(sql, '/stick', false);
  });
  const keys = await library.all('track');
  const rows = JSON.parse((await library.neighbours(keys, TRACK)).toString()) as { path: string }[];
  t.equal(rows.length, COUNT);
  t.ok(rows.every(({ path }) => path.startsWith('/here/')));
});

t.test('a list of another shape, or one that is not whole, is not read', async (t) => {
  const rig = await listed(t);
  const { library, records } = rig;
  const keys = await library.all('track');
  const other = { title: 'title', at: 'location' } as const;
  t.ok((await library.neighbours(keys, other)).equals(await library.records('track', keys, other)));
  await records.write((sql) => sql.prepare('UPDATE library SET listed = NULL').run());
  t.notOk(await isFromList(rig, keys));
});

t.test('an empty library has an empty list', async (t) => {
  const { library, write } = await libraryRig(t);
  await write(listTracks);
  t.equal((await library.neighbours(await library.all('track'), TRACK)).toString(), '[]');
});
