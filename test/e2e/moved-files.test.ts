/** Files that are moved while the daemon runs: playlists, likes and counts go with them. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import t, { type Test } from 'tap';

import { mp3, put } from '../library/scan/rig.js';
import { bodyOf, Refused } from '../../src/client/client.js';
import { createHouse, type Daemon } from './daemon.js';

const song = (title: string, album = 'Album'): Buffer => mp3({ TIT2: title, TPE1: 'Artist', TALB: album });

async function startBox(t: Test, songs: Readonly<Record<string, Buffer>>) {
  const { library: folder, start } = await createHouse(t);
  const roots = ['one', 'two'].map((name) => join(folder, name));
  for (const root of roots) await mkdir(root);
  const at = (path: string): string => join(folder, path);
  for (const [path, bytes] of Object.entries(songs)) {
    await mkdir(join(at(path), '..'), { recursive: true });
    await put(at(path), bytes);
  }
  // So that no root is ever empty.
  await put(at('one/stays.mp3'), song('One stays'));
  await put(at('two/stays.mp3'), song('Two stays'));
  const daemon = await start({ environment: { TONEARM_LIBRARY: roots.join(':') } });
  const { api } = daemon;
  const tracks = () => bodyOf(api.GET('/tracks'));
  const scan = async () => t.equal(await bodyOf(api.PUT('/scan-library')), '0');
  await scan();
  return {
    daemon,
    at,
    scan,
    idOf: async (path: string) => (await tracks()).find((track) => track.path === at(path))?.id ?? `no ${path}`,
    liked: async () => (await bodyOf(api.GET('/likes/tracks'))).map(({ path }) => path).sort(),
    plays: (id: string) =>
      bodyOf(api.GET('/track-stats/{id}', { params: { path: { id } } })).then(
        ({ play_count }) => play_count,
        (error: unknown) => {
          if (error instanceof Refused && error.code === 'NEVER_COUNTED') return 0;
          throw error;
        },
      ),
  };
}

async function makePlaylist({ api }: Daemon, ids: string[]): Promise<() => Promise<string[]>> {
  const { id } = await bodyOf(api.POST('/saved-playlists', { body: { name: 'Mine', track_ids: ids } }));
  return () => bodyOf(api.GET('/saved-playlists/{id}/track-ids', { params: { path: { id } } }));
}

t.test('a renamed album, a file on another root and a renamed file keep what people did with them', async (t) => {
  const names = ['one/album/1.mp3', 'one/album/2.mp3', 'one/wanders.mp3', 'two/was.mp3'];
  const { daemon, at, scan, idOf, liked, plays } = await startBox(
    t,
    Object.fromEntries(names.map((name) => [name, song(`Song ${name}`)])),
  );
  const ids = await Promise.all(names.map(idOf));
  const playlist = await makePlaylist(daemon, [...ids, ids[0]!]);
  for (const id of ids) t.equal((await daemon.put(`/tracks/${id}/like`)).status, 204);
  for (const id of [ids[0], ids[0], ids[3]])
    t.equal((await daemon.ask('POST', `/track-stats/${id}/played`)).status, 204);
  await rename(at('one/album'), at('one/renamed'));
  await rename(at('one/wanders.mp3'), at('two/wanders.mp3'));
  await rename(at('two/was.mp3'), at('two/is.mp3'));
  await scan();
  const after = ['one/renamed/1.mp3', 'one/renamed/2.mp3', 'two/wanders.mp3', 'two/is.mp3'];
  const now = await Promise.all(after.map(idOf));
  const expected = [...now, now[0]!];
  await daemon.until('the playlist follows', async () => (await playlist()).join() === expected.join());
  t.strictSame(await liked(), after.map(at).sort());
  t.strictSame(await Promise.all(now.map(plays)), [2, 0, 0, 1]);
  t.strictSame(await Promise.all(ids.map(plays)), [0, 0, 0, 0], 'nothing is left at the old ids');
});

t.test('what was only played, and renamed before the next scan, keeps its count', async (t) => {
  const { daemon, at, scan, idOf, plays } = await startBox(t, { 'one/a.mp3': song('A') });
  const before = await idOf('one/a.mp3');
  await daemon.ask('POST', `/track-stats/${before}/played`);
  await rename(at('one/a.mp3'), at('one/b.mp3'));
  await scan();
  const id = await idOf('one/b.mp3');
  await daemon.until('the count follows', async () => (await plays(id)) === 1);
  t.equal(await plays(before), 0);
});

t.test('two copies are not confused', async (t) => {
  const same = song('Same');
  const { daemon, at, scan, idOf, liked } = await startBox(t, {
    'one/a.mp3': same,
    'one/b.mp3': same,
    'one/mark.mp3': song('Mark'),
  });
  const ids = await Promise.all(['one/a.mp3', 'one/b.mp3', 'one/mark.mp3'].map(idOf));
  const playlist = await makePlaylist(daemon, ids);
  await daemon.put(`/tracks/${ids[0]}/like`);
  await mkdir(at('two/x'));
  for (const name of ['a', 'b', 'mark']) await rename(at(`one/${name}.mp3`), at(`two/x/${name}.mp3`));
  await scan();
  const mark = await idOf('two/x/mark.mp3');
  await daemon.until('the one without a copy follows', async () => (await playlist())[2] === mark);
  t.strictSame((await playlist()).slice(0, 2), ids.slice(0, 2));
  t.strictSame(await liked(), []);
});

t.test('nothing is taken from a root that is away, and all is there when it is back', async (t) => {
  const { daemon, at, scan, idOf, liked, plays } = await startBox(t, {
    'one/a.mp3': song('A'),
    'two/mark.mp3': song('Mark'),
  });
  const id = await idOf('one/a.mp3');
  const playlist = await makePlaylist(daemon, [id, await idOf('two/mark.mp3')]);
  await daemon.put(`/tracks/${id}/like`);
  await daemon.ask('POST', `/track-stats/${id}/played`);
  await rename(at('one'), at('pulled'));
  await put(at('two/a.mp3'), song('A'));
  await rename(at('two/mark.mp3'), at('two/moved.mp3'));
  await scan();
  const mark = await idOf('two/moved.mp3');
  await daemon.until('the look is over', async () => (await playlist())[1] === mark);
  t.strictSame(await playlist(), [id, mark]);
  t.equal(await plays(id), 1);
  await rename(at('pulled'), at('one'));
  await rm(at('two/a.mp3'));
  await scan();
  t.strictSame(await liked(), [at('one/a.mp3')]);
  t.strictSame(await playlist(), [id, mark]);
});
