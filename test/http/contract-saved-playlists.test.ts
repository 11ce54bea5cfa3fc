/** Contract section 7, row by row, and what is on top of it. */
import t, { type Test } from 'tap';
import { recordId } from '../../src/library/ids.js';
import { LibraryPaths } from '../../src/library/paths.js';
import type { ShelfTrack } from '../library/shelf.js';
import { ROOT, type Shelf, startShelf } from './shelf-rig.js';

const TRACKS: readonly ShelfTrack[] = ['a', 'b', 'c', 'd'].map((name) => ({ name, title: name, artist: 'X' }));
const id = (name: string): string => recordId('track', `${ROOT}/${name}`);
const ids = (names: string): string[] => Array.from(names, id);
const STREAM = { url: 'http://radio.example/live', title: 'Radio', artist: '', album: '', duration_ms: 0 };
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

interface Playlist {
  readonly id: string;
  readonly name: string;
  readonly folder_id: string | null;
  readonly track_count: number;
  readonly created_at: number;
  readonly updated_at: number;
}

interface PlaylistShelf extends Shelf {
  readonly make: (name: string, names?: string, more?: object) => Promise<Playlist>;
  /** Letters of the tracks, `?` for what is none of them. */
  readonly letters: (playlist: Playlist) => Promise<string>;
}

async function start(t: Test, deps: Parameters<typeof startShelf>[2] = {}): Promise<PlaylistShelf> {
  const shelf = await startShelf(t, TRACKS, deps);
  return {
    ...shelf,
    async make(name, names = '', more = {}) {
      const body = { name, track_ids: ids(names), ...more };
      const { status, json, text } = await shelf.send('POST', '/saved-playlists', { body });
      if (status !== 201) throw new Error(text);
      return json as Playlist;
    },
    async letters({ id: playlist }) {
      const known = new Map(Array.from('abcd', (name) => [id(name), name]));
      const found = (await shelf.get(`/saved-playlists/${playlist}/track-ids`)) as string[];
      return found.map((each) => known.get(each) ?? '?').join('');
    },
  };
}

/** As if it had been made so many seconds earlier. */
async function age({ state }: Shelf, playlist: Playlist, seconds: number): Promise<void> {
  await state.write((sql) =>
    sql
      .prepare('UPDATE saved_playlist SET created_at = created_at - ?, updated_at = updated_at - ? WHERE id = ?')
      .run(seconds, seconds, playlist.id),
  );
}

t.test('POST /saved-playlists: 201 with what was made, everything but the name optional', async (t) => {
  const { send } = await start(t);
  const before = Math.floor(Date.now() / 1000);
  const { status, json } = await send('POST', '/saved-playlists', { body: { name: 'Mine' } });
  const { id: made, created_at: at, ...rest } = json as Playlist;
  t.equal(status, 201);
  t.match(made, UUID);
  t.ok(at >= before && at <= Date.now() / 1000);
  t.strictSame(rest, {
    name: 'Mine',
    description: null,
    image: null,
    folder_id: null,
    track_count: 0,
    updated_at: at,
  });
});

t.test('POST /saved-playlists: tracks and folder are not checked, null is nothing', async (t) => {
  const { make } = await start(t);
  const full = await make('A', 'aab', { description: 'two\nlines', image: 'x.jpg', folder_id: 'nowhere' });
  t.match(full, { description: 'two\nlines', image: 'x.jpg', folder_id: 'nowhere', track_count: 3 });
  t.match(await make('B', '', { track_ids: ['nobody'] }), { track_count: 1 });
  t.match(await make('C', '', { track_ids: null, description: null, image: null, folder_id: null }), {
    track_count: 0,
  });
});

t.test('POST /saved-playlists and …/tracks: tracks by their paths, behind those by id, streams too', async (t) => {
  const { make, send, letters, get } = await start(t, { paths: new LibraryPaths([ROOT]) });
  const playlist = await make('A', 'a', { paths: [`${ROOT}/c`, STREAM.url] });
  t.equal(await letters(playlist), 'ac?');
  const path = `/saved-playlists/${playlist.id}/tracks`;
  const more = { track_ids: ids('b'), paths: [` ${ROOT}/d `, `${ROOT}/new.mp3`] };
  t.equal((await send('POST', path, { body: more })).status, 204);
  t.equal(await letters(playlist), 'ac?bd?', 'a file that is not scanned yet too');
  t.match(await get(path), [{ title: 'a' }, { title: 'c' }, { title: 'live', path: STREAM.url }, {}, {}]);
  t.equal((await send('POST', path, { body: { track_ids: [], paths: null } })).status, 204);
  for (const bad of ['/etc/passwd', 'x', 'http://127.0.0.1:9/x']) {
    const { status, json } = await send('POST', path, { body: { track_ids: ids('a'), paths: [`${ROOT}/a`, bad] } });
    t.match({ status, json }, { status: 400, json: { errors: [{ path: '/paths/1' }] } }, bad);
  }
  t.equal(await letters(playlist), 'ac?bd?', 'nothing of a refused request');
});

