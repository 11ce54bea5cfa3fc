/** Playlists, likes and counts follow their files. */
import t, { type Test } from 'tap';
import { recordId } from '../../../src/library/ids.js';
import { MovedFiles } from '../../../src/playlists/moved/moved-files.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { libraryRig } from '../../library/rig.js';
import { putOnShelf, setAvailable, type ShelfTrack } from '../../library/shelf.js';

const TEXTS = { name: 'A', description: null, image: null, folderId: null };
const id = (path: string): string => recordId('track', path);

const song = (name: string, title: string): ShelfTrack => ({
  ...{ name, title, artist: 'X', album: 'Y', length: 60_000 + title.length, fileSize: 1000 + title.length },
});

async function start(t: Test, tracks: readonly ShelfTrack[]) {
  const rig = await libraryRig(t);
  const { records, state, library } = rig;
  const moved = new MovedFiles({
    ...{ state, records, kept: library.kept, roots: ['/music', '/other'], log: SILENT_LOG },
    moved: () => library.tracksMoved(),
  });
  await rig.write((sql) => putOnShelf(sql, '/music', tracks));
  const playlist = await rig.savedPlaylists.create(
    TEXTS,
    tracks.map(({ name }) => id(`/music/${name}`)),
  );
  return {
    ...rig,
    look: () => moved.look(),
    lookAgain: () => moved.lookAgain(),
    ids: () => rig.savedPlaylists.tracks(playlist.id),
    gone: (...names: string[]) =>
      rig.write((sql) => {
        for (const name of names) {
          const path = `/music/${name}`;
          sql.exec('DELETE FROM track_artist; DELETE FROM track_genre');
          sql.prepare('DELETE FROM track WHERE location = ?').run(path);
        }
      }),
    put: (root: string, ...more: ShelfTrack[]) => rig.write((sql) => putOnShelf(sql, root, more)),
  };
}

t.test('a moved album takes playlists, likes and counts with it', async (t) => {
  const box = await start(t, [song('a/1', 'One'), song('a/2', 'Second')]);
  const { library } = box;
  await library.like('track', id('/music/a/1'));
  await library.played(id('/music/a/1'), 100);
  await library.played(id('/music/a/2'), 100);
  t.equal(await box.look(), 0, 'nothing was moved yet');
  await box.gone('a/1', 'a/2');
  t.equal(await box.look(), 0, 'nothing came');
  await box.put('/other', song('b/01', 'One'), song('b/02', 'Second'));
  await library.played(id('/other/b/01'), 300);
  const before = library.likesRevision;
  t.equal(await box.look(), 2);
  t.not(library.likesRevision, before);
  t.strictSame(await box.ids(), [id('/other/b/01'), id('/other/b/02')]);
  t.equal(await library.liked('track').total(), 1);
  t.match(await library.statsOf(id('/other/b/01')), { playCount: 2, lastPlayed: 300 });
  t.match(await library.statsOf(id('/other/b/02')), { playCount: 1, lastPlayed: 100 });
  t.equal(await library.statsOf(id('/music/a/1')), undefined);
  t.equal(await box.look(), 0, 'once');
});

t.test('two copies are not confused, and another file is not taken for it', async (t) => {
  const box = await start(t, [song('1', 'One'), song('2', 'Second')]);
  await box.gone('1', '2');
  await box.put('/other', song('x/1', 'One'), song('y/1', 'One'), { ...song('2', 'Second'), fileSize: 7 });
  t.equal(await box.look(), 0);
  t.strictSame(await box.ids(), [id('/music/1'), id('/music/2')]);
});

t.test('a pulled stick is waited for', async (t) => {
  const box = await start(t, [song('1', 'One')]);
  await box.write((sql) => setAvailable(sql, '/music', false));
  await box.put('/other', song('1', 'One'));
  t.equal(await box.look(), 0);
  await box.gone('1');
  t.equal(await box.look(), 0, 'nor when the library is made anew meanwhile');
  t.strictSame(await box.ids(), [id('/music/1')]);
});

