import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { startRig } from './rig.js';

t.test('a new queue is answered with its start index and is not started', async (t) => {
  const { player, library, send } = await startRig(t);
  const file = join(library, 'a.mp3');
  await writeFile(file, '');
  const tracks = [file, ` ${file}\n`, 'http://radio.example/live', join(library, 'not-yet.mp3')];
  const answer = await send('POST', '/playlists', { body: { tracks, name: 'ignored', more: 1 } });
  t.equal(answer.status, 200);
  t.equal(answer.text, '0');
  t.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
  t.strictSame(player.commands, [
    ['replaceQueue', [file, file, 'http://radio.example/live', join(library, 'not-yet.mp3')]],
  ]);
  t.strictSame((await send('GET', '/player/status')).json, { status: 0 });
});

t.test('no tracks leave the queue as it is', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3']);
  const answer = await send('POST', '/playlists', { body: { tracks: [] } });
  t.equal(answer.status, 200);
  t.equal(answer.text, '0');
  t.strictSame(player.commands, []);
});

t.test('one bad entry refuses the request and is named', async (t) => {
  const { player, library, send } = await startRig(t);
  await symlink('/etc', join(library, 'out'));
  for (const [bad, code] of [
    ['/etc/passwd', 'OUTSIDE_LIBRARY'],
    [`${library}/../x.mp3`, 'OUTSIDE_LIBRARY'],
    [`${library}/out/hostname`, 'OUTSIDE_LIBRARY'],
    [`${library}/a\0.mp3`, 'INVALID_PATH'],
    ['a.mp3', 'NOT_ABSOLUTE'],
    ['', 'NOT_ABSOLUTE'],
    ['file:///etc/passwd', 'UNSUPPORTED_URL'],
    ['http://127.0.0.1:8000/live', 'STREAM_ADDRESS_FORBIDDEN'],
    ['http://user:secret@radio.example/', 'UNSUPPORTED_URL'],
  ] as const) {
    const { status, json } = await send('POST', '/playlists', { body: { tracks: [join(library, 'a.mp3'), bad] } });
    t.equal(status, 400, bad);
    t.match(json, { code, title: 'Bad Request', errors: [{ path: '/tracks/1' }] }, bad);
  }
  t.strictSame(player.commands, []);
});

t.test('every bad entry is named, up to twenty', async (t) => {
  const { send } = await startRig(t);
  const { json } = await send('POST', '/playlists', { body: { tracks: Array<string>(50).fill('/etc/passwd') } });
  const { errors, detail } = json as { errors: { path: string }[]; detail: string };
  t.equal(errors.length, 20);
  t.equal(errors[19]!.path, '/tracks/19');
  t.match(detail, /and 49 more/);
});

t.test('an entry that is no text is named', async (t) => {
  const { send } = await startRig(t);
  const { status, json } = await send('POST', '/playlists', { body: { tracks: ['/a.mp3', 3] } });
  t.equal(status, 400);
  t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/tracks/1' }] });
});

t.test('more tracks than the queue holds are 409, and nothing is changed', async (t) => {
  const { player, library, send } = await startRig(t);
  const tracks = Array.from({ length: 10_001 }, (_, index) => join(library, `${index}.mp3`));
  const { status, json } = await send('POST', '/playlists', { body: { tracks } });
  t.equal(status, 409);
  t.match(json, { code: 'QUEUE_FULL', title: 'Conflict' });
  t.equal(player.entries.length, 0);
  t.equal((await send('POST', '/playlists', { body: { tracks: tracks.slice(1) } })).status, 200);
  t.strictSame((await send('GET', '/playlists/amount')).json, { amount: 10_000 });
});