t.test('POST /saved-playlists: without a name, with an empty one or a bad one: 400 with the place', async (t) => {
  const { send } = await start(t);
  for (const [body, path] of [
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 7 }, '/name'],
    [{ name: null }, '/name'],
    [{ name: 'a\nb' }, '/name'],
    [{ name: 'x'.repeat(251) }, '/name'],
    [{ name: 'x', description: 'a\u0007' }, '/description'],
    [{ name: 'x', description: 'x'.repeat(4001) }, '/description'],
    [{ name: 'x', image: 'a\u0000' }, '/image'],
    [{ name: 'x', image: 'x'.repeat(4097) }, '/image'],
    [{ name: 'x', folder_id: 'a\u0085' }, '/folder_id'],
    [{ name: 'x', track_ids: 'x' }, '/track_ids'],
    [{ name: 'x', track_ids: ['a', 1] }, '/track_ids/1'],
    [{ name: 'x', track_ids: ['a\u0000'] }, '/track_ids/0'],
  ] as const) {
    const { json } = await send('POST', '/saved-playlists', { body });
    t.match(json, { status: 400, code: 'INVALID_BODY', errors: [{ path }] }, JSON.stringify(body).slice(0, 60));
  }
  t.strictSame((await send('GET', '/saved-playlists')).json, []);
});

t.test('GET /saved-playlists: the newest first, all or those of a folder', async (t) => {
  const shelf = await start(t);
  const [old, older, youngest] = [
    await shelf.make('old', '', { folder_id: 'f' }),
    await shelf.make('older'),
    await shelf.make('youngest', '', { folder_id: 'f' }),
  ];
  await age(shelf, old, 10);
  await age(shelf, older, 20);
  t.strictSame(await shelf.titlesOf('/saved-playlists'), ['youngest', 'old', 'older']);
  t.strictSame(await shelf.titlesOf('/saved-playlists?folder_id='), ['youngest', 'old', 'older']);
  t.strictSame(await shelf.titlesOf('/saved-playlists?folder_id=f'), ['youngest', 'old']);
  t.strictSame(await shelf.titlesOf('/saved-playlists?folder_id=g'), []);
  t.strictSame((await shelf.get('/saved-playlists'))![0 as never], youngest);
});

t.test('GET /saved-playlists: more than a page of the same second, in the order of making', async (t) => {
  const { savedPlaylists, titlesOf, state } = await start(t);
  const texts = { description: null, image: null, folderId: null };
  for (let at = 0; at < 600; at++) await savedPlaylists.create({ name: String(at), ...texts }, []);
  await state.write((sql) => sql.exec('UPDATE saved_playlist SET created_at = 1000000 + key / 400'));
  const names = Array.from({ length: 600 }, (_, at) => String(599 - at));
  t.strictSame(await titlesOf('/saved-playlists'), names);
});

t.test('GET /saved-playlists/{id}: 200, or 404', async (t) => {
  const { make, get, send } = await start(t);
  const playlist = await make('A', 'ab');
  t.strictSame(await get(`/saved-playlists/${playlist.id}`), playlist);
  t.match((await send('GET', '/saved-playlists/x')).json, { status: 404, code: 'UNKNOWN_ID' });
});

t.test(
  'PUT /saved-playlists/{id}: what is left out becomes null, the name may be empty, the tracks stay',
  async (t) => {
    const shelf = await start(t);
    const playlist = await shelf.make('A', 'ab', { description: 'd', image: 'i', folder_id: 'f' });
    await age(shelf, playlist, 100);
    const path = `/saved-playlists/${playlist.id}`;
    t.equal((await shelf.send('PUT', path, { body: { name: '' } })).status, 204);
    const now = (await shelf.get(path)) as Playlist;
    t.match(now, { name: '', description: null, image: null, folder_id: null, track_count: 2 });
    t.ok(now.updated_at > now.created_at);
    t.equal((await shelf.send('PUT', '/saved-playlists/x', { body: { name: 'x' } })).status, 204, 'an unknown one');
    t.match((await shelf.send('PUT', path, { body: {} })).json, { status: 400, errors: [{ path: '/name' }] });
    t.match((await shelf.send('PUT', path, { body: { name: 'a\tb' } })).json, { status: 400 });
  },
);