t.test('a track is kept as it is played, and cleared away when nobody names it any more', async (t) => {
  const box = await start(t, [song('1', 'One'), song('2', 'Second')]);
  const kept = () => box.state.read((sql) => sql.prepare('SELECT id FROM kept_track ORDER BY key').pluck().all());
  await box.savedPlaylists.remove((await box.savedPlaylists.list(''))[0]!.id);
  await box.library.played(id('/music/2'));
  await box.library.like('track', id('/music/2'));
  await box.look();
  t.strictSame(await kept(), [id('/music/2')]);
  await box.gone('2');
  await box.put('/other', song('2', 'Second'));
  t.equal(await box.look(), 1);
  t.strictSame(await kept(), [id('/other/2')]);
  const wanted = { conditions: [{ field: 'play_count', operator: 'is', value: 1 }] } as const;
  t.equal((await box.library.matching('track', wanted)).length, 1, 'rules know it');
});

t.test('a look after a scan that changed nothing that is kept writes nothing', async (t) => {
  const box = await start(t, [song('1', 'One')]);
  await box.look();
  const writes = t.capture(box.state, 'write');
  t.equal(await box.look(), 0);
  await box.put('/other', song('new', 'Another'));
  t.equal(await box.look(), 0);
  t.equal(writes().length, 0);
});

t.test('a track whose tag was changed is known again by the new tag', async (t) => {
  for (const others of [[], [song('2', 'Second')]]) {
    const box = await start(t, [song('1', 'One'), ...others]);
    const names = ['1', ...others.map(({ name }) => name)];
    await box.gone(...names);
    await box.write((sql) => sql.exec('DELETE FROM file'));
    await box.put('/music', ...names.map((name) => song(name, `Another title of ${name}`)));
    t.equal(await box.look(), 0);
    await box.gone(...names);
    await box.put('/other', ...names.map((name) => song(`x${name}`, `Another title of ${name}`)));
    t.equal(await box.look(), names.length);
    t.strictSame(
      await box.ids(),
      names.map((name) => id(`/other/x${name}`)),
    );
  }
});

t.test('a look because of what people did is one look', async (t) => {
  const box = await start(t, [song('1', 'One')]);
  await box.look();
  const reads = t.capture(box.state, 'read', box.state.read.bind(box.state));
  await box.look();
  t.equal(reads().length, 0, 'the library is what it was');
  await box.lookAgain();
  t.ok(reads().length > 0);
  await box.look();
  t.equal(reads().length, 0, 'and still is');
});

t.test('what is lost is matched by each of size, length, title, artist and album, and by nothing else', async (t) => {
  const found = song('1', 'One');
  for (const [name, other] of [
    ['size', { fileSize: 1 }],
    ['length', { length: 1 }],
    ['title', { title: 'Two' }],
    ['artist', { artist: 'Z' }],
    ['album', { album: 'Z' }],
  ] as const) {
    const box = await start(t, [found]);
    await box.gone('1');
    await box.put('/other', { ...found, ...other });
    t.equal(await box.look(), 0, `another ${name}`);
    t.strictSame(await box.ids(), [id('/music/1')]);
  }
  const box = await start(t, [{ ...found, year: 1990, genres: ['G'] }]);
  await box.gone('1');
  await box.put('/other', { ...found, name: 'x', year: 1999, genres: ['H'] });
  t.equal(await box.look(), 1, 'what else a tag says may be another');
});

t.test('two lost tracks that are alike match nothing, until one of them is not named any more', async (t) => {
  const box = await start(t, [song('1', 'One'), song('2', 'One')]);
  await box.gone('1', '2');
  await box.put('/other', song('x', 'One'));
  t.equal(await box.look(), 0);
  const [playlist] = await box.savedPlaylists.list('');
  await box.savedPlaylists.removeTrack(playlist!.id, id('/music/2'));
  await box.put('/other', song('y', 'Unlike'));
  await box.look();
  await box.put('/other', song('z', 'Unlike too'));
  t.equal(await box.look(), 1);
  t.strictSame(await box.ids(), [id('/other/x')]);
});

t.test('a playlist of more tracks than are looked at in a step follows as a whole', async (t) => {
  const names = Array.from({ length: 260 }, (_, at) => String(at).padStart(3, '0'));
  const box = await start(
    t,
    names.map((name) => song(name, `Title ${name}`)),
  );
  await box.gone(...names);
  await box.put('/other', ...names.map((name) => song(`n${name}`, `Title ${name}`)));
  t.equal(await box.look(), 260);
  t.strictSame(
    await box.ids(),
    names.map((name) => id(`/other/n${name}`)),
  );
  const kept = () => box.state.read((sql) => sql.prepare('SELECT count(*) FROM kept_track').pluck().get());
  t.equal(await kept(), 260);
  await box.savedPlaylists.remove((await box.savedPlaylists.list(''))[0]!.id);
  await box.put('/other', song('more', 'More'));
  await box.look();
  t.equal(await kept(), 0, 'and all of them are cleared away');
});