t.test('start takes index, elapsed and offset, all optional', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3', '/music/b.mp3']);
  const answer = await send('PUT', '/playlists/start');
  t.equal(answer.status, 200);
  t.equal(answer.text, '');
  t.equal(answer.headers['content-length'], '0');
  t.equal((await send('PUT', '/playlists/start?start_index=1&elapsed=2000&offset=3')).status, 200);
  t.strictSame(player.commands, [
    ['startAt', 0, 0, 0],
    ['startAt', 1, 2000, 3],
  ]);
});

t.test('start outside the queue is 400, on an empty queue 200', async (t) => {
  const { player, send } = await startRig(t);
  t.equal((await send('PUT', '/playlists/start?start_index=5')).status, 200);
  player.hold(['/music/a.mp3']);
  for (const index of [1, -1]) {
    const { status, json } = await send('PUT', `/playlists/start?start_index=${index}`);
    t.equal(status, 400);
    t.match(json, { code: 'INDEX_OUT_OF_RANGE', errors: [{ path: 'start_index' }] });
  }
  t.equal((await send('PUT', '/playlists/start?start_index=2147483648')).status, 400);
});

t.test('start takes unsigned positions', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3']);
  for (const key of ['elapsed', 'offset']) {
    const { status, json } = await send('PUT', `/playlists/start?${key}=-1`);
    t.equal(status, 400);
    t.match(json, { code: 'INVALID_QUERY', errors: [{ path: key, message: 'must be at least 0' }] });
  }
  t.strictSame(player.commands, []);
});

t.test('the queue has all its fields, under any id', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3', '/music/b.mp3']);
  player.index = 1;
  for (const id of ['current', '0', 'caf%C3%A9', '%zz']) {
    const { status, json } = await send('GET', `/playlists/${id}`);
    t.equal(status, 200, id);
    const { entries, ...rest } = json as { entries: { path: string }[] };
    t.strictSame(rest, {
      amount: 2,
      index: 1,
      first_index: 0,
      last_insert_pos: -1,
      max_playlist_size: 10_000,
      seed: 0,
      last_shuffled_start: 0,
    });
    t.strictSame(
      entries.map(({ path }) => path),
      ['/music/a.mp3', '/music/b.mp3'],
    );
  }
});

t.test('the tracks of the queue are full entries in queue order', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/b.mp3', '/music/a.mp3', '/music/b.mp3']);
  const { status, json } = await send('GET', '/playlists/current/tracks');
  t.equal(status, 200);
  const entries = json as Record<string, unknown>[];
  t.strictSame(
    entries.map(({ title }) => title),
    ['b', 'a', 'b'],
  );
  t.ok(entries.every((entry) => Object.keys(entry).length === 23));
});

t.test('a part of the queue is asked for with limit and offset', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3', '/music/b.mp3', '/music/c.mp3', '/music/d.mp3']);
  const indexes = async (query: string): Promise<unknown[]> => {
    const { json } = await send('GET', `/playlists/current/tracks${query}`);
    return (json as { path: string; position: number }[]).map(({ path, position }) => [path, position]);
  };
  t.strictSame(await indexes('?limit=2&offset=1'), [
    ['/music/b.mp3', 1],
    ['/music/c.mp3', 2],
  ]);
  t.strictSame(await indexes('?offset=3'), [['/music/d.mp3', 3]]);
  t.strictSame(await indexes('?limit=0'), []);
  t.strictSame(await indexes('?offset=4'), []);
  t.equal((await indexes('?limit=2147483647')).length, 4);
});

t.test('a part of the queue that cannot be is 400', async (t) => {
  const { send } = await startRig(t);
  for (const key of ['limit', 'offset']) {
    const { status, json } = await send('GET', `/playlists/current/tracks?${key}=-1`);
    t.equal(status, 400);
    t.match(json, { code: 'INVALID_QUERY', errors: [{ path: key }] });
  }
});

t.test('an empty queue is a queue', async (t) => {
  const { send } = await startRig(t);
  t.strictSame((await send('GET', '/playlists/current/tracks')).json, []);
  t.match((await send('GET', '/playlists/current')).json, { amount: 0, index: 0, entries: [] });
});