t.test('DELETE /saved-playlists/{id}: 204 always', async (t) => {
  const { make, send, get } = await start(t);
  const playlist = await make('A', 'ab');
  for (const which of [playlist.id, playlist.id, 'x']) {
    t.equal((await send('DELETE', `/saved-playlists/${which}`)).status, 204);
  }
  t.strictSame(await get('/saved-playlists'), []);
});

t.test('GET …/tracks and …/track-ids: stored order; what is unknown is among the ids only', async (t) => {
  const { make, get, titlesOf } = await start(t);
  const { id: playlist } = await make('A', '', { track_ids: [...ids('ba'), 'nobody', ...ids('ab')] });
  t.strictSame(await titlesOf(`/saved-playlists/${playlist}/tracks`), ['b', 'a', 'a', 'b']);
  t.strictSame(await titlesOf(`/saved-playlists/${playlist}/tracks?offset=1&limit=2`), ['a', 'a']);
  t.strictSame(await get(`/saved-playlists/${playlist}/track-ids`), [...ids('ba'), 'nobody', ...ids('ab')]);
  t.strictSame(await get('/saved-playlists/x/tracks'), []);
  t.strictSame(await get('/saved-playlists/x/track-ids'), []);
});

t.test('GET …/tracks: tracks of a pulled stick are kept, and another list has another ETag', async (t) => {
  const { make, pull, send, titlesOf, letters } = await start(t);
  const playlist = await make('A', 'ab');
  const path = `/saved-playlists/${playlist.id}/tracks`;
  await pull(true);
  t.strictSame(await titlesOf(path), ['a', 'b']);
  t.equal(await letters(playlist), 'ab');
  const { etag = '' } = (await send('GET', path)).headers;
  const again = { headers: { 'if-none-match': etag } };
  t.equal((await send('GET', path, again)).status, 304);
  await send('POST', path, { body: { track_ids: ids('c') } });
  t.equal((await send('GET', path, again)).status, 200);
});

t.test('GET …/tracks: streams that are known stand among the tracks', async (t) => {
  const { make, send, get } = await start(t);
  await send('PUT', '/tracks/stream-metadata', { body: STREAM });
  const stream = recordId('track', STREAM.url);
  const { id: playlist } = await make('A', '', { track_ids: [stream, id('a'), stream, stream, id('b')] });
  const path = `/saved-playlists/${playlist}/tracks`;
  const rows = (await get(path)) as { title: string; is_remote: boolean }[];
  t.strictSame(
    rows.map(({ title, is_remote: isRemote }) => [title, isRemote]),
    [
      ['Radio', true],
      ['a', false],
      ['Radio', true],
      ['Radio', true],
      ['b', false],
    ],
  );
  t.strictSame(await get(`${path}?offset=3&limit=1`), [rows[3]]);
  t.strictSame(rows[0], await get(`/tracks/${stream}`));
  const { etag = '' } = (await send('GET', path)).headers;
  await send('PUT', '/tracks/stream-metadata', { body: { ...STREAM, title: 'Other' } });
  t.match((await send('GET', path, { headers: { 'if-none-match': etag } })).json, [{ title: 'Other' }]);
});

t.test('POST …/tracks: appended, also twice; updated_at stays; 204 for an unknown playlist', async (t) => {
  const shelf = await start(t);
  const playlist = await shelf.make('A', 'ab');
  await age(shelf, playlist, 100);
  for (const more of ['b', 'ca', '']) {
    const answer = await shelf.send('POST', `/saved-playlists/${playlist.id}/tracks`, {
      body: { track_ids: ids(more) },
    });
    t.equal(answer.status, 204);
  }
  t.equal(await shelf.letters(playlist), 'abbca');
  t.match(await shelf.get(`/saved-playlists/${playlist.id}`), {
    track_count: 5,
    updated_at: playlist.updated_at - 100,
  });
  t.equal((await shelf.send('POST', '/saved-playlists/x/tracks', { body: { track_ids: ['a'] } })).status, 204);
  t.match((await shelf.send('POST', `/saved-playlists/${playlist.id}/tracks`, { body: {} })).json, {
    status: 400,
    errors: [{ path: '/track_ids' }],
  });
});

