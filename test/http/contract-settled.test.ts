/** Rows of the contract's section 14 that are about the queue and the player, over HTTP: each title is a row. */
import t from 'tap';
import { startBox } from './box.js';

const TRACKS = '/playlists/current/tracks';

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

t.test('settled: file-position when stopped', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'stopped');
  t.equal((await box.send('GET', '/player/file-position')).text, '0');
  const last = await startBox(t, ['a', 'b'], 'playing', 1);
  await last.put('/settings', { repeat_mode: 1 });
  t.equal(await last.seen(), 'playing b at 1, then a', 'next-track under repeat all wraps');
});
