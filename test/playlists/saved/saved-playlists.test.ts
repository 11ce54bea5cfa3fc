/** Playlists that people make and keep. */
import t, { type Test } from 'tap';
import { recordId } from '../../../src/library/ids.js';
import { MOST_FOLDERS, MOST_PLAYLISTS, PLAYLIST_CAPACITY } from '../../../src/playlists/saved/saved-playlists.js';
import { NAME_LIMIT } from '../../../src/playlists/texts.js';
import { libraryRig } from '../../library/rig.js';
import { putOnShelf } from '../../library/shelf.js';

const TEXTS = { name: 'A', description: null, image: null, folderId: null };
const UNKNOWN = 'nobody';
const id = (name: string): string => recordId('track', `/music/${name}`);

async function start(t: Test) {
  const rig = await libraryRig(t);
  await rig.write((sql) => putOnShelf(sql, '/music', [{ name: 'a' }, { name: 'b' }, { name: 'c' }]));
  let now = 1_000_000_999;
  t.capture(Date, 'now', () => now);
  let reported = 0;
  rig.playlistEvents.subscribe(() => reported++);
  return {
    ...rig,
    playlists: rig.savedPlaylists,
    at: (seconds: number) => (now = seconds * 1000 + 999),
    /** How often somebody was reported of a change since the last time. */
    reported: () => {
      const count = reported;
      reported = 0;
      return count;
    },
  };
}

t.test('a playlist is made, found, changed and removed, and each change is reported', async (t) => {
  const { playlists, at, reported } = await start(t);
  at(100);
  const made = await playlists.create({ ...TEXTS, description: 'D', image: 'I' }, [id('a'), id('b'), id('a'), UNKNOWN]);
  t.match(made, {
    name: 'A',
    description: 'D',
    image: 'I',
    folderId: null,
    trackCount: 4,
    createdAt: 100,
    updatedAt: 100,
  });
  t.equal(reported(), 1);
  t.strictSame(await playlists.find(made.id), made);
  t.strictSame(await playlists.tracks(made.id), [id('a'), id('b'), id('a'), UNKNOWN]);
  at(200);
  await playlists.replace(made.id, { ...TEXTS, name: 'B' });
  t.strictSame(await playlists.find(made.id), { ...made, name: 'B', description: null, image: null, updatedAt: 200 });
  t.equal(reported(), 1);
  at(300);
  await playlists.append(made.id, [id('c')]);
  t.match(
    await playlists.find(made.id),
    { trackCount: 5, updatedAt: 200 },
    'tracks are no change of what it is called',
  );
  await playlists.removeTrack(made.id, id('a'));
  t.strictSame(await playlists.tracks(made.id), [id('b'), UNKNOWN, id('c')]);
  await playlists.move(made.id, 2, 0, 1);
  t.strictSame(await playlists.tracks(made.id), [id('c'), id('b'), UNKNOWN]);
  await playlists.removePositions(made.id, [0, 2]);
  t.strictSame(await playlists.tracks(made.id), [id('b')]);
  t.equal(reported(), 4);
  await playlists.remove(made.id);
  t.equal(await playlists.find(made.id), undefined);
  t.strictSame(await playlists.list(''), []);
  t.equal(reported(), 1);
});

t.test('a copy has the tracks and the texts, under a name of its own', async (t) => {
  const { playlists, at } = await start(t);
  const folder = await playlists.createFolder('F');
  at(100);
  const made = await playlists.create({ name: 'A', description: 'D', image: 'I', folderId: folder.id }, [
    id('a'),
    id('b'),
  ]);
  at(200);
  const copy = await playlists.duplicate(made.id, '');
  t.not(copy.id, made.id);
  t.strictSame({ ...copy, id: '' }, { ...made, id: '', name: 'A (copy)', createdAt: 200, updatedAt: 200 });
  t.equal((await playlists.duplicate(made.id, 'Own')).name, 'Own');
  await playlists.removePositions(copy.id, [0]);
  t.strictSame(await playlists.tracks(made.id), [id('a'), id('b')], 'the copy is another one');
  const long = await playlists.create({ ...TEXTS, name: 'x'.repeat(NAME_LIMIT) }, []);
  t.match((await playlists.duplicate(long.id, '')).name, /^x+ \(copy\)$/);
  t.equal((await playlists.duplicate(long.id, '')).name.length, NAME_LIMIT);
});

t.test('of an unknown playlist nothing is known, and no change harms', async (t) => {
  const { playlists } = await start(t);
  const made = await playlists.create(TEXTS, [id('a')]);
  t.equal(await playlists.find(UNKNOWN), undefined);
  t.strictSame(await playlists.tracks(UNKNOWN), []);
  await playlists.append(UNKNOWN, [id('a')]);
  await playlists.removeTrack(UNKNOWN, id('a'));
  await playlists.removeTrack(made.id, UNKNOWN);
  await playlists.replace(UNKNOWN, TEXTS);
  await playlists.remove(UNKNOWN);
  const refusal = { code: 'UNKNOWN_ID', message: 'There is no saved playlist with this id.' };
  await t.rejects(playlists.duplicate(UNKNOWN, ''), refusal);
  await t.rejects(playlists.removePositions(UNKNOWN, [0]), refusal);
  await t.rejects(playlists.move(UNKNOWN, 0, 0, 1), refusal);
  await t.rejects(playlists.removePositions(made.id, [0, 1]), { code: 'INDEX_OUT_OF_RANGE' });
  t.strictSame(await playlists.list(''), [made]);
  t.strictSame(await playlists.tracks(made.id), [id('a')], 'nor a part of a change that is wrong');
});

