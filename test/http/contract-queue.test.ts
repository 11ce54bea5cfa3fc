/** The contract's tables of section 5 row by row, over HTTP: each title is a row. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { milliseconds } from '../../src/units.js';
import { startBox } from './box.js';

const TRACKS = '/playlists/current/tracks';

t.test('bodies: NewPlaylist', async (t) => {
  const box = await startBox(t, []);
  t.equal((await box.post('/playlists', { tracks: [` ${box.files('a')[0]!}\n`], name: 'x', other: 1 })).text, '0');
  t.equal(await box.order(), '^a*', 'trimmed of white space');
  t.equal((await box.post('/playlists', { name: 'x' })).status, 400, 'tracks are required');
});

t.test('bodies: InsertTracks', async (t) => {
  const box = await startBox(t, ['a']);
  await mkdir(join(box.library, 'album', 'disc'), { recursive: true });
  for (const name of ['1.mp3', 'disc/2.flac', 'cover.jpg']) await writeFile(join(box.library, 'album', name), '');
  const directory = join(box.library, 'album');
  t.equal((await box.post(TRACKS, { position: -3, tracks: [], directory, shuffle: true })).text, '1');
  t.equal(await box.order(), '^a* album/1.mp3 album/disc/2.flac');
  t.equal((await box.post(TRACKS, { position: -3, directory })).status, 400, 'tracks are required');
  t.equal((await box.post(TRACKS, { tracks: [] })).status, 400, 'position is required');
});

t.test('bodies: DeleteTracks', async (t) => {
  const box = await startBox(t, ['a', 'b', 'c'], 'playing', 1);
  t.equal((await box.send('DELETE', TRACKS, { body: { positions: [0] } })).text, '0');
  t.equal(await box.order(), '^b* c');
  t.equal((await box.send('DELETE', TRACKS, { body: {} })).status, 400, 'positions are required');
  await box.send('DELETE', TRACKS, { body: { positions: [] } });
  t.equal(await box.order(), '^b*', 'empty: clear');
});

t.test('bodies: amount', async (t) => {
  const box = await startBox(t, ['a', 'b']);
  t.strictSame((await box.send('GET', '/playlists/amount')).json, { amount: 2 });
});

t.test('bodies: resume', async (t) => {
  const box = await startBox(t, ['a', 'b']);
  t.strictSame((await box.put('/playlists/resume')).json, { code: 0 });
});

for (const [row, position, answer, order] of [
  ['-1 prepend: before the logical first track', -1, '0', '^x y a b* c'],
  ['-2 insert: after the current track', -2, '2', '^a b* x y c'],
  ['-3 insert last: end of the queue', -3, '3', '^a b* c x y'],
  ['-4 insert first: right after the current track', -4, '2', '^a b* x y c'],
  ['-6 replace: clears, keeping the current track, then appends', -6, '1', '^b* x y'],
  ['-8 last rotated: append by inserting at first_index', -8, '0', 'x y ^a b* c'],
  ['>= 0: absolute queue index', 1, '1', '^a x y b* c'],
] as const) {
  t.test(`insertion positions over HTTP: ${row}`, async (t) => {
    const box = await startBox(t, ['a', 'b', 'c'], 'playing', 1);
    t.equal((await box.insert(position, 'x', 'y')).text, answer);
    t.equal(await box.order(), order);
    t.match(await box.seen(), /^playing b at /, 'the current track stays');
  });
}

t.test('insertion positions over HTTP: -2 insert: after the run of tracks inserted earlier', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'playing');
  await box.insert(-2, 'x');
  t.equal((await box.insert(-2, 'y')).text, '2');
  t.equal((await box.insert(-4, 'z')).text, '1', '-4 always right after the current track');
  t.equal(await box.order(), '^a* z x y b');
});

t.test('insertion positions over HTTP: -5 insert shuffled', async (t) => {
  const box = await startBox(t, ['a', 'b', 'c'], 'playing', 1);
  const names = Array.from({ length: 20 }, (_, at) => `x${at}`);
  const first = Number((await box.insert(-5, ...names)).text);
  const order = (await box.order()).split(' ');
  t.strictSame(order.slice(0, 2), ['^a', 'b*'], 'between the current track and the end');
  t.match(order[first], /^x/);
  t.not(order.filter((name) => name.startsWith('x')).join(), names.join(), 'not as they came');
  t.equal(order.length, 23);
});

t.test('insertion positions over HTTP: -7 last shuffled', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'playing');
  const names = Array.from({ length: 20 }, (_, at) => `x${at}`);
  t.equal((await box.insert(-7, ...names)).text, '2');
  const order = (await box.order()).split(' ');
  t.strictSame(order.slice(0, 2), ['^a*', 'b']);
  t.strictSame(order.slice(2).toSorted(), names.toSorted());
  t.not(order.slice(2).join(), names.join());
});

t.test('endpoints: {id} in /playlists/{id}… is ignored; any value means the live queue', async (t) => {
  const box = await startBox(t, ['a', 'b']);
  for (const id of ['current', '7', 'x%20y']) {
    t.match((await box.send('GET', `/playlists/${id}`)).json, { amount: 2 });
    t.equal(((await box.send('GET', `/playlists/${id}/tracks`)).json as unknown[]).length, 2);
  }
});

t.test('endpoints: GET /playlists/{id}', async (t) => {
  t.match(await (await startBox(t, ['a'])).info(), { amount: 1, index: 0, entries: [{ title: 'a' }] });
});

t.test('endpoints: GET /playlists/{id}/tracks', async (t) => {
  const box = await startBox(t, ['a', 'b']);
  await box.put('/playlists/shuffle?start_index=1');
  const { entries } = await box.info();
  t.strictSame((await box.send('GET', TRACKS)).json, entries, 'in the same order');
});

t.test('endpoints: GET /playlists/amount: number of entries', async (t) => {
  const box = await startBox(t, []);
  t.strictSame((await box.send('GET', '/playlists/amount')).json, { amount: 0 });
});

t.test('endpoints: POST /playlists: queue := tracks, index 0, not started; text 0', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'stopped', 1);
  t.equal((await box.post('/playlists', { tracks: box.files('x', 'y') })).text, '0');
  t.equal(await box.seen(), 'stopped nothing at 0, then nothing');
  t.equal(await box.order(), '^x* y');
});

t.test('endpoints: PUT /playlists/start: sets index, starts, un-pauses; 200 empty', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'paused');
  const { status, text } = await box.put('/playlists/start?start_index=1&elapsed=700&offset=3');
  t.strictSame([status, text], [200, '']);
  t.equal(await box.seen(), 'playing b at 1, then nothing');
  t.equal(box.engine.reported()[0], `load ${box.files('b')[0]!} from 700 ms`);
  await box.put('/playlists/start?offset=3');
  t.equal(box.engine.reported()[0], `load ${box.files('a')[0]!} from byte 3`);
});

t.test(
  'endpoints: PUT /playlists/shuffle: the track at start_index stays current and becomes the logical first',
  async (t) => {
    const box = await startBox(t, ['a', 'b', 'c', 'd', 'e', 'f']);
    const before = (await box.send('GET', '/settings')).json as { playlist_shuffle: boolean };
    const answer = Number((await box.put('/playlists/shuffle?start_index=4')).text);
    const { index, first_index: first, seed, entries } = await box.info();
    t.strictSame([index, first], [answer, answer], 'the answer is its new index');
    t.match((entries as unknown[])[answer], { title: 'e' });
    t.ok((seed as number) > 0);
    t.match((await box.send('GET', '/settings')).json, before, 'the setting is another thing');
  },
);

t.test('endpoints: POST /playlists/{id}/tracks: no tracks: 0; queue empty: a new one, not started', async (t) => {
  const box = await startBox(t, []);
  t.equal((await box.insert(-3)).text, '0');
  t.equal((await box.insert(-4, 'x', 'y')).text, '0');
  t.equal(await box.order(), '^x* y');
  t.equal(await box.seen(), 'stopped nothing at 0, then nothing');
});

t.test('endpoints: DELETE /playlists/{id}/tracks: empty array: everything except the current track', async (t) => {
  const box = await startBox(t, ['a', 'b', 'c'], 'paused', 2);
  t.equal((await box.send('DELETE', TRACKS, { body: { positions: [] } })).text, '0');
  t.equal(await box.order(), '^c*');
  t.equal(await box.seen(), 'paused c at 0, then nothing');
});

t.test('endpoints: PUT /playlists/resume: -1 when nothing is saved or when playing, else 0', async (t) => {
  t.strictSame((await (await startBox(t, [])).put('/playlists/resume')).json, { code: -1 });
  const box = await startBox(t, ['a'], 'playing');
  t.strictSame((await box.put('/playlists/resume')).json, { code: -1 });
  await box.put('/player/pause');
  t.strictSame((await box.put('/playlists/resume')).json, { code: 0 });
});

t.test('endpoints: PUT /playlists/resume-track: the saved track at its place', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'playing', 1);
  box.engine.playedAt = { playId: box.engine.loadedId, elapsed: milliseconds(5000) };
  await box.put('/player/stop');
  await box.insert(0, 'x');
  box.engine.reported();
  t.strictSame(
    [(await box.put('/playlists/resume-track')).status, await box.seen()],
    [200, 'playing b at 2, then nothing'],
  );
  t.equal(box.engine.reported()[0], `load ${box.files('b')[0]!} from 5000 ms`);
});

t.test('endpoints: PUT /playlists/resume-track: track not found → starts at index 0', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'playing', 1);
  await box.put('/player/stop');
  await box.post('/playlists', { tracks: box.files('x', 'y') });
  await box.put('/playlists/resume-track');
  t.equal(await box.seen(), 'playing x at 0, then y');
});

t.test('endpoints: PUT /playlists/resume-track: nothing saved → nothing happens', async (t) => {
  const box = await startBox(t, []);
  await box.post('/playlists', { tracks: box.files('x') });
  t.equal((await box.put('/playlists/resume-track')).status, 200);
  t.equal(await box.seen(), 'stopped nothing at 0, then nothing');
});

for (const [field, expected] of [
  ['amount', 3],
  ['index', 1],
  ['first_index', 0],
  ['last_insert_pos', -1],
  ['seed', 0],
  ['last_shuffled_start', 0],
  ['max_playlist_size', 10_000],
  ['entries', [{ title: 'a' }, { title: 'b' }, { title: 'c' }]],
] as const) {
  t.test(`PlaylistInfo fields: ${field}`, async (t) => {
    t.match(await (await startBox(t, ['a', 'b', 'c'], 'playing', 1)).info(), { [field]: expected });
  });
}

t.test('PlaylistInfo fields: index: 0 when empty', async (t) => {
  t.match(await (await startBox(t, [])).info(), { index: 0, amount: 0, entries: [] });
});

t.test('PlaylistInfo fields: last_insert_pos: reset by a shuffle and when playback passes it', async (t) => {
  const box = await startBox(t, ['a', 'b', 'c'], 'playing');
  await box.insert(-2, 'x', 'y');
  t.match(await box.info(), { last_insert_pos: 2 });
  await box.put('/playlists/start?start_index=3');
  t.match(await box.info(), { last_insert_pos: -1 }, 'passed');
  await box.insert(-2, 'z');
  t.match(await box.info(), { last_insert_pos: 4 });
  await box.put('/playlists/shuffle');
  t.match(await box.info(), { last_insert_pos: -1 }, 'shuffled');
});