t.test('likes and counts of more tracks than are looked at in a step are kept and followed', async (t) => {
  const names = Array.from({ length: 210 }, (_, at) => String(at).padStart(3, '0'));
  const box = await start(t, []);
  await box.put('/music', ...names.map((name) => song(name, `Title ${name}`)));
  await box.state.write((sql) => {
    for (const name of names) {
      sql.prepare("INSERT INTO liked (kind, id, at) VALUES ('track', ?, 5)").run(id(`/music/${name}`));
      sql
        .prepare('INSERT INTO track_stats (track_id, play_count, skip_count, updated_at) VALUES (?, 1, 2, 3)')
        .run(id(`/music/${name}`));
    }
  });
  t.equal(await box.look(), 0, 'a look keeps what an older version only named');
  await box.gone(...names);
  await box.put('/other', ...names.map((name) => song(name, `Title ${name}`)));
  t.equal(await box.look(), 210);
  t.equal(await box.library.liked('track').total(), 210);
  t.match(await box.library.statsOf(id('/other/209')), { playCount: 1, skipCount: 2, updatedAt: 3 });
});

t.test('what both had is added: plays and skips, the latest times, the earlier like', async (t) => {
  const box = await start(t, [song('1', 'One')]);
  const { library } = box;
  let now = 1_000_000;
  t.capture(Date, 'now', () => now);
  await library.like('track', id('/music/1'));
  await library.played(id('/music/1'), 100);
  await library.skipped(id('/music/1'), 500);
  await box.gone('1');
  await box.put('/other', song('x', 'One'));
  now = 9_000_000;
  await library.like('track', id('/other/x'));
  await library.played(id('/other/x'), 90);
  await library.skipped(id('/other/x'), 700);
  t.equal(await box.look(), 1);
  t.match(await library.statsOf(id('/other/x')), {
    ...{ playCount: 2, skipCount: 2, lastPlayed: 100, lastSkipped: 700, updatedAt: 9000 },
  });
  const likes = await box.state.read((sql) => sql.prepare('SELECT id, at FROM liked').raw().all());
  t.strictSame(likes, [[id('/other/x'), 1_000_000]]);
});

t.test('calls during a look join it, and are told the same', async (t) => {
  const box = await start(t, [song('1', 'One'), song('2', 'Second')]);
  await box.gone('1', '2');
  await box.put('/other', song('x', 'One'), song('y', 'Second'));
  t.strictSame(await Promise.all([box.look(), box.look(), box.look()]), [2, 2, 2]);
  t.strictSame(await box.ids(), [id('/other/x'), id('/other/y')]);
});

t.test('that tracks got other ids is told for one of them, and for none it is not', async (t) => {
  const box = await start(t, [song('1', 'One')]);
  const before = [box.library.likesRevision, box.library.statsRevision];
  await box.gone('1');
  t.equal(await box.look(), 0);
  t.strictSame([box.library.likesRevision, box.library.statsRevision], before);
  await box.put('/other', song('x', 'One'));
  t.equal(await box.look(), 1);
  t.not(box.library.likesRevision, before[0]);
  t.not(box.library.statsRevision, before[1]);
});

t.test('a request that comes in any turn as a look ends begins another look', async (t) => {
  const box = await start(t, [song('0', 'One')]);
  await box.look();
  const read = box.records.read.bind(box.records);
  let afterRead: (() => Promise<void>) | undefined;
  t.intercept(box.records, 'read', {
    value: async (query: Parameters<typeof read>[0]) => {
      const result = await read(query);
      const then = afterRead;
      afterRead = undefined;
      await then?.();
      return result;
    },
  });
  for (let hops = 0; hops < 12; hops++) {
    let requested: Promise<number> | undefined;
    // The look that is under way has read that nothing changed, and ends a few microtasks later.
    afterRead = async () => {
      await box.gone(String(hops));
      await box.put('/music', song(String(hops + 1), 'One'));
      void hop(hops).then(() => (requested = box.look()));
    };
    await box.look();
    await new Promise(setImmediate);
    await requested;
    t.strictSame(await box.ids(), [id(`/music/${hops + 1}`)], `${hops} microtasks later`);
  }
});

async function hop(hops: number): Promise<void> {
  for (let done = 0; done < hops; done++) await Promise.resolve();
}