t.test('playlists are listed with the newest first, those of one folder too, however many', async (t) => {
  const { playlists, state, at } = await start(t);
  const folder = await playlists.createFolder('F');
  const made = await playlists.create(TEXTS, [id('a')]);
  await state.write((sql) => {
    const add = sql.prepare(
      `INSERT INTO saved_playlist (id, name, folder, created_at, updated_at) VALUES (?, '', ?, ?, 0)`,
    );
    const fill = sql.prepare(`INSERT INTO saved_playlist_tracks (playlist, tracks) VALUES (?, x'')`);
    // Some of one second: the later ones are the newer ones.
    for (let each = 0; each < 600; each++) {
      fill.run(
        add.run(String(each), each % 2 === 0 ? folder.id : null, 2_000_000 + Math.floor(each / 10)).lastInsertRowid,
      );
    }
  });
  const names = Array.from({ length: 600 }, (_, each) => String(599 - each));
  t.strictSame(
    (await playlists.list('')).map((each) => each.id),
    [...names, made.id],
  );
  t.strictSame(
    (await playlists.list(folder.id)).map((each) => each.id),
    names.filter((name) => Number(name) % 2 === 0),
  );
  at(3_000_000);
  const newest = await playlists.create(TEXTS, []);
  t.equal((await playlists.list(''))[0]?.id, newest.id);
  t.strictSame(await playlists.list('unknown'), []);
});

t.test('a list of exactly a page, and of one more, is whole', async (t) => {
  const { playlists, state } = await start(t);
  for (const count of [249, 250, 251, 500]) {
    await state.write((sql) => {
      sql.prepare('DELETE FROM saved_playlist').run();
      for (let each = 0; each < count; each++) {
        const add = `INSERT INTO saved_playlist (id, name, created_at, updated_at) VALUES (?, '', 1, 1)`;
        const { lastInsertRowid } = sql.prepare(add).run(String(each));
        sql.prepare(`INSERT INTO saved_playlist_tracks (playlist, tracks) VALUES (?, x'')`).run(lastInsertRowid);
      }
    });
    t.equal(new Set((await playlists.list('')).map((each) => each.id)).size, count);
  }
});

t.test('folders are listed by name, renamed and removed; their playlists stay', async (t) => {
  const { playlists, at, reported } = await start(t);
  at(100);
  const b = await playlists.createFolder('B');
  const a = await playlists.createFolder('A');
  t.match(b, { name: 'B', createdAt: 100, updatedAt: 100 });
  t.strictSame(await playlists.folders(), [a, b]);
  const inside = await playlists.create({ ...TEXTS, folderId: a.id }, []);
  t.strictSame(
    (await playlists.list(a.id)).map((each) => each.id),
    [inside.id],
  );
  at(200);
  await playlists.renameFolder(a.id, 'C');
  t.strictSame(await playlists.folders(), [b, { ...a, name: 'C', updatedAt: 200 }]);
  reported();
  await playlists.removeFolder(a.id);
  t.equal(reported(), 1);
  t.strictSame(await playlists.folders(), [b]);
  t.equal((await playlists.find(inside.id))?.folderId, null);
  await playlists.removeFolder(UNKNOWN);
  await t.rejects(playlists.renameFolder(UNKNOWN, 'x'), {
    code: 'UNKNOWN_ID',
    message: 'There is no folder with this id.',
  });
});

t.test('a playlist holds as many tracks as a queue, and not one more', async (t) => {
  const { playlists } = await start(t);
  const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at % 100}`);
  const full = { code: 'PLAYLIST_FULL', message: `A playlist holds at most ${PLAYLIST_CAPACITY} tracks.` };
  await t.rejects(playlists.create(TEXTS, ids(PLAYLIST_CAPACITY + 1)), full);
  const { id: own, trackCount } = await playlists.create(TEXTS, ids(PLAYLIST_CAPACITY));
  t.equal(trackCount, PLAYLIST_CAPACITY);
  await t.rejects(playlists.append(own, ['x']), full);
  await playlists.removePositions(own, [0]);
  const both = await Promise.allSettled([playlists.append(own, ['x']), playlists.append(own, ['y'])]);
  t.strictSame(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
    'of two at once the second has no room',
  );
  t.equal((await playlists.tracks(own)).length, PLAYLIST_CAPACITY);
});

t.test('there are as many playlists and folders as are said to be, and not one more', async (t) => {
  const { playlists, state } = await start(t);
  const fill = (table: string, count: number) =>
    state.write((sql) => {
      const add = sql.prepare(`INSERT INTO ${table} (id, name, created_at, updated_at) VALUES (?, '', 1, 1)`);
      for (let at = 0; at < count; at++) add.run(String(at));
    });
  await fill('saved_playlist', MOST_PLAYLISTS - 1);
  const last = await playlists.create(TEXTS, []);
  const many = { code: 'TOO_MANY_PLAYLISTS', message: `There can be ${MOST_PLAYLISTS} saved playlists at most.` };
  await t.rejects(playlists.create(TEXTS, []), many);
  await t.rejects(playlists.duplicate(last.id, ''), many);
  await fill('playlist_folder', MOST_FOLDERS - 1);
  await playlists.createFolder('last');
  await t.rejects(playlists.createFolder('x'), {
    code: 'TOO_MANY_FOLDERS',
    message: `There can be ${MOST_FOLDERS} folders at most.`,
  });
  t.equal((await playlists.folders()).length, MOST_FOLDERS);
});