t.test('more than 10,000 tracks: 409 PLAYLIST_FULL, nothing changed', async (t) => {
  const { make, send, get } = await start(t);
  const many = Array.from({ length: 9999 }, (_, at) => `t${at % 700}`);
  const playlist = await make('A', '', { track_ids: many });
  const path = `/saved-playlists/${playlist.id}/tracks`;
  t.match((await send('POST', path, { body: { track_ids: ['x', 'y'] } })).json, { status: 409, code: 'PLAYLIST_FULL' });
  t.equal((await send('POST', path, { body: { track_ids: ['x'] } })).status, 204);
  t.strictSame(await get(`/saved-playlists/${playlist.id}/track-ids`), [...many, 'x']);
  const body = { name: 'B', track_ids: [...many, 'x', 'y'] };
  t.match((await send('POST', '/saved-playlists', { body })).json, { status: 409, code: 'PLAYLIST_FULL' });
  t.equal(((await get('/saved-playlists')) as unknown[]).length, 1);
});

t.test('DELETE …/tracks/{track_id}: every occurrence; 204 always', async (t) => {
  const { make, send, letters } = await start(t);
  const playlist = await make('A', 'abcab');
  for (const [which, left] of [
    [id('a'), 'bcb'],
    [id('a'), 'bcb'],
    ['nobody', 'bcb'],
    [id('b'), 'c'],
  ] as const) {
    t.equal((await send('DELETE', `/saved-playlists/${playlist.id}/tracks/${which}`)).status, 204);
    t.equal(await letters(playlist), left);
  }
  t.equal((await send('DELETE', `/saved-playlists/x/tracks/${id('a')}`)).status, 204);
});

t.test('POST …/play: replaces the queue and starts at 0', async (t) => {
  const { make, send, player } = await start(t);
  await send('PUT', '/tracks/stream-metadata', { body: STREAM });
  player.hold(['/music/before.mp3']);
  const stream = recordId('track', STREAM.url);
  const { id: playlist } = await make('A', '', { track_ids: [id('b'), 'nobody', stream, id('a')] });
  t.equal((await send('POST', `/saved-playlists/${playlist}/play`)).status, 204);
  t.strictSame(player.commands.slice(-2), [
    ['replaceQueue', [`${ROOT}/b`, STREAM.url, `${ROOT}/a`]],
    ['startAt', 0, 0, 0],
  ]);
});

t.test('POST …/play: 422 for what is empty, unknown, not resolved or pulled, and the queue stays', async (t) => {
  const { make, pull, send, player } = await start(t);
  const empty = await make('A');
  const unresolved = await make('B', '', { track_ids: ['nobody'] });
  const away = await make('C', 'ab');
  await pull(true);
  for (const which of [empty.id, unresolved.id, away.id, 'x']) {
    const { json } = await send('POST', `/saved-playlists/${which}/play`);
    t.match(json, { status: 422, code: 'NOTHING_TO_PLAY' });
  }
  t.strictSame(player.commands, []);
});

t.test('folders: made, listed by name, removed with their playlists left outside', async (t) => {
  const { make, send, get, titlesOf } = await start(t);
  const { status, json } = await send('POST', '/saved-playlists/folders', { body: { name: 'Zebra' } });
  const folder = json as Playlist;
  t.equal(status, 201);
  t.match(folder.id, UUID);
  t.strictSame(Object.keys(folder), ['id', 'name', 'created_at', 'updated_at']);
  await send('POST', '/saved-playlists/folders', { body: { name: 'Ape' } });
  t.strictSame(await titlesOf('/saved-playlists/folders'), ['Ape', 'Zebra']);
  for (const body of [{}, { name: '' }, { name: 'a\u0001' }]) {
    t.match((await send('POST', '/saved-playlists/folders', { body })).json, {
      status: 400,
      errors: [{ path: '/name' }],
    });
  }
  const playlist = await make('A', 'a', { folder_id: folder.id });
  for (let twice = 0; twice < 2; twice++) {
    t.equal((await send('DELETE', `/saved-playlists/folders/${folder.id}`)).status, 204);
  }
  t.strictSame(await titlesOf('/saved-playlists/folders'), ['Ape']);
  t.match(await get(`/saved-playlists/${playlist.id}`), { folder_id: null, track_count: 1 });
});

t.test('PUT /saved-playlists/folders/{id}: another name, or 404', async (t) => {
  const { send, titlesOf } = await start(t);
  const { json } = await send('POST', '/saved-playlists/folders', { body: { name: 'A' } });
  const path = `/saved-playlists/folders/${(json as Playlist).id}`;
  t.equal((await send('PUT', path, { body: { name: 'B' } })).status, 204);
  t.strictSame(await titlesOf('/saved-playlists/folders'), ['B']);
  t.match((await send('PUT', path, { body: { name: '' } })).json, { status: 400 });
  t.match((await send('PUT', '/saved-playlists/folders/x', { body: { name: 'B' } })).json, { status: 404 });
});

