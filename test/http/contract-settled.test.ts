/** Rows of the contract's section 14 that are about the queue and the player, over HTTP: each title is a row. */
import t from 'tap';
import { milliseconds } from '../../src/units.js';
import { createRig } from '../playback/rig.js';
import { startBox, type Box } from './box.js';
import { follow } from './event-client.js';
import { problem, startRig } from './rig.js';

const TRACKS = '/playlists/current/tracks';

/** A player that was started anew, with what the one of this box had saved. */
async function restarted(box: Box) {
  const rig = createRig();
  rig.store.stored = box.store.states.at(-1);
  await rig.player.restore();
  return { ...box, ...rig };
}

t.test('settled: After a restart: queue, index, modes and saved position are back, and it is stopped', async (t) => {
  const box = await startBox(t, ['a', 'b', 'c'], 'playing', 1);
  await box.put('/settings', { repeat_mode: 1, single_mode: 2 });
  await box.put('/player/ff-rewind?newtime=5000');
  const { player, engine } = await restarted(box);
  const { send } = await startRig(t, { player });
  t.strictSame((await send('GET', '/player/status')).json, { status: 0 });
  t.match((await send('GET', '/status')).json, { resume_index: 1, resume_elapsed: 5000 });
  t.match((await send('GET', '/playlists/current')).json, {
    index: 1,
    entries: box.files('a', 'b', 'c').map((path) => ({ path })),
  });
  t.match((await send('GET', '/settings')).json, { repeat_mode: 1, single_mode: 2 });
  await send('PUT', '/playlists/resume-track');
  t.ok(engine.reported().includes(`load ${box.files('b')[0]!} from 5000 ms`), 'resume-track continues there');
});

t.test('settled: After a restart: play starts the current index from its beginning', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'playing', 1);
  box.engine.playedAt = { playId: box.engine.loadedId, elapsed: milliseconds(5000) };
  await box.put('/player/stop');
  const { player, engine } = await restarted(box);
  const { send } = await startRig(t, { player });
  await send('PUT', '/player/play');
  t.match((await send('GET', '/player/current-track')).json, { path: box.files('b')[0] });
  const loads = engine.reported().filter((call) => call.startsWith('load'));
  t.strictSame(loads, [`load ${box.files('b')[0]!} from 0 ms`]);
});

t.test('settled: Queue entries: null only for what is not in the library', async (t) => {
  const { entries } = await (await startBox(t, ['a'])).info();
  for (const id of ['id', 'album_id', 'artist_id', 'genre_id', 'album_art']) {
    t.match(entries, [{ [id]: null }], id);
  }
});

t.test('settled: Indices', async (t) => {
  const box = await startBox(t, ['a', 'b']);
  t.equal((await box.put('/playlists/start?start_index=2')).status, 400);
  t.equal((await box.insert(-9, 'x')).status, 400);
  t.equal((await box.insert(3, 'x')).status, 400);
  t.equal((await box.send('DELETE', TRACKS, { body: { positions: [0, 2] } })).status, 400);
  t.equal(await box.order(), '^a* b', 'nothing changed');
  t.equal((await box.send('DELETE', TRACKS, { body: { positions: [1, 1] } })).text, '0');
  t.equal(await box.order(), '^a*', 'duplicate positions count once');
  const empty = await startBox(t, []);
  t.equal((await empty.put('/playlists/start?start_index=5')).status, 200);
  t.equal(await empty.seen(), 'stopped nothing at 0, then nothing');
});

t.test('settled: POST /playlists, `tracks` empty', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'playing', 1);
  const { status, text } = await box.post('/playlists', { tracks: [] });
  t.strictSame([status, text, await box.order()], [200, '0', '^a b*']);
});

t.test('settled: POST /playlists while playing', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'playing', 1);
  await box.post('/playlists', { tracks: box.files('x', 'y') });
  t.equal(await box.seen(), 'playing b at 0, then x', 'the sounding track goes on, detached');
  await box.put('/player/next');
  t.equal(await box.seen(), 'playing x at 0, then y');
});

t.test('settled: POST /playlists while playing: the same when the current track is removed', async (t) => {
  const box = await startBox(t, ['a', 'b', 'c'], 'playing', 1);
  await box.send('DELETE', TRACKS, { body: { positions: [1] } });
  t.equal(await box.seen(), 'playing b at 1, then c', 'the entry that took its place follows');
  box.engine.goesOn();
  t.equal(await box.seen(), 'playing c at 1, then nothing');
});

