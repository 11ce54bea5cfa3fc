/** `POST /library/play` in front of a real library and a real player, whose engine is a model. */
import t, { type Test } from 'tap';
import { recordId } from '../../src/library/ids.js';
import type { LivePlayer } from '../../src/playback/live-player.js';
import { FROM_START } from '../../src/playback/state.js';
import type { ShelfTrack } from '../library/shelf.js';
import { createRig } from '../playback/rig.js';
import { ROOT, startShelf } from './shelf-rig.js';

const track = (name: string, album: string, artist: string, genre: string, number: number): ShelfTrack => ({
  ...{ name, title: name, album, artist, genres: [genre], trackNumber: number },
});
const TRACKS: readonly ShelfTrack[] = [
  track('a', 'Quay', 'Marlow', 'Folk', 2),
  track('b', 'Quay', 'Marlow', 'Folk', 1),
  track('c', 'Ferry', 'Marlow', 'Jazz', 1),
  track('d', 'Night', 'Okafor', 'Jazz', 1),
];
const MARLOW = recordId('artist', 'Marlow');
const JAZZ = recordId('genre', 'Jazz');

const namesIn = (player: LivePlayer): string =>
  player
    .queue()
    .entries.map(({ location }) => location.slice(ROOT.length + 1))
    .join(' ');
const sorted = (player: LivePlayer): string => namesIn(player).split(' ').sort().join(' ');

async function startMusic(t: Test, tracks = TRACKS) {
  const { player } = createRig();
  const shelf = await startShelf(t, tracks, { player });
  const play = (body: object) => shelf.send('POST', '/library/play', { body });
  const albums = (await shelf.get('/albums')) as { id: string; title: string }[];
  const album = (title: string): string => albums.find((each) => each.title === title)?.id ?? '';
  return { ...shelf, player, play, album };
}

t.test('music plays in the order in which it is listed, from the first', async (t) => {
  const { player, play, album, library, send, get } = await startMusic(t);
  const tracks = (await get('/tracks')) as { id: string; title: string }[];
  const idOf = (name: string): string => tracks.find(({ title }) => title === name)?.id ?? '';
  await library.like('track', idOf('d'));
  const made = await send('POST', '/saved-playlists', {
    body: { name: 'Mine', track_ids: [idOf('d'), idOf('a'), 'gone'] },
  });
  const saved = (made.json as { id: string }).id;
  const rules = { match_type: 'all', sort_by: 'title', sort_order: 'DESC', limit: 3 };
  const smart = await send('POST', '/smart-playlists', { body: { name: 'Rules', rules } });
  const smartId = (smart.json as { id: string }).id;
  for (const [body, names] of [
    [{ of: 'library' }, 'a b c d'],
    [{ of: 'album', id: album('Quay') }, 'b a'],
    [{ of: 'artist', id: MARLOW, shuffle: false }, 'a b c'],
    [{ of: 'genre', id: JAZZ, shuffle: null }, 'c d'],
    [{ of: 'saved_playlist', id: saved }, 'd a'],
    [{ of: 'smart_playlist', id: smartId }, 'd c b'],
    [{ of: 'liked' }, 'd'],
  ] as const) {
    const { status, json } = await play(body);
    t.equal(status, 200, body.of);
    const count = names.split(' ').length;
    t.strictSame(json, { id: 'id' in body ? body.id : null, total: count, amount: count }, body.of);
    t.equal(namesIn(player), names, body.of);
    t.strictSame([player.status().kind, player.queue().index, player.queue().seed], ['playing', 0, 0], body.of);
    t.equal((await play({ ...body, shuffle: true })).status, 200);
    t.equal(sorted(player), names.split(' ').sort().join(' '), `${body.of}: every track once`);
    t.not(player.queue().seed, 0, `${body.of} is shuffled`);
  }
});

t.test('a shuffle begins with any track, in any order', async (t) => {
  const { player, play } = await startMusic(t, TRACKS.slice(0, 3));
  const orders = new Set<string>();
  // The chance that one of the six orders is never drawn in 200: below 1 in 10^15.
  for (let times = 0; times < 200; times++) {
    await play({ of: 'library', shuffle: true });
    orders.add(namesIn(player));
    t.equal(player.currentTrack()?.entry, player.queue().entries[0], 'its first plays');
  }
  t.equal(orders.size, 6);
});