t.test('fixed segments are reserved for every method', async (t) => {
  const { send } = await start(t);
  for (const [method, path, allow] of [
    ['PUT', '/saved-playlists/folders', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/saved-playlists/folders', 'GET, HEAD, OPTIONS, POST'],
    ['GET', '/saved-playlists/from-queue', 'OPTIONS, POST'],
    ['GET', '/saved-playlists/folders/x', 'DELETE, OPTIONS, PUT'],
  ] as const) {
    const { status, headers } = await send(method, path);
    t.equal(status, 405, `${method} ${path}`);
    t.equal(headers.allow, allow);
  }
});

t.test('PUT …/tracks/move: as within the queue', async (t) => {
  const { make, send, letters } = await start(t);
  const playlist = await make('A', 'abcd');
  const path = `/saved-playlists/${playlist.id}/tracks/move`;
  for (const [body, order] of [
    [{ from: 0, to: 3 }, 'bcda'],
    [{ from: 2, to: 0, count: 2 }, 'dabc'],
    [{ from: 1, to: 1, count: null }, 'dabc'],
  ] as const) {
    t.equal((await send('PUT', path, { body })).status, 204);
    t.equal(await letters(playlist), order);
  }
  for (const [body, pointer] of [
    [{ from: 4, to: 0 }, '/from'],
    [{ from: -1, to: 0 }, '/from'],
    [{ from: 2, to: 0, count: 3 }, '/count'],
    [{ from: 0, to: 3, count: 2 }, '/to'],
  ] as const) {
    const { json } = await send('PUT', path, { body });
    t.match(json, { status: 400, code: 'INDEX_OUT_OF_RANGE', errors: [{ path: pointer }] });
  }
  t.equal(await letters(playlist), 'dabc');
  t.match((await send('PUT', '/saved-playlists/x/tracks/move', { body: { from: 0, to: 0 } })).json, { status: 404 });
});

t.test('DELETE …/tracks with positions: one of several that are the same', async (t) => {
  const { make, send, letters } = await start(t);
  const playlist = await make('A', 'aaba');
  const path = `/saved-playlists/${playlist.id}/tracks`;
  t.equal((await send('DELETE', path, { body: { positions: [3, 0, 3] } })).status, 204);
  t.equal(await letters(playlist), 'ab');
  const { json } = await send('DELETE', path, { body: { positions: [0, 2] } });
  t.match(json, { status: 400, code: 'INDEX_OUT_OF_RANGE', errors: [{ path: '/positions/1' }] });
  t.match((await send('DELETE', path, { body: { positions: [] } })).json, { status: 400 });
  t.match((await send('DELETE', '/saved-playlists/x/tracks', { body: { positions: [0] } })).json, { status: 404 });
  t.equal(await letters(playlist), 'ab');
});

t.test('POST …/duplicate: the same tracks under another name', async (t) => {
  const { make, send, letters } = await start(t);
  const playlist = await make('A', 'aab', { description: 'd', folder_id: 'f' });
  const { status, json } = await send('POST', `/saved-playlists/${playlist.id}/duplicate`);
  t.equal(status, 201);
  t.match(json, { name: 'A (copy)', description: 'd', folder_id: 'f', track_count: 3 });
  const named = await send('POST', `/saved-playlists/${playlist.id}/duplicate?name=B%20side`);
  t.match(named.json, { name: 'B side' });
  await send('DELETE', `/saved-playlists/${playlist.id}/tracks/${id('a')}`);
  t.equal(await letters(json as Playlist), 'aab');
  t.match((await send('POST', '/saved-playlists/x/duplicate')).json, { status: 404, code: 'UNKNOWN_ID' });
  t.match((await send('POST', `/saved-playlists/${playlist.id}/duplicate?name=%01`)).json, {
    status: 400,
    errors: [{ path: 'name' }],
  });
});

t.test('POST /saved-playlists/from-queue: the queue in its order, streams too', async (t) => {
  const { player, send, get } = await start(t);
  const unknown = 'http://radio.example/other.mp3';
  await send('PUT', '/tracks/stream-metadata', { body: STREAM });
  player.hold([`${ROOT}/b`, STREAM.url, unknown, `${ROOT}/b`, '/music/later.mp3']);
  const { status, json } = await send('POST', '/saved-playlists/from-queue', { body: { name: 'Now' } });
  t.equal(status, 201);
  t.match(json, { name: 'Now', track_count: 5 });
  const path = `/saved-playlists/${(json as Playlist).id}/tracks`;
  const titles = ((await get(path)) as { title: string }[]).map(({ title }) => title);
  t.strictSame(titles, ['b', 'Radio', 'other.mp3', 'b']);
});