t.test('settled: Shuffle', async (t) => {
  for (const kind of ['playing', 'paused'] as const) {
    const box = await startBox(t, ['a', 'b', 'c', 'd'], kind, 2);
    await box.put('/playlists/shuffle?start_index=0');
    const { index, first_index: first } = await box.info();
    t.equal(index, first);
    t.match(await box.seen(), new RegExp(`^${kind} c at ${String(index)}`));
  }
});

t.test('settled: More than 10,000 entries', async (t) => {
  const box = await startBox(t, ['a']);
  const many = Array.from({ length: 10_000 }, (_, at) => String(at));
  const { status, json } = await box.insert(-3, ...many);
  t.equal(status, 409);
  t.match(json, { code: 'QUEUE_FULL' });
  t.equal(await box.order(), '^a*', 'nothing inserted');
});

t.test('settled: Paths', async (t) => {
  const box = await startBox(t, ['a']);
  t.equal((await box.post(TRACKS, { position: -3, tracks: ['/etc/hostname'] })).status, 400);
  t.equal((await box.insert(-3, 'stick/not there.mp3')).text, '1', 'inside but missing: accepted');
  t.equal(await box.order(), '^a* stick/not there.mp3');
});

t.test('settled: Paths: what is missing is skipped with a reason when reached', async (t) => {
  const box = await startBox(t, ['a', 'gone', 'c'], 'playing');
  const client = await follow(t, box.port);
  await client.event('snapshot');
  box.engine.fails(box.engine.following);
  t.match((await client.event('track_skipped')).data, {
    path: box.files('gone')[0],
    code: /^[A-Z_]+$/,
    reason: /./,
    started: false,
  });
  t.equal(await box.seen(), 'playing a at 0, then c');
});

t.test('settled: file-position when stopped', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'stopped');
  t.equal((await box.send('GET', '/player/file-position')).text, '0');
  const last = await startBox(t, ['a', 'b'], 'playing', 1);
  await last.put('/settings', { repeat_mode: 1 });
  t.equal(await last.seen(), 'playing b at 1, then a', 'next-track under repeat all wraps');
});

t.test('settled: Wrong content type', async (t) => {
  const box = await startBox(t, ['a']);
  const headers = { 'content-type': 'text/plain' };
  for (const [method, path] of [
    ['POST', '/playlists'],
    ['POST', TRACKS],
    ['DELETE', TRACKS],
    ['PUT', '/player/volume'],
    ['PUT', '/player/load'],
    ['PUT', '/settings'],
  ] as const) {
    t.equal((await box.send(method, path, { body: '{}', headers })).status, 415, `${method} ${path}`);
  }
});

t.test('settled: Host allow-list: own names, those of Avahi, own addresses, `localhost` and loopback', async (t) => {
  const { send } = await startRig(t);
  const status = async (host: string) => (await send('GET', '/player/status', { headers: { host } })).status;
  for (const host of [
    'tonearm',
    'music.home.arpa',
    'tonearm.local',
    'localhost',
    '127.0.0.1',
    '127.8.8.8:80',
    '[::1]',
  ]) {
    t.equal(await status(host), 200, host);
  }
  for (const host of ['tonearm.example', 'any.local', 'localhost.example', 'local', '8.8.8.8', '[2001:db8::1]']) {
    t.equal(await status(host), 403, host);
  }
});

t.test('settled: `GET /`, `/operations`, `/schemas`', async (t) => {
  const { send } = await startRig(t);
  t.match(await send('GET', '/'), { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  const unknown = problem(404, 'Not Found', 'UNKNOWN_PATH', 'There is nothing at this path.');
  for (const path of ['/operations', '/operations/play', '/schemas', '/schemas/Mp3Entry']) {
    t.match(await send('GET', path), { status: 404, json: unknown }, path);
  }
});

t.test('settled: Plain-text answers', async (t) => {
  const box = await startBox(t, ['a', 'b']);
  const answers = [
    await box.post('/playlists', { tracks: box.files('x') }),
    await box.post('/playlists', { tracks: [] }),
    await box.insert(-3, 'y'),
    await box.put('/playlists/shuffle'),
    await box.send('DELETE', TRACKS, { body: { positions: [0] } }),
  ];
  for (const { status, headers, text } of answers) {
    t.strictSame([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
    t.match(text, /^\d+$/);
  }
});
