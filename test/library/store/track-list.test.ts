import fc from 'fast-check';
import t, { type Test } from 'tap';
import { TRACK } from '../../../src/http/wire/track.js';
import { recordsJson } from '../../../src/library/store/records.js';
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

/** As the columns have them. */
const made = ({ records }: LibraryRig, keys: ArrayLike<number>): Promise<string> =>
  records.read((sql) => recordsJson(sql, 'track', keys, TRACK).toString());

const LISTED = "UPDATE track_list SET json = json_set(json, '$.title', 'listed')";

const isListed = (rows: Buffer): boolean => {
  const found = JSON.parse(rows.toString()) as { title: string }[];
  return found.length > 0 && found.every(({ title }) => title === 'listed');
};

/** Whether rows come from the list: nothing else shows what is written there now. */
async function comeFromList({ library, records }: LibraryRig, keys: ArrayLike<number>): Promise<boolean[]> {
  await records.write((sql) => sql.prepare(LISTED).run());
  return [isListed(await library.neighbours(keys, TRACK)), isListed(await library.records('track', keys, TRACK))];
}

t.test('tracks of the list are what their columns say', async (t) => {
  const rig = await listed(t);
  const all = [...(await rig.library.all('track').keys())];
  const bounds = fc.tuple(fc.nat({ max: COUNT }), fc.nat({ max: COUNT }));
  const run = bounds.map(([one, other]) => all.slice(Math.min(one, other), Math.max(one, other)));
  await fc.assert(
    fc.asyncProperty(fc.oneof(run, fc.shuffledSubarray(all, { maxLength: 20 })), async (keys) => {
      const wanted = await made(rig, keys);
      const neighbours = await rig.library.neighbours(keys, TRACK);
      const each = await rig.library.records('track', keys, TRACK);
      return neighbours.toString() === wanted && each.toString() === wanted;
    }),
  );
});

t.test('neighbours are read from the list, and others are not', async (t) => {
  const rig = await listed(t);
  const all = await rig.library.all('track').keys();
  t.strictSame(await comeFromList(rig, all), [true, false]);
  t.strictSame(await comeFromList(rig, all.subarray(10, 20)), [true, false]);
  t.strictSame(await comeFromList(rig, all.toReversed()), [false, false]);
});

t.test('neighbours that are none any more are still what was asked for', async (t) => {
  const rig = await listed(t);
  const { library, write } = rig;
  const before = (await library.all('track').keys()).slice();
  await write((sql) => putOnShelf(sql, '/here', [{ name: 'x.mp3', title: '50 x' }]));
  t.equal((await library.neighbours(before, TRACK)).toString(), await made(rig, before), 'one has come');
  const [gone, moved] = [before[50], before[100]];
  await write((sql) => {
    sql.prepare('DELETE FROM track_list WHERE key IN (?, ?)').run(gone, moved);
    sql.prepare('DELETE FROM track_artist WHERE track = ?').run(gone);
    sql.prepare('DELETE FROM track_genre WHERE track = ?').run(gone);
    sql.prepare('DELETE FROM track WHERE key = ?').run(gone);
    sql.prepare("UPDATE track SET sort_key = 'zz' WHERE key = ?").run(moved);
  });
  const rows = (await library.neighbours(before, TRACK)).toString();
  t.equal(rows, await made(rig, before), 'one has gone, and one is elsewhere');
  t.equal((JSON.parse(rows) as unknown[]).length, COUNT - 1);
  const ends = before.subarray(50, 101);
  t.equal((await library.neighbours(ends, TRACK)).toString(), await made(rig, ends));
});

t.test('tracks whose volume is away are not among neighbours', async (t) => {
  const rig = await listed(t);
  await rig.write((sql) => {
    putOnShelf(sql, '/stick', titled(20, 1000));
    setAvailable(sql, '/stick', false);
  });
  const keys = await rig.library.all('track').keys();
  t.equal(keys.length, COUNT);
  t.equal((await rig.library.neighbours(keys, TRACK)).toString(), await made(rig, keys));
  t.strictSame(await comeFromList(rig, keys), [false, false], 'they lie between those that are there');
});

t.test('a list of another shape, or one that is not whole, is not read', async (t) => {
  const rig = await listed(t);
  const keys = await rig.library.all('track').keys();
  const titles = JSON.parse((await rig.library.neighbours(keys, { title: 'title' })).toString()) as object[];
  t.strictSame([titles.length, Object.keys(titles[0]!)], [COUNT, ['title']]);
  await rig.records.write((sql) => sql.prepare('UPDATE library SET listed = NULL').run());
  t.strictSame(await comeFromList(rig, keys), [false, false]);
});

t.test('an empty library has an empty list', async (t) => {
  const { library, write } = await libraryRig(t);
  await write(listTracks);
  t.equal((await library.neighbours(await library.all('track').keys(), TRACK)).toString(), '[]');
});