t.test('one undo gives back the queue, and the end of the shuffle the order of the list', async (t) => {
  const { player, play, send } = await startMusic(t);
  await player.replaceQueue([`${ROOT}/d`, `${ROOT}/c`]);
  await player.startAt(1, FROM_START);
  await play({ of: 'artist', id: MARLOW, shuffle: true });
  t.equal(sorted(player), 'a b c');
  t.equal((await send('PUT', '/playlists/undo')).status, 200);
  t.equal(namesIn(player), 'd c');
  t.equal(player.queue().seed, 0);
  t.match((await send('PUT', '/playlists/undo')).json, { code: 'NOTHING_TO_UNDO' });
  await play({ of: 'artist', id: MARLOW, shuffle: true });
  await player.setModes({ shuffle: false });
  t.equal(namesIn(player), 'a b c');
  t.equal(player.queue().seed, 0);
});

t.test('a random album is played whole and in its order, and every album may be drawn', async (t) => {
  const { player, play, album } = await startMusic(t);
  const drawn = new Set<string>();
  for (let times = 0; times < 200; times++) {
    const { json } = await play({ of: 'random_album' });
    drawn.add(`${(json as { id: string }).id} ${namesIn(player)}`);
  }
  t.strictSame([...drawn].sort(), [`${album('Quay')} b a`, `${album('Ferry')} c`, `${album('Night')} d`].sort());
});

t.test('of more than the queue can hold a shuffle takes a random choice, without it the first', async (t) => {
  const { player, play, write } = await startMusic(t);
  await write((sql) => {
    const columns = (sql.pragma('table_info(track)') as { name: string }[]).map(({ name }) => name).join(', ');
    const others = columns.replace(/\b(key|id|location|sort_key)\b, /g, '');
    sql.exec(`WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more LIMIT 19996)
      INSERT INTO track (id, location, sort_key, ${others})
      SELECT 'x' || n, '/music/x' || n, printf('%06d', n), ${others} FROM more JOIN track ON title = 'a'`);
  });
  t.strictSame((await play({ of: 'library' })).json, { id: null, total: 20_000, amount: 10_000 });
  const first = new Set(player.queue().entries.map(({ location }) => location));
  t.strictSame((await play({ of: 'library', shuffle: true })).json, { id: null, total: 20_000, amount: 10_000 });
  const chosen = new Set(player.queue().entries.map(({ location }) => location));
  t.equal(chosen.size, 10_000, 'each at most once');
  const common = [...chosen].filter((location) => first.has(location)).length;
  t.ok(common > 4500 && common < 5500, `half of them are of the first half: ${common}`);
});

t.test('what does not exist is 404, what holds nothing 422, and the queue stays', async (t) => {
  const { player, play, send, pull, album } = await startMusic(t);
  await player.replaceQueue([`${ROOT}/d`]);
  const empty = (await send('POST', '/saved-playlists', { body: { name: 'Empty' } })).json as { id: string };
  for (const of of ['album', 'artist', 'genre', 'saved_playlist', 'smart_playlist']) {
    t.match((await play({ of, id: 'none', shuffle: true })).json, { status: 404, code: 'UNKNOWN_ID' }, of);
    t.match((await play({ of })).json, { status: 400, code: 'INVALID_BODY', errors: [{ path: '/id' }] }, of);
  }
  for (const of of ['library', 'liked', 'random_album']) {
    t.match((await play({ of, id: 'x' })).json, { status: 400, errors: [{ path: '/id' }] }, of);
  }
  for (const body of [{}, { of: 'everything' }, { of: 'library', shuffle: 'yes' }]) {
    t.match((await play(body)).json, { status: 400 }, JSON.stringify(body));
  }
  const nothing = { status: 422, code: 'NOTHING_TO_PLAY' };
  t.match((await play({ of: 'saved_playlist', id: empty.id })).json, nothing);
  t.match((await play({ of: 'smart_playlist', id: 'sys_most_played', shuffle: true })).json, nothing);
  t.match((await play({ of: 'liked', shuffle: true })).json, nothing);
  await pull(true);
  t.match((await play({ of: 'library', shuffle: true })).json, nothing);
  t.match((await play({ of: 'album', id: album('Quay') })).json, nothing, 'its root is away');
  t.match((await play({ of: 'random_album' })).json, nothing);
  t.equal(namesIn(player), 'd');
  t.equal(player.status().kind, 'stopped');
});
