import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { milliseconds } from '../../src/units.js';
import { playing } from '../playback/rig.js';
import { startRig } from './rig.js';

/** A real player (its engine is a model) that plays /a of /a /b /c, behind the real routes. */
async function start(t: Test) {
  const rig = await playing('/a', '/b', '/c');
  const http = await startRig(t, { player: rig.player });
  const paths = (): string[] => rig.player.queue().entries.map(({ location }) => location.replace(http.library, ''));
  const post = (position: number, names: readonly string[], more: object = {}) =>
    http.send('POST', '/playlists/current/tracks', {
      body: { position, tracks: names.map((name) => join(http.library, name)), ...more },
    });
  return { ...rig, ...http, player: rig.player, paths, post };
}

t.test('an insertion is answered with the index of its first track', async (t) => {
  const { paths, post } = await start(t);
  const answer = await post(-4, ['x', 'y']);
  t.equal(answer.status, 200);
  t.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
  t.equal(answer.text, '1');
  t.strictSame(paths(), ['/a', '/x', '/y', '/b', '/c']);
  t.equal((await post(-3, ['z'])).text, '5');
  t.equal((await post(-1, ['w'])).text, '0');
  t.equal((await post(2, ['v'])).text, '2');
  t.equal((await post(-3, [])).text, '0', 'nothing was inserted');
});

t.test('an insertion outside the queue is 400 and changes nothing', async (t) => {
  const { paths, post } = await start(t);
  for (const position of [-9, 4]) {
    const { status, json } = await post(position, ['x']);
    t.equal(status, 400);
    t.match(json, { code: 'INDEX_OUT_OF_RANGE', errors: [{ path: '/position' }] });
    const [{ message }] = (json as { errors: [{ message: string }] }).errors;
    t.match(
      message,
      /^must be between -8 and 3: from 0 on an index, or: -1 before .*; -3 at the end; .*; -8 at the end/,
    );
  }
  t.strictSame(paths(), ['/a', '/b', '/c']);
});

t.test('an insertion into an empty queue makes a new one and answers 0', async (t) => {
  const { player, paths, post } = await start(t);
  await player.stop();
  await player.clear();
  t.equal((await post(-5, ['x', 'y'])).text, '0');
  t.strictSame(paths(), ['/x', '/y']);
  t.equal(player.status().kind, 'stopped');
});

t.test('a directory brings every playable file below it, in natural order, instead of tracks', async (t) => {
  const { library, paths, post } = await start(t);
  await mkdir(join(library, 'album', 'disc 2'), { recursive: true });
  for (const name of ['10.flac', '2.mp3', 'disc 2/1.ogg', 'cover.jpg', '.hidden.mp3']) {
    await writeFile(join(library, 'album', name), '');
  }
  const answer = await post(-3, ['not-this'], { directory: `${library}/album/` });
  t.equal(answer.text, '3');
  t.strictSame(paths().slice(3), ['/album/2.mp3', '/album/10.flac', '/album/disc 2/1.ogg']);
});

t.test('a directory outside the library roots is 400, also behind a link; a missing one has no files', async (t) => {
  const { library, paths, post } = await start(t);
  await symlink('/etc', join(library, 'out'));
  for (const directory of ['/etc', `${library}/out`, `${library}/..`]) {
    const { status, json } = await post(-3, [], { directory });
    t.equal(status, 400, directory);
    t.match(json, { code: 'OUTSIDE_LIBRARY' });
  }
  t.equal((await post(-3, [], { directory: join(library, 'stick') })).text, '0');
  t.strictSame(paths(), ['/a', '/b', '/c']);
});

t.test('a link below a directory that leads out of the library is passed over', async (t) => {
  const { library, paths, post } = await start(t);
  await mkdir(join(library, 'album'));
  await writeFile(join(library, 'album', '1.mp3'), '');
  await symlink('/etc/hostname', join(library, 'album', '2.mp3'));
  await symlink(join(library, 'album', '1.mp3'), join(library, 'album', '3.mp3'));
  t.equal((await post(-3, [], { directory: join(library, 'album') })).text, '3');
  t.strictSame(paths().slice(3), ['/album/1.mp3', '/album/3.mp3']);
});

t.test('an insertion beyond the capacity is 409 and inserts nothing', async (t) => {
  const { player, post } = await start(t);
  const { status, json } = await post(-3, Array<string>(9998).fill('x'));
  t.equal(status, 409);
  t.match(json, { code: 'QUEUE_FULL' });
  t.equal(player.queue().entries.length, 3);
  t.equal((await post(-3, Array<string>(9997).fill('x'))).status, 200);
});

t.test('tracks are required even with a directory', async (t) => {
  const { send, library } = await start(t);
  const { status, json } = await send('POST', '/playlists/current/tracks', {
    body: { position: -3, directory: library },
  });
  t.equal(status, 400);
  t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/tracks' }] });
});

const remove = (positions: readonly unknown[]) => ({ body: { positions } });

t.test('positions are removed together, as they stood, duplicates once', async (t) => {
  const { send, paths } = await start(t);
  const answer = await send('DELETE', '/playlists/current/tracks', remove([2, 1, 2]));
  t.equal(answer.text, '0');
  t.strictSame(paths(), ['/a']);
});

