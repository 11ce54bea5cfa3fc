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
  t.equal((await library.liked('track')).length, 1);
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
