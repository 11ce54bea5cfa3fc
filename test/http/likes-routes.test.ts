import t from 'tap';
import { Library } from '../../src/library/library.js';
import { albumMd5, recordId } from '../../src/library/ids.js';
import { SILENT_LOG } from '../fixtures/log.js';
import type { ShelfTrack } from '../library/shelf.js';
import { follow } from './event-client.js';
import { startRig } from './rig.js';
import { ROOT, startShelf } from './shelf-rig.js';

const TRACKS: readonly ShelfTrack[] = ['a', 'b', 'c'].map((name) => ({ name, title: name, artist: 'X', album: name }));
const track = (name: string): string => recordId('track', `${ROOT}/${name}`);
const album = (name: string): string => recordId('album', albumMd5('X', name, 0));

t.test('likes are listed, the newest first, and can be taken back', async (t) => {
  const { send, titlesOf } = await startShelf(t, TRACKS);
  for (const name of ['b', 'c', 'a']) {
    t.equal((await send('PUT', `/tracks/${track(name)}/like`)).status, 204);
    t.equal((await send('PUT', `/albums/${album(name)}/like`)).status, 204);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  t.equal((await send('PUT', `/tracks/${track('b')}/like`)).status, 204, 'again: it keeps its time');
  t.strictSame(await titlesOf('/likes/tracks'), ['a', 'c', 'b']);
  t.strictSame(await titlesOf('/likes/albums'), ['a', 'c', 'b']);
  t.equal((await send('DELETE', `/tracks/${track('c')}/like`)).status, 204);
  t.equal((await send('DELETE', `/tracks/${track('c')}/like`)).status, 204, 'twice');
  t.strictSame(await titlesOf('/likes/tracks'), ['a', 'b']);
  t.strictSame(await titlesOf('/likes/albums'), ['a', 'c', 'b'], 'albums are others');
});

t.test('what is not there cannot be liked', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  for (const method of ['PUT', 'DELETE']) {
    for (const path of ['/tracks/x/like', '/albums/x/like', `/albums/${track('a')}/like`]) {
      t.match((await send(method, path)).json, { status: 404, code: 'UNKNOWN_ID' }, `${method} ${path}`);
    }
  }
});

t.test('a like outlasts a pulled stick, and its track', async (t) => {
  const shelf = await startShelf(t, TRACKS);
  await shelf.send('PUT', `/tracks/${track('a')}/like`);
  await shelf.pull(true);
  t.strictSame(await shelf.get('/likes/tracks'), []);
  await shelf.pull(false);
  t.strictSame(await shelf.titlesOf('/likes/tracks'), ['a']);
  await shelf.write((sql) => sql.exec("DELETE FROM track_artist; DELETE FROM track WHERE title = 'a'"));
  t.strictSame(await shelf.get('/likes/tracks'), []);
  t.equal((await shelf.send('DELETE', `/tracks/${track('a')}/like`)).status, 204, 'it can still be taken back');
  t.equal((await shelf.send('DELETE', `/tracks/${track('a')}/like`)).status, 404);
});

t.test('a new like is another list to who asks again', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  const { etag } = (await send('GET', '/likes/tracks')).headers;
  const again = { headers: { 'if-none-match': etag ?? '' } };
  t.equal((await send('GET', '/likes/tracks', again)).status, 304);
  await send('PUT', `/tracks/${track('a')}/like`);
  t.equal((await send('GET', '/likes/tracks', again)).status, 200);
});

t.test('a list from before a restart is not taken for that of today', async (t) => {
  const { records, state, send } = await startShelf(t, TRACKS);
  const { etag = '' } = (await send('GET', '/likes/tracks')).headers;
  await send('PUT', `/tracks/${track('a')}/like`);
  const restarted = await startRig(t, { library: new Library({ records, state, log: SILENT_LOG }) });
  const { status, json } = await restarted.send('GET', '/likes/tracks', { headers: { 'if-none-match': etag } });
  t.equal(status, 200);
  t.match(json, [{ title: 'a' }]);
});

t.test('whether what sounds is liked is told with it, and every change of that', async (t) => {
  const { send, player, port } = await startShelf(t, TRACKS);
  await send('PUT', `/tracks/${track('b')}/like`);
  player.hold([`${ROOT}/b`, `${ROOT}/a`]);
  player.kind = 'playing';
  const client = await follow(t, port);
  t.match((await client.event('snapshot')).data, { current_track: { id: track('b'), is_liked: true } });
  await send('DELETE', `/tracks/${track('b')}/like`);
  t.match((await client.event('current_track')).data, { id: track('b'), is_liked: false });
  await send('PUT', `/tracks/${track('b')}/like`);
  t.match((await client.event('current_track', 2)).data, { id: track('b'), is_liked: true });
});

t.test('which of some records are liked is one question', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  const ask = (body: unknown) => send('POST', '/likes/among', { body });
  const tracks = ['a', 'b', 'c'].map(track);
  const albums = ['a', 'b', 'c'].map(album);
  t.strictSame((await ask({ tracks, albums })).json, { tracks: [], albums: [] });
  await send('PUT', `/tracks/${track('b')}/like`);
  await send('PUT', `/albums/${album('c')}/like`);
  t.strictSame((await ask({ tracks, albums })).json, { tracks: [track('b')], albums: [album('c')] });
  t.strictSame((await ask({ tracks: [track('a')] })).json, { tracks: [], albums: [] });
  t.strictSame((await ask({ albums: [...albums, track('b'), 'x'] })).json, { tracks: [], albums: [album('c')] });
  t.strictSame((await ask({ tracks: [track('b'), track('b')] })).json, { tracks: [track('b')], albums: [] });
  t.equal((await ask({ tracks: Array.from({ length: 100 }, (_, at) => String(at)) })).status, 200);
  for (const wrong of [
    { tracks: Array.from({ length: 101 }, (_, at) => String(at)) },
    { tracks: [1] },
    { albums: 'a' },
  ])
    t.match((await ask(wrong)).json, { status: 400 }, JSON.stringify(wrong).slice(0, 40));
});

t.test('every change of a like is counted by an event', async (t) => {
  const { send, port } = await startShelf(t, TRACKS);
  const client = await follow(t, port);
  const { likes } = (await client.event('snapshot')).data as { likes: { revision: number } };
  await send('PUT', `/albums/${album('b')}/like`);
  t.strictSame((await client.event('likes')).data, { revision: likes.revision + 1 });
  await send('DELETE', `/albums/${album('b')}/like`);
  t.strictSame((await client.event('likes', 2)).data, { revision: likes.revision + 2 });
});