t.test('a position outside the queue is 400, is named, and nothing is removed', async (t) => {
  const { send, paths } = await start(t);
  for (const positions of [
    [0, 3],
    [0, -1],
  ]) {
    const { status, json } = await send('DELETE', '/playlists/current/tracks', remove(positions));
    t.equal(status, 400);
    t.match(json, { code: 'INDEX_OUT_OF_RANGE', errors: [{ path: '/positions/1' }] });
  }
  t.strictSame(paths(), ['/a', '/b', '/c']);
});

t.test(
  'no positions: the current track stays while it plays or pauses; stopped, the queue becomes empty',
  async (t) => {
    const { player, send, paths } = await start(t);
    t.equal((await send('DELETE', '/playlists/current/tracks', remove([]))).text, '0');
    t.strictSame(paths(), ['/a']);
    await player.stop();
    t.equal((await send('DELETE', '/playlists/current/tracks', remove([]))).text, '0');
    t.strictSame(paths(), []);
  },
);

t.test('entries are moved, one or several', async (t) => {
  const { send, player, paths } = await start(t);
  const answer = await send('PUT', '/playlists/current/tracks/move', { body: { from: 0, to: 2 } });
  t.equal(answer.status, 200);
  t.strictSame(paths(), ['/b', '/c', '/a']);
  t.equal(player.queue().index, 2, 'the current track goes along');
  await send('PUT', '/playlists/current/tracks/move', { body: { from: 1, to: 0, count: 2 } });
  t.strictSame(paths(), ['/c', '/a', '/b']);
  for (const [body, path] of [
    [{ from: 3, to: 0 }, '/from'],
    [{ from: 0, to: 3 }, '/to'],
    [{ from: 2, to: 0, count: 2 }, '/count'],
  ] as const) {
    const refused = await send('PUT', '/playlists/current/tracks/move', { body });
    t.equal(refused.status, 400);
    t.match(refused.json, { code: 'INDEX_OUT_OF_RANGE', errors: [{ path }] });
  }
});

t.test('an edit is undone once', async (t) => {
  const { send, paths, post } = await start(t);
  await post(-1, ['x']);
  t.equal((await send('PUT', '/playlists/undo')).status, 200);
  t.strictSame(paths(), ['/a', '/b', '/c']);
});

t.test('there is nothing to undo: 409', async (t) => {
  const { send, post } = await start(t);
  await post(-1, ['x']);
  await send('PUT', '/playlists/undo');
  const { status, json } = await send('PUT', '/playlists/undo');
  t.equal(status, 409);
  t.match(json, { code: 'NOTHING_TO_UNDO' });
});

t.test('a shuffle answers the new index of the track that is logically first', async (t) => {
  const { send, player } = await start(t);
  const answer = await send('PUT', '/playlists/shuffle?start_index=2');
  const { index, firstIndex, entries, seed } = player.queue();
  t.equal(answer.text, String(firstIndex));
  t.equal(index, firstIndex);
  t.equal(entries[index]!.location, '/a', 'the sounding track, whatever start_index says');
  t.ok(seed > 0);
  t.equal(player.modes().shuffle, false, 'the setting is another thing');
  t.equal((await send('PUT', '/playlists/shuffle?start_index=3')).status, 400);
});

t.test('resume says 0 when there is something to resume, and -1 while it plays', async (t) => {
  const { send, player } = await start(t);
  t.strictSame((await send('PUT', '/playlists/resume')).json, { code: -1 });
  await player.stop();
  t.strictSame((await send('PUT', '/playlists/resume')).json, { code: 0 });
  await player.clear();
  t.strictSame((await send('PUT', '/playlists/resume')).json, { code: -1 });
});

t.test('resume-track goes on where it was stopped', async (t) => {
  const { send, player, engine } = await start(t);
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(5000) };
  await player.stop();
  engine.reported();
  t.equal((await send('PUT', '/playlists/resume-track')).text, '');
  t.equal(engine.reported()[0], 'load /a from 5000 ms');
  t.strictSame((await send('GET', '/player/status')).json, { status: 1 });
});

t.test('every row of the queue carries its index and a key that stays with it', async (t) => {
  const { send, post } = await start(t);
  const rows = async () => (await send('GET', '/playlists/current/tracks')).json as { key: number; position: number }[];
  const before = await rows();
  t.strictSame(
    before.map(({ position }) => position),
    [0, 1, 2],
  );
  await post(-4, ['x']);
  const after = await rows();
  t.strictSame(
    [after[0], after[2], after[3]].map((row) => row!.key),
    before.map(({ key }) => key),
  );
  t.equal(after[2]!.position, 2);
});

t.test('flush-and-reload-tracks names what follows anew', async (t) => {
  const { send, engine } = await start(t);
  t.equal((await send('PUT', '/player/flush-and-reload-tracks')).status, 200);
  t.strictSame(engine.reported(), ['follow /b']);
});

t.test('the current output is the built-in one', async (t) => {
  const { send } = await start(t);
  t.strictSame((await send('GET', '/player')).json, {
    id: 'builtin',
    name: 'Tonearm (Built-in)',
    app: 'builtin',
    service: 'builtin',
    host: 'localhost',
    ip: '127.0.0.1',
    port: 0,
    base_url: null,
    is_cast_device: false,
    is_connected: false,
    is_current_device: true,
    is_source_device: false,
    is_present: true,
    card: null,
    volume_mode: 'hardware',
    mixer_control: 'Digital',
    volume: 40,
    volume_percent: null,
    volume_min: 0,
    volume_max: 100,
    volume_limit: 100,
    stands_in_for: null,
    limits: null,
  });
});
