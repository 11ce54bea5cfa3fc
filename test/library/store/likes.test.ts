import t, { type Test } from 'tap';
import { GuardedDatabase } from '../../../src/database/guarded.js';
import { type LikedKind, Likes } from '../../../src/library/store/likes.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { libraryRig } from '../rig.js';

async function likesRig(t: Test) {
  const { state } = await libraryRig(t);
  const likes = new Likes(new GuardedDatabase(state, SILENT_LOG));
  return {
    likes,
    state,
    /** Likes as though at these times. */
    put: (kind: LikedKind, rows: readonly (readonly [id: string, at: number])[]) =>
      state.write((sql) => {
        for (const row of rows) sql.prepare('INSERT INTO liked (kind, id, at) VALUES (?, ?, ?)').run(kind, ...row);
      }),
    /** Pages of ids, the newest like first. */
    pages: async (kind: LikedKind) => {
      const found: string[][] = [];
      for await (const page of likes.newest(kind)) found.push(page);
      return found;
    },
  };
}

t.test('a like is of its kind, keeps its time, and ends', async (t) => {
  const { likes, state } = await likesRig(t);
  let now = 1000;
  t.capture(Date, 'now', () => now);
  await likes.like('track', 'a');
  now = 2000;
  await likes.like('track', 'a');
  await likes.like('album', 'b');
  const rows = await state.read((sql) => sql.prepare('SELECT kind, id, at FROM liked ORDER BY at').raw().all());
  t.strictSame(rows, [
    ['track', 'a', 1000],
    ['album', 'b', 2000],
  ]);
  t.strictSame(await Promise.all((['track', 'album'] as const).map((kind) => likes.isLiked(kind, 'a'))), [true, false]);
  await likes.unlike('album', 'a');
  t.equal(await likes.isLiked('track', 'a'), true, 'an album of this id is another thing');
  await likes.unlike('track', 'a');
  t.equal(await likes.isLiked('track', 'a'), false);
});

t.test('a record that has two ids is unliked by both', async (t) => {
  for (const id of ['old', 'new']) {
    const { likes } = await likesRig(t);
    await likes.like('album', id);
    await likes.like('album', 'another');
    await likes.unlike('album', 'new', 'old');
    t.strictSame([await likes.isLiked('album', id), await likes.isLiked('album', 'another')], [false, true], id);
  }
});

t.test('the newest like comes first, of several at one time the last id, each kind by itself', async (t) => {
  const { put, pages } = await likesRig(t);
  await put('track', [...(['b', 'a', 'c'] as const).map((id) => [id, 5] as const), ['z', 4], ['d', 6]]);
  await put('album', [['e', 5]]);
  t.strictSame(await pages('track'), [['d', 'c', 'b', 'a', 'z']]);
  t.strictSame(await pages('album'), [['e']]);
});

t.test('all likes are read in batches, each once, also where many have one time', async (t) => {
  const { put, pages } = await likesRig(t);
  t.strictSame(await pages('track'), [[]]);
  for (const [count, sizes] of [
    [499, [499]],
    [500, [500, 0]],
    [1203, [500, 500, 203]],
  ] as const) {
    const kind = count === 1203 ? 'album' : 'track';
    const known = (await pages(kind)).flat().length;
    const more = Array.from({ length: count - known }, (_, at) => [`id ${known + at}`, Math.floor(at / 700)] as const);
    await put(kind, more);
    const found = await pages(kind);
    t.strictSame(
      found.map(({ length }) => length),
      sizes,
    );
    t.equal(new Set(found.flat()).size, count);
  }
});

t.test('every change is counted and reported with its record, a failed one too', async (t) => {
  const { likes } = await likesRig(t);
  let calls = 0;
  const end = likes.subscribe(() => (calls += 1));
  const before = likes.changes;
  t.strictSame(likes.changedSince(before), []);
  await likes.like('track', 'a');
  await likes.unlike('album', 'b');
  t.strictSame(likes.changedSince(before), ['a', 'b']);
  const failing = () => {
    throw new Error('no');
  };
  await t.rejects(likes.like('track', 'c', failing), { message: 'no' });
  t.equal(await likes.isLiked('track', 'c'), false, 'what belongs together is written together');
  t.strictSame(likes.changedSince(before), ['a', 'b', 'c']);
  t.equal(calls, 3);
  likes.changedElsewhere();
  t.equal(likes.changedSince(before), undefined, 'any of them may be another one');
  t.equal(calls, 4);
  end();
  await likes.like('track', 'd');
  t.equal(calls, 4);
});
